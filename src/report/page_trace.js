// A trace: for each variable, the states in which its value changes.
class Trace {
  constructor(trace, page) {
    this.names = page.names;
    this.kinds = page.kinds;
    this.lanes = page.lanes;
    this.laneOf = page.lane;
    this.length = trace.changes.length + 1;
    this.loop = trace.loop;
    this.ends = trace.ends === true;
    this.inputs = trace.inputs;
    this.actions = trace.actions || [];
    this.actors = trace.actors || [];
    this.changes = [[], ...trace.changes.map(pairs => pairs.filter((_, i) => i % 2 === 0))];
    this.states = this.names.map(() => [0]); // where each value begins
    this.values = trace.first.map(value => [inWords(value)]);
    this.raws = trace.first.map(value => [value]);
    trace.changes.forEach((pairs, i) => {
      for (let k = 0; k < pairs.length; k += 2) {
        this.states[pairs[k]].push(i + 1);
        this.values[pairs[k]].push(inWords(pairs[k + 1]));
        this.raws[pairs[k]].push(pairs[k + 1]);
      }
    });
    this.short = this.names.map((name, i) => this.shorten(name, this.laneOf[i]));
  }

  // In a lane, its own name need not be said again.
  shorten(name, lane) {
    if (lane < 0) return name;
    const title = this.lanes[lane];
    if (name.startsWith(title + '.')) return name.slice(title.length + 1);
    const key = title.slice(title.lastIndexOf('.') + 1), at = name.indexOf('[' + key + ']');
    return at < 0 ? name : name.slice(0, at) + name.slice(at + key.length + 2);
  }

  isInput(variable) { return this.kinds[variable] === 'i'; }

  // Inputs belong to steps: after the last one, they mean nothing.
  isMeant(variable, state) { return !this.isInput(variable) || state < this.inputs; }

  value(variable, state) { return this.values[variable][this.place(variable, state)]; }

  raw(variable, state) { return this.raws[variable][this.place(variable, state)]; }

  // Which of the variable's values a state has.
  place(variable, state) {
    const states = this.states[variable];
    let low = 0, high = states.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (states[middle] <= state) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  hasChanged(variable, state) { return state > 0 && this.value(variable, state) !== this.value(variable, state - 1); }

  // What is new in a state: of the first one, all.
  news(state) {
    const all = state === 0 ? this.names.map((_, i) => i) : this.changes[state];
    return all.filter(variable => !this.isInput(variable));
  }

  // The inputs of the step that leads to a state, as far as they are new.
  stepInputs(state) {
    if (state === 0) return [];
    const all = state === 1 ? this.names.map((_, i) => i) : this.changes[state - 1];
    return all.filter(variable => this.isInput(variable));
  }

  // The states in which something is new that has the text in its name, its value, or `name = value`.
  find(text) {
    const wanted = text.trim().toLowerCase(), found = [];
    if (!wanted) return found;
    for (let state = 0; state < this.length; state++)
      if (this.isFoundAt(wanted, state)) found.push(state);
    return found;
  }

  isFoundAt(wanted, state) {
    const action = state > 0 ? this.actions[state - 1] : undefined;
    if (action && action.toLowerCase().includes(wanted)) return true;
    return this.news(state).some(variable => this.isFound(wanted, variable, state)) ||
      this.stepInputs(state).some(variable => this.isFound(wanted, variable, state - 1));
  }

  isFound(wanted, variable, state) {
    return `${this.names[variable]} = ${this.value(variable, state)}`.toLowerCase().includes(wanted);
  }

  // As `coset check --json` writes a trace, and `coset replay` reads it.
  asJson() {
    const pick = (state, ofInputs) => Object.fromEntries(this.names.map((name, i) => [name, i])
      .filter(([, i]) => this.kinds[i] === (ofInputs ? 'i' : 's')).map(([name, i]) => [name, this.raw(i, state)]));
    const states = Array.from({length: this.length}, (_, i) => i), trace = {states: states.map(state => pick(state, false))};
    if (this.kinds.includes('i')) trace.inputs = states.slice(0, this.inputs).map(state => pick(state, true));
    if (this.actions.length) trace.actions = this.actions;
    return {...trace, loop: this.loop};
  }

  asTable(variables, states) {
    const rows = [['state', ...variables.map(variable => this.names[variable])]];
    for (const state of states)
      rows.push([state + 1, ...variables.map(variable => this.isMeant(variable, state) ? this.value(variable, state) : '')]);
    return rows.map(row => row.join('\t')).join('\n') + '\n';
  }
}
