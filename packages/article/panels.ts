import { type Element, isTag, type ParentNode } from 'domhandler';
import { roleOf, textOf } from './tree.ts';

/** Roles of elements that open in front of the page and are no text. */
const CONTROLS: ReadonlySet<string> = new Set(['menu', 'listbox', 'tooltip']);
/** Roles of elements that open in front of the page: what stands before one does not open it. */
const LAYERS: ReadonlySet<string> = new Set(['dialog', 'alertdialog']);
const OPENING_TAGS: ReadonlySet<string> = new Set([
  'button',
  'summary',
  'dt',
  'label',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
]);
const OPENING_ROLES: ReadonlySet<string> = new Set(['button', 'tab', 'heading']);
/** What opens a part is short; a longer element in front of it is text. */
const MAX_OPENER_CHARS = 200;
/** How many elements are looked at in search of what opens a part. */
const MAX_LOOKED_AT = 40;

/** Knows which parts of a page a visitor can open. */
export class Panels {
  /** The ids, and the labels, of the parts that something else on the page names. */
  readonly #named = new Set<string>();
  #tabs = 0;

  /** Takes note of what an element opens; call it for every element of the page. */
  note({ attribs }: Element): void {
    const { 'aria-controls': controls, commandfor, popovertarget, href, onclick, role, id } = attribs;
    const target = attribs['data-bs-target'] ?? attribs['data-target'];
    for (const name of [commandfor, popovertarget]) if (name !== undefined) this.#named.add(name);
    if (controls !== undefined) for (const name of controls.split(/\s+/)) this.#named.add(name);
    if (target?.startsWith('#')) this.#named.add(target.slice(1));
    if (href !== undefined && href.length > 1 && href.startsWith('#')) this.#named.add(href.slice(1));
    if (onclick !== undefined)
      for (const [, name = ''] of onclick.slice(0, 300).matchAll(/["']#?([\w-]{2,60})["']/g))
        this.#named.add(name);
    if (role !== 'tab') return;
    this.#tabs++;
    if (id !== undefined) this.#named.add(id);
  }

  /** Whether a visitor can open a closed part: something names it, or something to press is in front of it. */
  opens(panel: Element): boolean {
    const role = roleOf(panel);
    if (CONTROLS.has(role)) return false;
    const { id, hidden, popover, 'aria-labelledby': label } = panel.attribs;
    const isLayer = LAYERS.has(role) || panel.name === 'dialog' || popover !== undefined;
    if (isLayer || panel.attribs['aria-modal'] === 'true') return id !== undefined && this.#named.has(id);
    if (hidden === 'until-found' || (role === 'tabpanel' && this.#tabs > 0)) return true;
    if (id !== undefined && this.#named.has(id)) return true;
    if (label !== undefined && this.#named.has(label.trim())) return true;
    return isBehindOpener(panel);
  }
}

function isBehindOpener(panel: Element): boolean {
  const before = previousOf(panel);
  if (before !== null && countOpeners(before) > 0 && textOf(before, MAX_OPENER_CHARS).trim() !== '')
    return true;
  const after = nextOf(panel);
  if (after !== null && before !== null && (after.name === 'button' || roleOf(after) === 'button'))
    return true;
  return isOneOfSeveral(panel);
}

/** Whether it is one of several panels, such as those of tabs or a row of pictures, beside things to press. */
function isOneOfSeveral(panel: Element): boolean {
  let [first, last] = [panel, panel];
  let left = MAX_LOOKED_AT;
  for (let at = previousOf(panel); at !== null && left > 0 && isTwin(at, panel); at = previousOf(at), left--)
    first = at;
  for (let at = nextOf(panel); at !== null && left > 0 && isTwin(at, panel); at = nextOf(at), left--)
    last = at;
  if (first !== last && around(first, last).some((each) => countOpeners(each, isTab) > 1)) return true;
  return isOneOfPairs(panel) || isOneOfAsMany(panel);
}

/** The elements beside a run of panels, and beside what is around it. */
function around(first: Element, last: Element): Element[] {
  const { parent } = first;
  const outer = parent !== null && isTag(parent) ? [previousOf(parent), nextOf(parent)] : [];
  return [previousOf(first), nextOf(last), ...outer].filter((each) => each !== null);
}

/** Whether short titles and panels alternate, alone or each pair in an element. */
function isOneOfPairs(panel: Element): boolean {
  const title = previousOf(panel);
  if (title === null || isAlike(title, panel) || !isShortText(title)) return false;
  const isPair = (one: Element | null, other: Element | null) =>
    one !== null && other !== null && isAlike(one, title) && isAlike(other, panel) && isShortText(one);
  const after = nextOf(panel);
  const before = previousOf(title);
  if (isPair(after, after && nextOf(after)) || isPair(before && previousOf(before), before)) return true;
  const { parent } = panel;
  if (parent === null || !isTag(parent) || previousOf(title) !== null || after !== null) return false;
  return [previousOf(parent), nextOf(parent)].some((other) => {
    if (other === null || !isAlike(other, parent)) return false;
    const [one = null, two = null, ...rest] = other.children.filter(isTag);
    return rest.length === 0 && isPair(one, two);
  });
}

/** Whether a row of as many short texts as there are panels is beside them. */
function isOneOfAsMany(panel: Element): boolean {
  const { parent } = panel;
  const panels = (parent?.children ?? []).filter(
    (each) => isTag(each) && each.name === panel.name,
  ) as Element[];
  const [first, last] = [panels[0], panels.at(-1)];
  if (first === undefined || last === undefined || first === last || panels.length > MAX_LOOKED_AT)
    return false;
  return around(first, last).some((each) => {
    let row = each;
    for (let only = row.children.filter(isTag); only.length === 1; only = row.children.filter(isTag))
      row = only[0] as Element;
    const titles = row.children.filter(isTag);
    return titles.length === panels.length && titles.every(isShortText) && countOpeners(each, isTab) > 1;
  });
}

/** Whether two elements have the same tag, classes and style. */
function isAlike(one: Element, other: Element): boolean {
  const { class: names, style, hidden } = other.attribs;
  const { attribs } = one;
  return (
    one.name === other.name && attribs.class === names && attribs.style === style && attribs.hidden === hidden
  );
}

function isShortText(element: Element): boolean {
  const text = textOf(element, MAX_OPENER_CHARS).trim();
  return text !== '' && text.length < MAX_OPENER_CHARS;
}

function isTwin(one: Element, other: Element): boolean {
  if (one.name !== other.name) return false;
  const names = (other.attribs.class ?? '').split(/\s+/).filter(Boolean);
  return (one.attribs.class ?? '').split(/\s+/).some((name) => names.includes(name));
}

function isOpener(element: Element): boolean {
  const { name, attribs } = element;
  if (OPENING_TAGS.has(name) || OPENING_ROLES.has(roleOf(element))) return true;
  return ['aria-expanded', 'data-toggle', 'data-bs-toggle', 'onclick'].some(
    (each) => attribs[each] !== undefined,
  );
}

function isTab(element: Element): boolean {
  return element.name === 'a' || element.name === 'li' || isOpener(element);
}

/** How many things to press a short element holds, itself included; 0 if it has much text. */
function countOpeners(element: Element, isOne = isOpener): number {
  if (element.name === 'script' || element.name === 'style') return 0;
  if (textOf(element, 2 * MAX_OPENER_CHARS).trim().length > MAX_OPENER_CHARS) return 0;
  let count = isOne(element) ? 1 : 0;
  let left = MAX_LOOKED_AT;
  const look = ({ children }: ParentNode): void => {
    for (const child of children) {
      if (left <= 0) return;
      left--;
      if (!isTag(child)) continue;
      if (isOne(child)) count++;
      look(child);
    }
  };
  look(element);
  return count;
}

function previousOf(element: Element): Element | null {
  let at = element.prev;
  while (at !== null && !(isTag(at) && at.type === 'tag')) at = at.prev;
  return at;
}

function nextOf(element: Element): Element | null {
  let at = element.next;
  while (at !== null && !(isTag(at) && at.type === 'tag')) at = at.next;
  return at;
}
