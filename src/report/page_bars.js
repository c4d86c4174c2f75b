// Local states as bars: a bar for each part, coloured by its value from state to state, so that a long trace is seen at
// a glance. It can be stretched until single states can be told.
const COLOURS = 8, MOST_LOCAL_STATES = 24, LONGEST_STRETCH = 64;

class Bars {
  constructor(trace, go) {
    this.trace = trace;
    this.go = go;
    this.stretch = 1;
    this.rows = trace.lanes.map((title, lane) => ({title, variable: this.choose(lane)})).filter(row => row.variable >= 0);
    this.elements = trace.length > 1 && this.rows.length > 1 ? [this.make()] : [];
  }

  // The variable of a part that tells most about it: one with names as values, else any that changes.
  choose(lane) {
    let best = -1, most = 0;
    this.trace.names.forEach((_, variable) => {
      if (this.trace.laneOf[variable] !== lane || this.trace.kinds[variable] !== 's') return;
      const values = new Set(this.trace.values[variable]), named = this.trace.raws[variable].some(value => typeof value === 'string');
      const weight = values.size < 2 || values.size > MOST_LOCAL_STATES ? 0 : named ? 1000 + values.size : values.size;
      if (weight > most) [best, most] = [variable, weight];
    });
    return best;
  }

  colour(value) {
    if (!this.colours.has(value)) this.colours.set(value, this.colours.size);
    return `local local-${this.colours.get(value) % COLOURS}`;
  }

  bar(row) {
    const trace = this.trace, states = trace.states[row.variable], values = trace.values[row.variable], byColour = new Map();
    values.forEach((value, i) => {
      const from = states[i], to = i + 1 < states.length ? states[i + 1] : trace.length, colour = this.colour(value);
      byColour.set(colour, (byColour.get(colour) || '') + `M${from} 0h${to - from}v1h${from - to}z`);
    });
    return draw('svg', {class: 'bar-of', viewBox: `0 0 ${trace.length} 1`, preserveAspectRatio: 'none'},
      ...[...byColour].map(([colour, d]) => draw('path', {class: colour, d})));
  }

  make() {
    this.colours = new Map();
    this.now = make('div', {class: 'bars-now'});
    const bars = this.rows.map(row => this.bar(row));
    this.inner = make('div', {class: 'bars-inner'}, ...bars, this.now);
    this.outer = make('div', {class: 'bars-outer'}, this.inner);
    this.told = make('output', {class: 'told'});
    const at = event => {
      const box = this.inner.getBoundingClientRect(), row = bars.findIndex(bar => event.clientY < bar.getBoundingClientRect().bottom);
      return [Math.min(this.trace.length - 1, Math.max(0, Math.floor((event.clientX - box.left) / box.width * this.trace.length))), row];
    };
    this.inner.addEventListener('click', event => this.go(at(event)[0]));
    this.inner.addEventListener('pointermove', event => {
      const [state, row] = at(event), shown = this.rows[row < 0 ? bars.length - 1 : row];
      this.told.textContent = `state ${state + 1}: ${this.trace.names[shown.variable]} = ${this.trace.value(shown.variable, state)}`;
    });
    this.outer.addEventListener('wheel', event => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.25 : .8, event.clientX);
    }, {passive: false});
    this.pinch();
    const button = (label, title, action) => make('button', {type: 'button', title, 'aria-label': title, onclick: action}, label);
    const legend = [...this.colours].map(([value, i]) => make('span', {}, make('i', {class: `local-${i % COLOURS}`}), value));
    return make('div', {class: 'bars'},
      make('div', {class: 'bar'}, make('span', {class: 'bars-title'}, 'Local states'), ...legend, make('span', {class: 'grow'}), this.told,
        button('\u2212', 'Less of the time axis in detail', () => this.zoom(.5)), button('+', 'More detail of the time axis', () => this.zoom(2))),
      make('div', {class: 'bars-grid'},
        make('div', {class: 'bars-names'}, ...this.rows.map(row => make('span', {title: this.trace.names[row.variable]}, row.title))),
        this.outer));
  }

  // Two fingers stretch what is between them; one scrolls, as everywhere.
  pinch() {
    let apart = 0;
    const measure = ([a, b]) => [Math.abs(a.clientX - b.clientX), (a.clientX + b.clientX) / 2];
    this.outer.addEventListener('touchstart', event => {
      apart = event.touches.length === 2 ? measure(event.touches)[0] : 0;
    }, {passive: true});
    this.outer.addEventListener('touchmove', event => {
      if (event.touches.length !== 2) return;
      const [now, middle] = measure(event.touches);
      if (event.cancelable) event.preventDefault();
      if (apart > 10 && now > 10) this.zoom(now / apart, middle);
      apart = now;
    }, {passive: false});
  }

  // What is at a place of the window stays there; without one, the state that is shown stays in sight.
  zoom(factor, place) {
    const box = this.inner.getBoundingClientRect(), part = (place - box.left) / box.width;
    this.stretch = Math.min(LONGEST_STRETCH, Math.max(1, this.stretch * factor));
    this.inner.style.setProperty('width', `${this.stretch * 100}%`);
    if (place === undefined) this.show(this.state);
    else this.outer.scrollLeft = part * this.inner.clientWidth - (place - this.outer.getBoundingClientRect().left);
  }

  show(state) {
    this.state = state;
    if (!this.elements.length) return;
    const place = (state + .5) / this.trace.length, outer = this.outer;
    this.now.style.setProperty('left', `${place * 100}%`);
    const x = place * this.inner.clientWidth;
    if (x < outer.scrollLeft || x > outer.scrollLeft + outer.clientWidth) outer.scrollLeft = x - outer.clientWidth / 2;
  }
}
