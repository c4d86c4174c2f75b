// Why a property fails: which states of its trace, and which variables in them, the reasons are about.
class Why {
  constructor(reasons, trace) {
    this.trace = trace;
    this.byState = new Map();
    if (reasons) this.add(reasons.reason);
  }

  // What has no parts is about values.
  add(reason) {
    const parts = reason.parts || [];
    for (const part of parts) this.add(part);
    if (parts.length || reason.truth === 'unknown') return;
    const text = `${reason.formula}${reason.because ? `: ${reason.because}` : ` is ${reason.truth}`}`;
    if (!this.byState.has(reason.state)) this.byState.set(reason.state, []);
    this.byState.get(reason.state).push(text);
  }

  texts(state) { return this.byState.get(state) || []; }

  // Whether a reason in this state has the name, not as a part of another one.
  names(variable, state) {
    const name = this.trace.names[variable];
    return this.texts(state).some(text => {
      for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
        if (!/[\w.\]]/.test(text[at - 1] || ' ') && !/[\w.[]/.test(text[at + name.length] || ' ')) return true;
      return false;
    });
  }
}

// The name of a rule leads to its line in the model, if there is one line that has it.
function sourceLink(action) {
  const name = action.replace(/ \(.*$/s, ''), lines = [...document.querySelectorAll('.source > span')];
  if (!sourceLink.found) sourceLink.found = new Map();
  if (!sourceLink.found.has(name))
    sourceLink.found.set(name, name ? lines.filter(({textContent: text}) =>
      text.includes(`"${name}"`) && /\b(rule|startstate)\b[^"]*$/i.test(text.slice(0, text.indexOf(`"${name}"`)))) : []);
  const found = sourceLink.found.get(name);
  if (found.length !== 1) return action;
  const link = make('a', {href: `#${found[0].id}`, title: 'Show it in the model'}, action);
  link.addEventListener('click', event => {
    event.stopPropagation();
    document.getElementById('model').open = true;
  });
  return link;
}
