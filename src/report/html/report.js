'use strict';
const report = JSON.parse(document.getElementById('report').textContent);
const sources = JSON.parse(document.getElementById('sources').textContent);
const kernels = report.files.flatMap(file => file.kernels.map(kernel => ({file, kernel})));
const failed = report.files.filter(file => file.status !== 'analysed' && file.status !== 'no-kernels');
const wanted = new Set();
let shown = [], selected = -1;

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
  return element;
}
const triple = t => t ? '(' + t.join(',') + ')' : '';
const who = access => access.thread ? `thread ${triple(access.thread)} of block ${triple(access.block)}` : 'a thread';
const deed = access => (access.mode === 'barrier' ? 'waits at this barrier' : access.mode === 'absent' ? 'is not here' : `${access.mode}s`) ;
const place = p => `${p.file}:${p.line}`;

const keywords = /^(?:__\w+__|if|else|for|while|do|return|break|continue|switch|case|default|const|volatile|static|extern|struct|class|template|typename|int|unsigned|float|double|char|short|long|void|bool|auto|using|namespace|kernel|global|local|size_t)$/;
function paint(text, marks) {
  const out = make('span');
  const token = /(\/\/.*|\/\*.*?\*\/)|("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(^\s*#.*)|([A-Za-z_]\w*)|(\s+|\d[\w.]*|.)/g;
  for (let match; (match = token.exec(text)) !== null;) {
    const kind = match[1] ? 'c' : match[2] ? 's' : match[3] ? 'd' : match[4] && keywords.test(match[4]) ? 'k' : '';
    const piece = kind ? make('span', {class: kind}, match[0]) : match[0];
    out.append(marks.includes(match.index + 1) ? make('mark', {}, piece) : piece);
  }
  return out;
}

function sourceView(file, first, last, lines, joined) {
  const text = sources[file];
  if (text === undefined) return null;
  const all = text.split('\n'), pre = make('pre', {tabindex: 0, 'aria-label': 'source of ' + file});
  const from = Math.max(1, first - 4), to = Math.min(all.length, last + 4), at = {};
  for (let n = from; n <= to; n++) {
    const own = lines[n] || {classes: [], mark: '', columns: [], title: ''};
    const isBarrier = /\b(__sync(threads|warp)\w*|barrier|work_group_barrier)\s*\(|\.sync\s*\(/.test(all[n - 1]);
    const line = make('span', {class: ['l', ...own.classes, isBarrier && !own.mark ? 'bar' : ''].join(' '), title: own.title},
      make('span', {class: 'n'}, String(n)), make('span', {class: 'm'}, own.mark || (isBarrier ? '≡' : '')), paint(all[n - 1] || '', own.columns));
    at[n] = n - from;
    pre.append(line);
  }
  if (joined && joined[0] !== joined[1]) requestAnimationFrame(() => {
    const height = pre.querySelector('.l').offsetHeight, y = joined.map(n => (at[n] + .5) * height);
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'), path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    svg.setAttribute('width', 12); svg.setAttribute('height', pre.scrollHeight);
    path.setAttribute('d', `M10 ${y[0]} H3 V${y[1]} H10`);
    path.setAttribute('fill', 'none'); path.setAttribute('stroke', 'var(--bad)'); path.setAttribute('stroke-width', 2);
    svg.append(path); pre.append(svg);
  });
  return make('div', {}, make('div', {class: 'dim'}, file), pre);
}

/* Both accesses in their files; one view if they share one. */
function findingSources(kernel, finding) {
  const views = make('div'), byFile = new Map();
  finding.accesses.forEach((access, i) => {
    if (!byFile.has(access.file)) byFile.set(access.file, {});
    const lines = byFile.get(access.file), mark = 'AB'[i];
    const line = lines[access.line] = lines[access.line] || {classes: [], mark: '', columns: [], title: ''};
    line.classes = [line.mark ? 'ab' : mark.toLowerCase()];
    line.mark += mark;
    line.columns.push(access.column);
    line.title += `${mark}: ${who(access)} `;
    for (const call of access.inlined_at) if (call.file === access.file && !lines[call.line]) lines[call.line] = {classes: [], mark: '→', columns: [call.column], title: 'called here'};
  });
  for (const [file, lines] of byFile) {
    const numbers = Object.keys(lines).map(Number), accesses = finding.accesses.filter(a => a.file === file).map(a => a.line);
    views.append(sourceView(file, Math.min(...numbers), Math.max(...numbers), lines, accesses.length === 2 ? accesses : null) || '');
  }
  return views;
}

/* The two threads' ways to the conflict, side by side. */
function story(finding) {
  const steps = finding.accesses.map(access => [...access.inlined_at].reverse().map(call => `${place(call)}: calls`)
    .concat(`${place(access)}: ${deed(access)}${access.mode === 'barrier' ? '' : ` ${finding.array || 'memory'}${access.index !== null ? `[${access.index}]` : ''}`}${access.value !== null && access.mode === 'write' ? ' = ' + access.value : ''}`));
  const table = make('table', {class: 'story'}, make('tr', {}, ...finding.accesses.map((a, i) => make('th', {class: 'ab'[i]}, `${'AB'[i]}: ${who(a)}`))));
  const rows = Math.max(...steps.map(s => s.length));
  for (let r = 0; r < rows; r++) {
    const cells = steps.map(s => make('td', {}, s[r - (rows - s.length)] || ''));
    table.append(make('tr', r === rows - 1 ? {class: 'conflict'} : {}, ...cells));
  }
  return table;
}

/* The cells around the conflict, and who touched them. */
function memoryPicture(finding) {
  const indices = finding.accesses.map(a => /^-?\d+$/.test(a.index || '') ? BigInt(a.index) : null);
  if (indices.some(i => i === null) || indices.length === 0) return null;
  const low = indices.reduce((a, b) => a < b ? a : b), high = indices.reduce((a, b) => a > b ? a : b);
  if (high - low > 32n) return null;
  const row = make('div', {class: 'cells', role: 'img', 'aria-label': 'cells of ' + finding.array});
  for (let i = low >= 0n && low < 4n ? 0n : low - 4n; i <= high + 4n; i++) {
    const cell = make('div', {class: 'cell' + (indices.filter(x => x === i).length > 0 ? ' hit' : '')}, make('div', {class: 'dim'}, String(i)));
    finding.accesses.forEach((a, n) => { if (indices[n] === i) cell.append(make('div', {class: n ? 'tb' : 'ta'}, `${'AB'[n]} ${a.mode}`)); });
    row.append(cell);
  }
  return make('div', {}, make('div', {class: 'dim'}, `memory: ${finding.array} (${finding.space || '?'})`), row);
}

function launch(witness) {
  const list = [['blockDim', triple(witness.block)], ['gridDim', triple(witness.grid)], ...Object.entries(witness.params), ...Object.entries(witness.arrays), ...Object.entries(witness.values)];
  return make('p', {}, make('span', {class: 'dim'}, 'launch: '), list.map(([name, value]) => `${name} = ${value}`).join(', '));
}

function findingCard(kernel, finding) {
  const certainty = finding.certainty === 'confirmed' ? 'replayed' : 'possible, not replayed';
  return make('section', {class: 'card ' + finding.level},
    make('div', {}, make('b', {}, finding.level + ': '), finding.message || finding.rule, make('span', {class: 'dim'}, ` [${finding.rule}] ${certainty}`)),
    finding.suppressed ? make('div', {class: 'dim'}, 'suppressed: ' + finding.suppressed) : null,
    finding.precondition ? make('p', {}, (finding.precondition_proved ? 'cannot happen if ' : 'was not found where ') + finding.precondition) : null,
    finding.witness ? launch(finding.witness) : null,
    finding.accesses.length ? story(finding) : null, memoryPicture(finding), findingSources(kernel, finding));
}

function list(title, items) {
  return items.length ? make('div', {}, make('h3', {}, title), make('ul', {}, ...items.map(i => make('li', {}, i)))) : null;
}

function details({file, kernel}) {
  const main = document.querySelector('main'), names = {race: 'race-free', divergence: 'free of barrier divergence', bounds: 'in bounds', assert: 'assertions hold'};
  const lines = {};
  for (const advice of kernel.advice) lines[advice.line] = {classes: ['red'], mark: '✂', columns: [advice.column], title: advice.message || ''};
  const own = kernel.advice.filter(a => a.file === kernel.file).map(a => a.line).concat(kernel.line);
  main.replaceChildren(...[make('h2', {}, kernel.display), make('div', {class: 'dim'}, `${kernel.file || file.path}:${kernel.line}`),
    make('p', {}, ...Object.entries(kernel.properties).flatMap(([name, verdict]) => [make('span', {class: 'v ' + verdict}, `${name}: ${verdict}`), '  '])),
    list('Holds under conditions', Object.entries(kernel.sufficient).map(([p, c]) => `${names[p]} if ${c}`)),
    kernel.findings.length ? make('h3', {}, 'Findings') : null, ...kernel.findings.map(f => findingCard(kernel, f)),
    list('Not proved', kernel.unproved.map(u => `${u.property}: ${u.detail || ''} [${u.reason}] ${u.line ? place(u) : ''}`)),
    list('Advice', kernel.advice.map(a => `${place(a)}: ${a.message || a.rule} [${a.rule}]`)),
    list('What the proofs rest on', kernel.assumptions),
    list('Bounds not checked, size unknown', kernel.unchecked),
    make('h3', {}, 'Source'), sourceView(kernel.file || file.path, Math.min(...own), Math.max(...own) + 30, lines, null)].filter(Boolean));
  main.scrollTop = 0;
}

function select(index) {
  if (index < 0 || index >= shown.length) return;
  document.querySelectorAll('nav li').forEach((li, i) => li.setAttribute('aria-selected', i === index));
  selected = index;
  details(shown[index]);
  document.querySelectorAll('nav li')[index].scrollIntoView({block: 'nearest'});
  history.replaceState(null, '', '#' + encodeURIComponent(shown[index].kernel.name));
}

function refresh() {
  const text = document.getElementById('filter').value.toLowerCase();
  shown = kernels.filter(({file, kernel}) => (wanted.size === 0 || wanted.has(kernel.verdict)) && (kernel.display + ' ' + file.path).toLowerCase().includes(text));
  const rank = {refuted: 0, unproved: 1, unchecked: 2, proved: 3};
  shown.sort((a, b) => rank[a.kernel.verdict] - rank[b.kernel.verdict]);
  document.querySelector('nav ul').replaceChildren(...shown.map(({file, kernel}, i) => {
    const li = make('li', {role: 'option', 'aria-selected': false}, make('span', {class: 'v ' + kernel.verdict}, kernel.verdict + ' '), kernel.display.replace(/\(.*/, ''),
      make('br'), make('small', {}, `${file.path}:${kernel.line}`));
    li.addEventListener('click', () => select(i));
    return li;
  }));
  if (shown.length) select(0); else document.querySelector('main').replaceChildren('no kernel');
}

const header = document.querySelector('header');
for (const verdict of ['refuted', 'unproved', 'proved', 'unchecked']) {
  const count = kernels.filter(k => k.kernel.verdict === verdict).length;
  if (!count) continue;
  const button = make('button', {'aria-pressed': false, class: verdict}, `${count} ${verdict}`);
  button.addEventListener('click', () => {
    wanted.has(verdict) ? wanted.delete(verdict) : wanted.add(verdict);
    button.setAttribute('aria-pressed', wanted.has(verdict));
    refresh();
  });
  header.insertBefore(button, document.getElementById('filter'));
}
if (failed.length) header.append(make('details', {class: 'refuted'}, make('summary', {}, `${failed.length} files not analysed`), ...failed.map(f => make('div', {}, `${f.path}: ${f.error || f.status}`))));
document.getElementById('filter').addEventListener('input', refresh);
const setDark = dark => document.documentElement.classList.toggle('dark', dark);
setDark(matchMedia('(prefers-color-scheme: dark)').matches);
document.getElementById('theme').addEventListener('click', () => setDark(!document.documentElement.classList.contains('dark')));
addEventListener('keydown', event => {
  if (event.target.tagName === 'INPUT') { if (event.key === 'Escape') event.target.blur(); return; }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'j' || event.key === 'ArrowDown') { select(selected + 1); event.preventDefault(); }
  else if (event.key === 'k' || event.key === 'ArrowUp') { select(selected - 1); event.preventDefault(); }
  else if (event.key === '/') { document.getElementById('filter').focus(); event.preventDefault(); }
});
refresh();
const asked = decodeURIComponent(location.hash.slice(1)), found = shown.findIndex(k => k.kernel.name === asked);
if (found > 0) select(found);
document.documentElement.dataset.ready = shown.length;
