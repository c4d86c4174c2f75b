// The script of a report. The files page*.js are one script, put together by the Makefile.
//
// All text of the model goes into the page as text (textContent), never as markup.
'use strict';

const readData = id => JSON.parse(document.getElementById(id).textContent);

// An element with attributes and children; strings become text.
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'style') for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter(child => child != null));
  return element;
}

// SVG elements belong to another name space, which an element from the parser of the page tells.
const drawing = document.createRange().createContextualFragment('<svg></svg>').firstChild.namespaceURI;

function draw(tag, attributes, ...children) {
  const element = document.createElementNS(drawing, tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const inWords = value => value === true ? 'TRUE' : value === false ? 'FALSE' : value === null ? 'undefined' : String(value);
const count = (number, one, many) => `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

// Puts text on the clipboard, and says so on the button for a moment.
async function copy(text, button) {
  let copied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) { // no permission, or an old browser: by a selection
    const area = make('textarea', {class: 'silent', 'aria-hidden': 'true'});
    area.value = text;
    document.body.append(area);
    area.select();
    copied = document.execCommand('copy');
    area.remove();
    button.focus();
  }
  const label = button.textContent;
  if (button.dataset.busy) return;
  button.dataset.busy = 'yes';
  button.textContent = copied ? 'Copied' : 'Not copied';
  setTimeout(() => { button.textContent = label; delete button.dataset.busy; }, 1200);
}

function addCopyOfCommand() {
  const command = document.getElementById('command');
  const button = make('button', {type: 'button', 'aria-label': 'Copy the command'}, 'Copy');
  button.addEventListener('click', () => copy(command.textContent, button));
  command.after(button);
}

// What is folded is to be on paper all the same.
function unfoldForPrint() {
  let opened = [];
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll('details:not([open])')];
    for (const details of opened) details.open = true;
  });
  addEventListener('afterprint', () => { for (const details of opened) details.open = false; });
}

function start() {
  const check = readData('check-data'), page = readData('page-data');
  const viewers = [...document.querySelectorAll('.viewer')].map(place => {
    const property = check.properties[place.dataset.result];
    const trace = new Trace(property.trace, page.models[place.dataset.result] || page);
    return new Viewer(place, trace, property, new Why(page.why[place.dataset.result], trace));
  });
  addCopyOfCommand();
  unfoldForPrint();
  listenToKeys(viewers);
  if (page.history) drawHistory(document.getElementById('plots'), page.history, check.properties);
}

addEventListener('DOMContentLoaded', start);
