// The chart of a trace: a row for each state, a lane for each part; what is new stands in the lane that it belongs to, and
// who makes a step is marked. Only the rows around the place that is looked at are in the page.
const ROWS = 60, MORE_ROWS = 30, CHIPS = 8;

class Chart {
  constructor(trace, why, go) {
    this.trace = trace;
    this.why = why;
    this.go = go;
    this.first = this.last = 0;
    this.rows = make('div', {class: 'rows'});
    this.heads = make('div', {class: 'row heads'});
    this.chart = make('div', {class: 'chart'}, this.heads, this.rows);
    this.element = make('div', {class: 'scroll', tabindex: '-1'}, this.chart);
    this.element.addEventListener('scroll', () => this.extend(), {passive: true});
  }

  // Shows these variables; lanes in which nothing happens are left out.
  choose(shown) {
    const trace = this.trace, busy = new Set(trace.actors.flat());
    for (let state = 1; state < trace.length; state++)
      for (const variable of trace.changes[state])
        if (shown[variable] && trace.laneOf[variable] >= 0) busy.add(trace.laneOf[variable]);
    this.shown = shown;
    this.lanes = [...busy].sort((a, b) => a - b);
    if (this.lanes.length < 2) this.lanes = trace.lanes.map((_, i) => i).slice(0, 12);
    this.column = new Map(this.lanes.map((lane, i) => [lane, i + 3]));
    this.chart.style.setProperty('--lanes', String(this.lanes.length));
    this.chart.classList.toggle('alone', this.lanes.length === 0);
    this.heads.replaceChildren(make('span', {}, 'No.'), make('span', {}, this.lanes.length ? 'Step and shared' : 'What is new'),
      ...this.lanes.map(lane => make('span', {title: trace.lanes[lane]}, trace.lanes[lane])));
    this.idle = trace.lanes.length - this.lanes.length;
    this.first = this.last = 0;
  }

  mark(wanted) { this.wanted = wanted; }

  chip(variable, state) {
    const trace = this.trace, found = this.wanted && trace.isFound(this.wanted, variable, state);
    const name = this.column.has(trace.laneOf[variable]) ? trace.short[variable] : trace.names[variable];
    const kind = `chip${found ? ' found' : ''}${this.why.names(variable, state) ? ' why' : ''}`;
    return make('span', {class: kind, title: trace.names[variable]}, name ? `${name} = ` : '',
      make('b', {}, trace.value(variable, state)));
  }

  chips(variables, state) {
    const chips = variables.slice(0, CHIPS).map(variable => this.chip(variable, state));
    if (variables.length > CHIPS) chips.push(make('span', {class: 'more'}, `and ${variables.length - CHIPS} more`));
    return chips;
  }

  // Who makes the step: a dot, and an arrow to each other part that it is about.
  act(actors) {
    const columns = actors.map(lane => this.column.get(lane)).filter(column => column);
    if (columns.length === 0) return null;
    const from = Math.min(...columns), width = Math.max(...columns) - from + 1;
    const place = column => `calc(var(--lane) * ${column - from + .5})`;
    const marks = [make('i', {style: {left: place(columns[0])}})];
    for (const column of new Set(columns.slice(1)))
      if (column !== columns[0])
        marks.push(make('b', {class: column > columns[0] ? 'right' : 'left', style: {
          left: place(Math.min(column, columns[0])), width: `calc(var(--lane) * ${Math.abs(column - columns[0])})`}}));
    return make('span', {class: 'act', style: {'grid-column': `${from} / span ${width}`}, 'aria-hidden': 'true'}, ...marks);
  }

  row(state) {
    const trace = this.trace, byColumn = new Map(), parts = [];
    const inLoop = trace.loop !== null && state >= trace.loop;
    for (const variable of trace.news(state)) {
      if (!this.shown[variable]) continue;
      const column = this.column.get(trace.laneOf[variable]) || 2;
      if (!byColumn.has(column)) byColumn.set(column, []);
      byColumn.get(column).push(variable);
    }
    const texts = this.why.texts(state);
    parts.push(make('span', {class: 'index', title: texts.length ? texts.join('\n') : null}, String(state + 1)));
    if (state > 0) {
      const inputs = trace.stepInputs(state).filter(variable => this.shown[variable]);
      parts.push(make('span', {class: 'step'}, sourceLink(trace.actions[state - 1] || ''), ...this.chips(inputs, state - 1)));
      parts.push(this.act(trace.actors[state - 1] || []));
    }
    for (const [column, variables] of byColumn)
      parts.push(make('span', {class: column === 2 ? 'cell rest' : 'cell', style: {'grid-column': String(column)}}, ...this.chips(variables, state)));
    const row = make('div', {class: `row${inLoop ? ' in-loop' : ''}${state === this.now ? ' current' : ''}${texts.length ? ' why' : ''}`}, ...parts.filter(part => part));
    row.addEventListener('click', () => this.go(state));
    return row;
  }

  end() {
    const trace = this.trace;
    if (trace.loop === null) return make('div', {class: 'end'}, 'The trace ends here.');
    if (trace.ends) return make('div', {class: 'end'}, 'No rule leads to another state: the execution stutters here.');
    const button = make('button', {type: 'button'}, `state ${trace.loop + 1}`);
    button.addEventListener('click', () => this.go(trace.loop));
    return make('div', {class: 'end'}, 'loop back to ', button);
  }

  range(first, last) {
    const rows = [];
    for (let state = first; state < last; state++) rows.push(this.row(state));
    return rows;
  }

  // Shows a state; rows are made anew only where it is too far from those that are there.
  show(state) {
    const before = this.rows.children[this.now - this.first];
    this.now = state;
    if (state < this.first || state >= this.last) {
      this.first = Math.max(0, state - ROWS / 2);
      this.last = Math.min(this.trace.length, this.first + ROWS);
      this.rows.replaceChildren(...this.range(this.first, this.last));
      this.addEnd();
    } else if (before) before.classList.remove('current');
    const row = this.rows.children[state - this.first];
    row.classList.add('current');
    const top = row.offsetTop, head = this.heads.offsetHeight, view = this.element.clientHeight;
    if (top - head < this.element.scrollTop || top + row.offsetHeight > this.element.scrollTop + view)
      this.element.scrollTop = top - head - (view - head - Math.min(row.offsetHeight, view - head)) / 2;
    this.showLane(row);
  }

  // The part that something happens to is to be seen.
  showLane(row) {
    const lane = row.querySelector('.cell:not(.rest)') || row.querySelector('.act'), box = this.element;
    if (!lane || this.now === 0) return;
    const left = lane.offsetLeft, right = left + lane.offsetWidth;
    if (left < box.scrollLeft || right > box.scrollLeft + box.clientWidth)
      box.scrollLeft = left - (box.clientWidth - lane.offsetWidth) / 2;
  }

  renew() {
    this.first = this.last = 0;
    this.show(this.now);
  }

  addEnd() {
    if (this.foot) this.foot.remove();
    this.foot = this.last === this.trace.length ? this.end() : null;
    if (this.foot) this.chart.append(this.foot);
  }

  // More rows where the reader comes to the first or the last one.
  extend() {
    const box = this.element;
    if (box.scrollTop + box.clientHeight > box.scrollHeight - 200 && this.last < this.trace.length) {
      const last = Math.min(this.trace.length, this.last + MORE_ROWS);
      this.rows.append(...this.range(this.last, last));
      this.last = last;
      this.addEnd();
    }
    if (box.scrollTop < 200 && this.first > 0) {
      const first = Math.max(0, this.first - MORE_ROWS), height = box.scrollHeight;
      this.rows.prepend(...this.range(first, this.first));
      this.first = first;
      box.scrollTop += box.scrollHeight - height;
    }
  }
}
