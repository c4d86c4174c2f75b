#!/usr/bin/env python3
"""HTML reports in a real browser: usage: tests/browser/report.py COSET [FOLDER-FOR-PICTURES]. Writes TAP.

Pages load without a message on the console, keys work, a long trace stays fluid, dark mode and a phone show all of it."""
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
from driver import Browser  # noqa: E402

PARTS, STEPS = 20, 1000
CHANGES_PER_KEY = 2000  # a few dozens are usual; the trace has 1000 steps of 201 variables
NAME = '</script><img src=x onerror=alert(1)>'

count = failures = 0


def check(name, passed, detail=''):
    global count, failures
    count += 1
    failures += not passed
    print(f'{"ok" if passed else "not ok"} {count} - {name}')
    if not passed:
        print(f'# {detail}')


def equal(name, expected, actual):
    check(name, expected == actual, f'expected {expected!r}, not {actual!r}')


# ---- Models -------------------------------------------------------------------------------------------------------

def long_model():
    """Parts of ten variables each that go through many steps."""
    lines = ['MODULE part(n, k)', 'VAR', '  turn: 0..7;'] + [f'  v{j}: boolean;' for j in range(9)]
    lines += ['ASSIGN', '  init(turn) := 0;', f'  next(turn) := n mod {PARTS} = k ? (turn + 1) mod 8 : turn;']
    for j in range(9):
        lines += [f'  init(v{j}) := FALSE;',
                  f'  next(v{j}) := n mod {PARTS} = k & turn mod {j + 2} = 0 ? !v{j} : v{j};']
    lines += ['MODULE main', 'VAR', f'  n: 0..{STEPS};'] + [f'  p{i}: part(n, {i});' for i in range(PARTS)]
    lines += ['ASSIGN', '  init(n) := 0;', f'  next(n) := n < {STEPS} ? n + 1 : n;', f'INVARSPEC n < {STEPS - 1};']
    return '\n'.join(lines) + '\n'


def ring_model():
    """A token that goes around forever; one rule and one property have names that are markup."""
    return f'''
type Proc: scalarset(3); Place: enum {{ away, here }};
var place: array [Proc] of Place; round: 0..3;
ruleset p: Proc; q: Proc do
  rule "{NAME}" place[p] = here & p != q ==> begin
    place[p] := away; place[q] := here; if round < 3 then round := round + 1; end;
  end;
end;
ruleset p: Proc do
  startstate begin for q: Proc do place[q] := away; end; place[p] := here; round := 0; end;
end;
invariant "{NAME}" round < 3;
ctl "it stays <b>somewhere</b>" AF forall p: Proc do place[p] = away end;
'''


def make_report(coset, folder, name, text, *options):
    model, page = os.path.join(folder, name), os.path.join(folder, name + '.html')
    with open(model, 'w', encoding='utf-8') as file:
        file.write(text)
    done = subprocess.run([coset, 'check', model, '--html', page, *options], capture_output=True, text=True, check=False)
    equal(f'{name}: the check fails a property', 1, done.returncode)
    return page


# ---- Looking ------------------------------------------------------------------------------------------------------

def place(browser, viewer=0):
    return browser.run('return document.querySelectorAll(".place")[arguments[0]].textContent', viewer)


def overflow(browser):
    return browser.run('return [document.documentElement.scrollWidth, document.documentElement.clientWidth]')


def texts(browser, selector):
    return browser.run('return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)', selector)


def test_keys(browser, page):
    browser.open(page)
    equal('the page loads without a message', [], browser.log())
    check('there is a viewer for each run', len(texts(browser, '.place')) == 2, texts(browser, '.place'))
    equal('it begins with the first state', 'State 1 of 4', place(browser))
    browser.press('Right')
    equal('an arrow steps', 'State 2 of 4', place(browser))
    equal('what changed is marked', 3, len(texts(browser, '.viewer[data-result="0"] .values .changed')))
    browser.press('Left', 'Left')
    equal('... and back, not beyond the first', 'State 1 of 4', place(browser))
    browser.press('End')
    equal('End is the last state', 'State 4 of 4', place(browser))
    browser.press('Home', 'j', 'j', 'k')
    equal('letters step, too', 'State 2 of 4', place(browser))
    browser.press('/')
    browser.press(*'round = 3', 'Enter')
    equal('a search finds a value', 'State 4 of 4', place(browser))
    equal('... and says how often', '1 of 1', texts(browser, '.viewer[data-result="0"] output.note')[0])
    browser.press('Escape', 'Home', 'n')
    equal('... and n finds it again', 'State 4 of 4', place(browser))
    browser.press('f')
    browser.press(*'round')
    equal('a filter leaves what it names', 1, len(texts(browser, '.viewer[data-result="0"] .values tbody tr')))
    browser.press('Escape')
    equal('Escape gives the keys back to the trace', 'viewer', browser.run('return document.activeElement.className'))
    browser.run('document.querySelectorAll(".viewer")[1].focus()')
    browser.press('End')
    last = place(browser, 1)
    browser.press('Right')
    loop = browser.run('return JSON.parse(document.getElementById("check-data").textContent).properties[1].trace.loop')
    equal('after the last state comes the loop', f'State {loop + 1}', place(browser, 1).split(' of')[0])
    browser.press('End', 'l')
    equal('l goes there, too', f'State {loop + 1}', place(browser, 1).split(' of')[0])
    check('... of a run with several states', last != 'State 1 of 1', last)
    equal('the other viewer stays where it is', 'State 4 of 4', place(browser))


def test_names(browser):
    equal('a name that is markup is text', 0, browser.run('return document.querySelectorAll("img, main b b, .formula b").length'))
    check('... and all of it is there', NAME in texts(browser, '.verdicts .name')[0], texts(browser, '.verdicts .name'))
    check('... in steps as well', any(NAME in step for step in texts(browser, '.chart .step')))
    equal('lanes are the parts', ['Proc_1', 'Proc_2', 'Proc_3'],
          browser.run('return [...document.querySelector(".heads").children].slice(2).map(e => e.textContent)'))
    check('steps are marked in lanes', browser.run('return document.querySelectorAll(".chart .act b").length') > 0)


def test_focus(browser):
    browser.run('document.activeElement.blur(); scrollTo(0, 0)')
    reached = set()
    for _ in range(60):
        browser.press('Tab')
        reached.add(browser.run('return document.activeElement.tagName + "." + document.activeElement.className'))
    check('Tab reaches runs and their controls', {'DIV.viewer', 'BUTTON.', 'INPUT.', 'SUMMARY.'} <= reached, reached)
    named = '''return [...document.querySelectorAll("button, input, select, [role=img], [role=group]")].filter(e =>
        !e.getAttribute("aria-label") && !e.textContent.trim() && !e.closest("label")).length'''
    equal('every control has a name', 0, browser.run(named))


def test_table(browser, page):
    browser.open(page)
    browser.develop('Browser.grantPermissions', permissions=['clipboardReadWrite', 'clipboardSanitizedWrite'])
    browser.press('Right', 'c')
    time.sleep(0.3)
    text = browser.run('return navigator.clipboard.readText()')
    check('the table of a state can be copied', 'round\t1\n' in text, text)


def test_json(browser, coset, page):
    """What is copied as JSON is what the program reads back."""
    browser.run('[...document.querySelectorAll("button")].find(e => e.textContent === "Copy as JSON").click()')
    time.sleep(0.3)
    trace = page + '.json'
    with open(trace, 'w', encoding='utf-8') as file:
        file.write(browser.run('return navigator.clipboard.readText()'))
    model = page[:-len('.html')]
    done = subprocess.run([coset, 'replay', model, trace], capture_output=True, text=True, check=False)
    check('a trace that is copied as JSON can be replayed', done.returncode in (0, 1) and 'error' not in done.stderr,
          done.stdout + done.stderr)


def test_reasons(browser, page):
    browser.open(page)
    with open(page, encoding='utf-8') as file:
        check('the policy allows nothing by its place', "'unsafe-" not in file.read(4000))
    equal('the reason stands beside the trace', True, 'round < 3 is false' in texts(browser, '.why pre')[0])
    browser.press('End')
    equal('the state that violates it is marked', ['4'], texts(browser, '.viewer[data-result="0"] .row.why .index'))
    equal('... and what it is about', ['round'], texts(browser, '.viewer[data-result="0"] .values .why td:first-child'))
    equal('a bar for each part', 3, len(texts(browser, '.viewer[data-result="0"] .bar-of')))
    before = browser.run('return document.querySelector(".bars-inner").clientWidth')
    browser.run('document.querySelector(\'[aria-label="More detail of the time axis"]\').click()')
    equal('bars can be stretched', 2 * before, browser.run('return document.querySelector(".bars-inner").clientWidth'))
    equal('a step leads to the rule in the model', True,
          NAME in browser.run('const link = document.querySelector(".chart .step a"); link.click();'
                              'return document.querySelector(link.getAttribute("href")).textContent'))


def test_pinch(browser, page):
    """On a phone, two fingers stretch the bars about the place between them."""
    browser.resize(390, 844, True)
    browser.develop('Emulation.setTouchEmulationEnabled', enabled=True, maxTouchPoints=2)
    browser.open(page)
    box = browser.run('const e = document.querySelector(".bars-outer"); e.scrollIntoView({block: "center", behavior: "instant"});'
                      'const r = e.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]')
    middle = box[0] + box[2] * 3 / 5
    part = 'const r = document.querySelector(".bars-inner").getBoundingClientRect(); return [(arguments[0] - r.left) / r.width, r.width]'
    place_before, before = browser.run(part, middle)
    browser.pinch(middle, box[1] + box[3] / 2, 30, 120)
    time.sleep(0.3)
    place_after, after = browser.run(part, middle)
    check('two fingers stretch the bars', 3 < after / before < 5, f'{before} {after}')
    check('... about the place between them', abs(place_after - place_before) < 0.05, f'{place_before} {place_after}')
    check('... and not the page', browser.run('return visualViewport.scale') == 1)
    wide, room = overflow(browser)
    check('... which stays as wide as the phone', wide <= room and room == 390, f'{wide} {room}')
    browser.pinch(middle, box[1] + box[3] / 2, 120, 30)
    time.sleep(0.3)
    check('... and press them together again', browser.run(part, middle)[1] < after / 2)
    browser.develop('Emulation.setTouchEmulationEnabled', enabled=False)
    browser.resize(1280, 900)


def test_lanes(browser, page):
    """The number of the state stays where it is when lanes are scrolled."""
    browser.open(page)
    place_of = 'return document.querySelector(".chart .index").getBoundingClientRect().left'
    before = browser.run(place_of)
    browser.run('document.querySelector(".scroll").scrollLeft = 400')
    equal('numbers stay in sight', before, browser.run(place_of))
    check('... while lanes go', browser.run('return document.querySelector(".scroll").scrollLeft') > 0)


def test_paper(browser, page):
    browser.open(page)
    browser.run('window.open_details = -1; addEventListener("beforeprint", () => { window.open_details = '
                'document.querySelectorAll("details[open]").length; })')
    paper = browser.develop('Page.printToPDF')
    check('a page can be printed', len(paper['data']) > 10000, len(paper['data']))
    equal('... with what is folded', len(texts(browser, 'details')), browser.run('return window.open_details'))
    equal('... which is folded again', 0, len(texts(browser, 'details[open]:not(.why)')))
    browser.develop('Emulation.setEmulatedMedia', media='print')
    equal('... and without controls', 0, browser.run('return [...document.querySelectorAll("button, input")].filter('
                                                     'e => e.offsetHeight > 0).length'))
    browser.develop('Emulation.setEmulatedMedia', media='')


def test_long_trace(browser, page):
    browser.open(page)
    equal('a long run loads without a message', [], browser.log())
    equal('... all of it', f'State 1 of {STEPS}', place(browser))
    equal('... with all variables', 10 * PARTS + 1, len(texts(browser, '.values tbody tr')))
    measure = '''const place = document.querySelector(".viewer"), times = [], changes = [];
        const observer = new MutationObserver(() => {});
        observer.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
        for (let i = 0; i < 300; i++) {
            const begin = performance.now();
            place.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
            document.body.offsetHeight;
            times.push(performance.now() - begin);
            changes.push(observer.takeRecords().reduce((sum, r) => sum + 1 + r.addedNodes.length, 0));
        }
        observer.disconnect();
        times.sort((a, b) => a - b);
        changes.sort((a, b) => a - b);
        return [times[150], times[299], changes[150], changes[299]]'''
    median, most, changes, most_changes = browser.run(measure)
    print(f'# a key takes {median:.1f} ms, {most:.1f} ms at the most, and {changes} changes of the page, {most_changes} '
          'at the most')
    check('a key changes something', changes > 0, changes)
    check('... and little of the page', most_changes < CHANGES_PER_KEY, most_changes)
    equal('... and does what it should', f'State 301 of {STEPS}', place(browser))
    begin = time.monotonic()
    browser.press('End', 'Home', *['Right'] * 40)
    spent = time.monotonic() - begin
    print(f'# 42 keys through the driver take {spent:.2f} s')
    equal('keys of a keyboard do the same', f'State 41 of {STEPS}', place(browser))
    check('few rows are in the page', browser.run('return document.querySelectorAll(".chart .row").length') < 200)
    browser.run('const box = document.querySelector(".scroll"); box.scrollTop = box.scrollHeight')
    time.sleep(0.5)
    check('scrolling brings more of them', browser.run('return document.querySelectorAll(".chart .row").length') > 61)
    check('plots are drawn', len(texts(browser, '.plot')) == 3, texts(browser, 'figcaption'))


def test_looks(browser, pages, pictures):
    for width, height, mobile in ((390, 844, True), (320, 568, True), (1280, 900, False)):
        for scheme in ('light', 'dark'):
            for page in pages:
                browser.resize(width, height, mobile)
                browser.prefer(prefers_color_scheme=scheme)
                browser.open(page)
                name = os.path.basename(page).split('.')[0]
                wide, room = overflow(browser)
                check(f'{name}, {width} wide, {scheme}: nothing sticks out', wide <= room and room == width, f'{wide} {room}')
                contrast = browser.run(CONTRAST)
                check(f'{name}, {width} wide, {scheme}: text can be read', contrast >= 4.5, f'contrast {contrast}')
                if pictures:
                    full = browser.run('return document.documentElement.scrollHeight')
                    browser.resize(width, min(full, 6000), mobile)
                    browser.picture(os.path.join(pictures, f'{name}-{width}-{scheme}.png'))


def show_lock(browser, coset, folder, pictures):
    """The picture in the README: the counterexample of a lock, at its end."""
    page = os.path.join(folder, 'lock.html')
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    done = subprocess.run([coset, 'check', 'examples/lock.m', '-D', 'N=5', '--html', page], cwd=root, capture_output=True,
                          check=False)
    equal('the lock of the README fails', 1, done.returncode)
    browser.prefer(prefers_color_scheme='light')
    browser.resize(1400, 1080)
    browser.open(page)
    browser.run('document.querySelector(".viewer").focus()')
    browser.press('End')
    browser.run('document.activeElement.blur(); document.querySelector(".why").parentElement.scrollIntoView({block: "start", behavior: "instant"})')
    equal('... and is shown at its end', 'State 6 of 6', place(browser))
    if pictures:
        browser.picture(os.path.join(pictures, 'lock.png'))


# The least contrast of text with its ground, by the formula of WCAG. Controls that are off do not count.
CONTRAST = '''
const light = color => {
  const [r, g, b] = color.match(/[\\d.]+/g).slice(0, 3).map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b;
};
const ground = element => {
  for (; element; element = element.parentElement) {
    const color = getComputedStyle(element).backgroundColor;
    if (!/, 0\\)|transparent/.test(color)) return light(color);
  }
  return 1;
};
let least = 21;
for (const element of document.querySelectorAll("main *, header *, footer *")) {
  const own = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
  if (!own || element.closest("svg, script, noscript") || element.disabled || element.offsetHeight === 0) continue;
  const a = light(getComputedStyle(element).color), b = ground(element);
  least = Math.min(least, (Math.max(a, b) + .05) / (Math.min(a, b) + .05));
}
return least;
'''


def main():
    coset = os.path.abspath(sys.argv[1])
    pictures = sys.argv[2] if len(sys.argv) > 2 else None
    if pictures:
        os.makedirs(pictures, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        ring = make_report(coset, folder, 'ring.m', ring_model(), '--states')
        long = make_report(coset, folder, 'long.smv', long_model())
        browser = Browser()
        try:
            browser.resize(1280, 900)
            test_keys(browser, ring)
            test_names(browser)
            test_focus(browser)
            test_table(browser, ring)
            test_json(browser, coset, ring)
            test_reasons(browser, ring)
            test_pinch(browser, long)
            test_lanes(browser, long)
            test_paper(browser, ring)
            test_long_trace(browser, long)
            test_looks(browser, [ring, long], pictures)
            show_lock(browser, coset, folder, pictures)
            equal('there was no message at all', [], browser.log())
        finally:
            browser.close()
    print(f'1..{count}')
    return failures > 0


if __name__ == '__main__':
    sys.exit(main())
