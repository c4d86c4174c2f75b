// The viewer of a trace: a time line, the chart, and a table of all values in one state.
const KEYS = [['\u2190 \u2192', 'step'], ['Home End', 'first and last state'], ['l', 'where the loop begins'], ['/', 'search'],
  ['n N', 'next and previous match'], ['f', 'filter variables'], ['c', 'copy the table'], ['Esc', 'back to the trace']];

class Viewer {
  constructor(place, trace, property, why) {
    this.place = place;
    this.trace = trace;
    this.now = 0;
    this.matches = [];
    this.onlyChanged = false;
    this.why = why;
    this.chart = new Chart(trace, why, state => this.go(state));
    this.bars = new Bars(trace, state => this.go(state));
    place.tabIndex = 0;
    place.setAttribute('role', 'group');
    place.setAttribute('aria-label', `Trace for property ${property.index}. Arrow keys step through it.`);
    place.append(this.makeSteps(), this.makeTimeline(), this.makeSlider(), ...this.bars.elements, this.makeTools(), this.makePanes(), this.makeKeys());
    this.filter('');
    this.go(0);
  }

  // ---- Making

  button(label, title, action) {
    return make('button', {type: 'button', title, 'aria-label': title, onclick: action}, label);
  }

  makeSteps() {
    const trace = this.trace;
    this.placeText = make('output', {class: 'place', 'aria-live': 'polite'});
    this.back = this.button('\u25c0', 'Step back', () => this.go(this.now - 1));
    this.forth = this.button('\u25b6', 'Step forward', () => this.step());
    const loop = trace.loop === null ? null :
      this.button(`\u21bb loop at ${trace.loop + 1}`, 'Go to where the loop begins', () => this.go(trace.loop));
    return make('div', {class: 'bar', role: 'toolbar', 'aria-label': 'Steps'},
      this.button('|\u25c0', 'First state', () => this.go(0)), this.back, this.placeText, this.forth,
      this.button('\u25b6|', 'Last state', () => this.go(trace.length - 1)), loop);
  }

  makeSlider() {
    this.slider = make('input', {type: 'range', min: 1, max: this.trace.length, value: 1, 'aria-label': 'State'});
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value) - 1));
    return this.slider;
  }

  makeTimeline() {
    const trace = this.trace, size = trace.length, most = trace.changes.reduce((high, changes) => Math.max(high, changes.length), 1);
    const bars = trace.changes.map((changes, i) => i === 0 ? '' : `M${i + .5} 40v${-2 - 32 * Math.sqrt(changes.length / most)}`).join('');
    this.nowLine = draw('line', {class: 'now', y1: 0, y2: 44});
    this.matchMarks = draw('path', {class: 'matches', d: ''});
    this.timeline = draw('svg', {class: 'timeline', viewBox: `0 0 ${size} 44`, preserveAspectRatio: 'none', 'aria-hidden': 'true'},
      draw('rect', {class: 'ground', width: size, height: 44}),
      ...(trace.loop === null ? [] : [draw('rect', {class: 'loop', x: trace.loop, width: size - trace.loop, height: 44})]),
      draw('path', {class: 'bars', d: bars}), this.matchMarks, this.nowLine);
    const jump = event => {
      const box = this.timeline.getBoundingClientRect();
      this.go(Math.floor((event.clientX - box.left) / box.width * size));
    };
    this.timeline.addEventListener('pointerdown', event => { this.timeline.setPointerCapture(event.pointerId); jump(event); });
    this.timeline.addEventListener('pointermove', event => { if (event.buttons) jump(event); });
    return this.timeline;
  }

  makeTools() {
    this.filterField = make('input', {type: 'search', placeholder: 'names', autocomplete: 'off', spellcheck: 'false'});
    this.filterField.addEventListener('input', () => { this.filter(this.filterField.value); this.go(this.now); });
    this.searchField = make('input', {type: 'search', placeholder: 'name = value', autocomplete: 'off', spellcheck: 'false'});
    this.searchField.addEventListener('input', () => this.search(this.searchField.value));
    this.searchField.addEventListener('keydown', event => {
      if (event.key === 'Enter') this.toMatch(event.shiftKey ? -1 : 1);
    });
    this.matchText = make('output', {class: 'note', 'aria-live': 'polite'});
    this.changedButton = this.button('Only changes', 'Show only what changed in the table', () => {
      this.onlyChanged = !this.onlyChanged;
      this.changedButton.setAttribute('aria-pressed', String(this.onlyChanged));
      this.showValues();
    });
    this.changedButton.setAttribute('aria-pressed', 'false');
    this.copyButton = this.button('Copy state', 'Copy the values in this state as a table', () =>
      copy(this.valuesAsText(), this.copyButton));
    const copyJson = this.button('Copy as JSON', 'Copy the trace as JSON, as `coset replay` reads it', () =>
      copy(JSON.stringify(this.trace.asJson(), null, 1) + '\n', copyJson));
    const copyTrace = this.button('Copy trace', 'Copy the values in all states as a table', () =>
      copy(this.trace.asTable(this.variables, Array.from({length: this.trace.length}, (_, i) => i)), copyTrace));
    return make('div', {class: 'bar', role: 'toolbar', 'aria-label': 'Filter and search'},
      make('label', {}, 'Filter', this.filterField), make('label', {}, 'Search', this.searchField),
      this.button('\u2191', 'Previous match', () => this.toMatch(-1)), this.button('\u2193', 'Next match', () => this.toMatch(1)),
      this.matchText, make('span', {class: 'grow'}), this.changedButton, this.copyButton, copyTrace, copyJson);
  }

  makePanes() {
    this.table = make('tbody');
    this.valuesTitle = make('h4');
    this.chartTitle = make('h4');
    const head = ['Variable', 'Before', 'Value'].map(title => make('th', {scope: 'col'}, title));
    return make('div', {class: 'panes'},
      make('div', {}, this.chartTitle, this.chart.element),
      make('div', {}, this.valuesTitle, make('div', {class: 'scroll', tabindex: '-1'},
        make('table', {class: 'values'}, make('thead', {}, make('tr', {}, ...head)), this.table))));
  }

  makeKeys() {
    const keys = KEYS.filter(([key]) => key !== 'l' || this.trace.loop !== null);
    return make('p', {class: 'keys'}, 'Keys: ', ...keys.flatMap(([key, text], i) =>
      [i ? ', ' : '', ...key.split(' ').flatMap((one, k) => [k ? ' ' : '', make('kbd', {}, one)]), ` ${text}`]));
  }

  // ---- Going through the trace

  go(state) {
    const size = this.trace.length;
    this.now = Math.max(0, Math.min(size - 1, state));
    this.placeText.textContent = `State ${this.now + 1} of ${size}`;
    this.slider.value = this.now + 1;
    this.back.disabled = this.now === 0;
    this.forth.disabled = this.now === size - 1 && this.trace.loop === null;
    this.nowLine.setAttribute('x1', this.now + .5);
    this.nowLine.setAttribute('x2', this.now + .5);
    this.chart.show(this.now);
    this.bars.show(this.now);
    this.showValues();
  }

  // After the last state comes the one where the loop begins.
  step() {
    this.go(this.now + 1 === this.trace.length && this.trace.loop !== null ? this.trace.loop : this.now + 1);
  }

  // ---- Variables

  filter(text) {
    const words = text.trim().toLowerCase().split(/\s+/), trace = this.trace;
    const shown = trace.names.map(name => words.every(word => name.toLowerCase().includes(word)));
    this.variables = trace.names.map((_, i) => i).filter(i => shown[i]);
    this.rows = this.variables.map(variable => this.makeRow(variable));
    this.table.replaceChildren();
    for (const row of this.rows) this.table.append(row.element);
    this.chart.choose(shown);
    this.chartTitle.textContent = this.chart.idle > 0 ?
      `What happens; ${count(this.chart.idle, 'part', 'parts')} of which nothing changes ${this.chart.idle === 1 ? 'is' : 'are'} left out` :
      'What happens';
  }

  makeRow(variable) {
    const role = {i: 'input', d: 'defined', s: ''}[this.trace.kinds[variable]];
    const before = make('td'), value = make('td', {class: 'value'});
    const name = make('td', {}, this.trace.names[variable], role ? make('span', {class: 'role'}, ` ${role}`) : null);
    return {variable, before, value, element: make('tr', {}, name, before, value), texts: [null, null, null, null, false]};
  }

  // Only what is another one is touched.
  showRow(row) {
    const trace = this.trace, state = this.now, isMeant = trace.isMeant(row.variable, state);
    const value = isMeant ? trace.value(row.variable, state) : '';
    const before = state > 0 ? trace.value(row.variable, state - 1) : '';
    const isWhy = this.why.names(row.variable, state);
    const changed = isMeant && trace.hasChanged(row.variable, state), hidden = this.onlyChanged && !changed && state > 0;
    if (row.texts[0] !== before) row.before.textContent = before;
    if (row.texts[1] !== value) row.value.textContent = value;
    if (row.texts[2] !== changed) row.element.classList.toggle('changed', changed);
    if (row.texts[3] !== hidden) row.element.hidden = hidden;
    if (row.texts[4] !== isWhy) row.element.classList.toggle('why', isWhy);
    row.texts = [before, value, changed, hidden, isWhy];
    return changed;
  }

  showValues() {
    let changed = 0;
    for (const row of this.rows) changed += this.showRow(row) ? 1 : 0;
    this.valuesTitle.textContent = `State ${this.now + 1}: ${count(this.rows.length, 'variable', 'variables')}` +
      (this.now > 0 ? `, ${changed} changed` : '');
  }

  valuesAsText() {
    return this.variables.map(variable => `${this.trace.names[variable]}\t` +
      (this.trace.isMeant(variable, this.now) ? this.trace.value(variable, this.now) : '')).join('\n') + '\n';
  }

  // ---- Search

  search(text) {
    this.matches = this.trace.find(text);
    this.matchMarks.setAttribute('d', this.matches.map(state => `M${state + .5} 0v7`).join(''));
    this.chart.mark(text.trim().toLowerCase());
    this.chart.renew();
    this.tellMatches(text);
  }

  tellMatches(text) {
    const at = this.matches.indexOf(this.now);
    this.matchText.textContent = !text.trim() ? '' : this.matches.length === 0 ? 'nothing' :
      at >= 0 ? `${at + 1} of ${this.matches.length}` : count(this.matches.length, 'state', 'states');
  }

  toMatch(direction) {
    const all = this.matches;
    if (all.length === 0) return;
    const next = direction > 0 ? all.find(state => state > this.now) : all.filter(state => state < this.now).pop();
    this.go(next !== undefined ? next : direction > 0 ? all[0] : all[all.length - 1]);
    this.tellMatches(this.searchField.value);
  }

  // ---- Keys

  // Says whether the key meant something.
  press(key) {
    const trace = this.trace;
    switch (key) {
    case 'ArrowRight': case 'j': this.step(); return true;
    case 'ArrowLeft': case 'k': this.go(this.now - 1); return true;
    case 'Home': this.go(0); return true;
    case 'End': this.go(trace.length - 1); return true;
    case 'l': if (trace.loop !== null) this.go(trace.loop); return true;
    case '/': this.searchField.focus(); return true;
    case 'f': this.filterField.focus(); return true;
    case 'n': this.toMatch(1); return true;
    case 'N': this.toMatch(-1); return true;
    case 'c': this.copyButton.click(); return true;
    case 'Escape': this.place.focus(); return true;
    }
    return false;
  }
}

// A key is for the viewer that has the focus, else for the one that had it last, if nothing else has it.
function listenToKeys(viewers) {
  let last = viewers[0];
  for (const viewer of viewers) {
    viewer.place.addEventListener('focusin', () => { last = viewer; });
    viewer.place.addEventListener('pointerdown', () => { last = viewer; });
  }
  document.addEventListener('keydown', event => {
    const target = event.target, viewer = viewers.find(one => one.place.contains(target)) || (target === document.body ? last : null);
    if (!viewer || event.ctrlKey || event.metaKey || event.altKey) return;
    const types = target.tagName === 'INPUT' && target.type === 'search', slides = target.tagName === 'INPUT' && target.type === 'range';
    if (types && event.key !== 'Escape') return;
    if (slides && /^(Arrow|Home|End)/.test(event.key)) return;
    if (viewer.press(event.key)) event.preventDefault();
  });
}
