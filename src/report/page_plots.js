// Plots of the work: states and nodes by iteration, memory by time.
const PLOT = {width: 420, height: 200, left: 56, right: 12, top: 12, bottom: 30};

// A number as people read it: 1234 is 1,234, 1200000 is 1.2 M, and what is larger has an exponent.
function readable(number) {
  if (number > 0 && number < 1) return String(Number(number.toPrecision(2)));
  if (number < 1e5) return number.toLocaleString('en', {maximumFractionDigits: number < 10 ? 2 : 0});
  if (number < 1e9) return `${Number((number / (number < 1e6 ? 1e3 : 1e6)).toPrecision(3))} ${number < 1e6 ? 'k' : 'M'}`;
  return number.toExponential(1).replace('e+', 'e');
}

// Large numbers are known by their logarithm only; this is a power of ten in words.
function readablePower(power) {
  if (power < 15) return readable(Math.round(10 ** power));
  const whole = Math.floor(power);
  return `${(10 ** (power - whole)).toFixed(1)}e${whole}`;
}

function readableBytes(bytes) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  for (; bytes >= 1024 && unit < 4; unit++) bytes /= 1024;
  return `${unit > 0 && bytes < 100 ? Number(bytes.toFixed(1)) : Math.round(bytes)} ${units[unit]}`;
}

// Round numbers from `low` to `high`, about four.
function ticks(low, high, whole) {
  const span = high - low || 1, rough = span / 4, base = 10 ** Math.floor(Math.log10(rough));
  let step = [1, 2, 5, 10].map(factor => factor * base).find(one => one >= rough);
  if (whole) step = Math.max(1, Math.round(step));
  const all = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step) all.push(at);
  return all;
}

// Series of points [x, y]; of a logarithmic plot y is a power of ten.
function plot(title, series, options) {
  const points = series.flatMap(one => one.points), {width, height, left, right, top, bottom} = PLOT;
  const lowX = Math.min(...points.map(p => p[0])), highX = Math.max(...points.map(p => p[0]), lowX + (options.least || 1));
  const highY = Math.max(...points.map(p => p[1])) * 1.05 || 1;
  const x = value => left + (value - lowX) / (highX - lowX) * (width - left - right);
  const y = value => height - bottom - value / highY * (height - top - bottom);
  const svg = draw('svg', {class: 'plot', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `${title}: ${describe(series, options)}`});
  for (const tick of ticks(0, highY, options.logarithmic))
    svg.append(draw('line', {class: 'axis', x1: left, x2: width - right, y1: y(tick), y2: y(tick)}),
      draw('text', {x: left - 6, y: y(tick) + 4, 'text-anchor': 'end'}, options.y(tick)));
  for (const tick of ticks(lowX, highX, options.whole))
    svg.append(draw('text', {x: x(tick), y: height - 12, 'text-anchor': 'middle'}, options.x(tick)));
  series.forEach((one, i) => {
    const kind = i ? ' second' : '';
    if (one.points.length > 1)
      svg.append(draw('path', {class: `line${kind}`, d: one.points.map((p, k) => `${k ? 'L' : 'M'}${x(p[0]).toFixed(1)} ${y(p[1]).toFixed(1)}`).join('')}));
    else for (const p of one.points) svg.append(draw('circle', {class: `dot${kind}`, cx: x(p[0]), cy: y(p[1]), r: 3}));
  });
  return makeFigure(title, svg, series, options, position => lowX + (position - left) / (width - left - right) * (highX - lowX), x);
}

function describe(series, options) {
  return series.map(one => `${one.name} ${options.y(one.points[one.points.length - 1][1])} at the end`).join(', ');
}

// The figure tells the values at the pointer, and else those at the end.
function makeFigure(title, svg, series, options, unplace, place) {
  const legend = make('div', {class: 'legend'});
  const tell = (before, values) => legend.replaceChildren(...(before ? [make('span', {}, before)] : []), ...series.map((one, i) =>
    make('span', {class: i ? 'second' : 'first'}, make('i'), `${one.name} ${options.y(values[i])}`)));
  const tellEnd = () => tell('', series.map(one => one.points[one.points.length - 1][1]));
  const cursor = draw('line', {class: 'cursor', y1: PLOT.top, y2: PLOT.height - PLOT.bottom, visibility: 'hidden'});
  svg.append(cursor);
  const nearest = (points, at) => points.reduce((best, p) => Math.abs(p[0] - at) < Math.abs(best[0] - at) ? p : best);
  svg.addEventListener('pointermove', event => {
    const box = svg.getBoundingClientRect(), at = unplace((event.clientX - box.left) / box.width * PLOT.width);
    const found = nearest(series[0].points, at);
    tell(`${options.at} ${options.x(found[0])}`, series.map(one => nearest(one.points, found[0])[1]));
    cursor.setAttribute('x1', place(found[0]));
    cursor.setAttribute('x2', place(found[0]));
    cursor.setAttribute('visibility', 'visible');
  });
  svg.addEventListener('pointerleave', () => {
    tellEnd();
    cursor.setAttribute('visibility', 'hidden');
  });
  tellEnd();
  return make('figure', {}, make('figcaption', {}, title), svg, legend);
}

const nonempty = series => series.filter(one => one.points.length > 0);

function plotStates(search) {
  const power = Math.log10(2), of = k => search.samples.filter(s => s[k] !== null).map(s => [s[0], s[k] * power]);
  const found = {name: 'found', points: of(2)}, frontier = {name: 'frontier', points: of(1)};
  const series = nonempty([found, frontier]);
  if (series.length === 0) return null;
  const most = Math.max(...series.flatMap(one => one.points.map(p => p[1])));
  const title = `${search.unit[0].toUpperCase()}${search.unit.slice(1)}`, common = {at: 'Iteration', whole: true, x: value => readable(value)};
  if (most > 4)
    return plot(`${title}, logarithmic`, series, {...common, logarithmic: true, y: readablePower});
  for (const one of series) one.points = one.points.map(p => [p[0], Math.round(10 ** p[1])]);
  return plot(title, series, {...common, y: readable});
}

function plotNodes(search) {
  const all = {name: 'in all', points: search.samples.filter(s => s[4] > 0).map(s => [s[0], s[4]])};
  const frontier = {name: 'frontier', points: search.samples.filter(s => s[3] > 0).map(s => [s[0], s[3]])};
  const series = nonempty([all, frontier]);
  return series.length ? plot('Nodes of decision diagrams', series, {at: 'Iteration', whole: true, x: readable, y: readable}) : null;
}

function plotMemory(memory) {
  if (memory.length < 2) return null;
  const unit = 1024 ** Math.floor(Math.log2(Math.max(1, ...memory.map(p => p[1]))) / 10);
  return plot('Memory', [{name: 'memory', points: memory.map(p => [p[0], p[1] / unit])}],
    {at: 'Second', least: 1e-3, x: value => `${readable(value)} s`, y: value => readableBytes(value * unit)});
}

function nameOf(search) {
  return `${search.phase}, ${search.way}, up to iteration ${search.iterations.toLocaleString('en')}, ` +
    `from ${search.started.toFixed(2)} to ${search.ended.toFixed(2)} s`;
}

// A list to choose from, with a label; texts by value.
function makeChoice(label, options, chosen, changed) {
  const select = make('select', {}, ...options.map(([value, text]) => make('option', {value, selected: value === chosen}, text)));
  select.addEventListener('change', () => changed(Number(select.value)));
  return make('label', {}, `${label}: `, select);
}

const longestOf = searches => searches.reduce((best, s, i) => s.iterations > searches[best].iterations ? i : best, 0);

// One search at a time; at first the longest, of those that led to the verdict on a property or of all.
function drawHistory(place, history, properties) {
  const all = history.searches.filter(search => search.samples.length > 0);
  const memory = plotMemory(history.memory), choice = make('div', {class: 'choice'});
  const textOf = number => { const p = properties.find(one => one.index === number); return p ? `${number} ${p.name || p.formula}` : number; };
  const numbers = [...new Set(all.flatMap(search => search.properties))].sort((a, b) => a - b);
  const show = search => place.replaceChildren(choice, ...[...(search ? [plotStates(search), plotNodes(search)] : []), memory].filter(figure => figure));
  const pick = number => {
    const searches = number ? all.filter(search => search.properties.includes(number)) : all, longest = longestOf(searches);
    const parts = numbers.length > 1 ? [makeChoice('Property', [[0, 'all'], ...numbers.map(n => [n, textOf(n)])], number, pick), ' '] : [];
    if (searches.length > 1) parts.push(makeChoice('Search', searches.map((search, i) => [i, nameOf(search)]), longest, i => show(searches[i])));
    else parts.push(searches.length ? nameOf(searches[0]) : 'There was no search that went step by step.');
    if (history.forgotten > 0) parts.push(` (${count(history.forgotten, 'shorter search is', 'shorter searches are')} not kept)`);
    choice.replaceChildren(...parts);
    show(searches[longest]);
  };
  pick(0);
}
