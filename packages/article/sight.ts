import type { Element, ParentNode } from 'domhandler';
import { matchesScreen } from './css-rules.ts';
import type { Hiding, Layout } from './hiding-styles.ts';
import { Panels } from './panels.ts';
import { createStyleSheets, NOTHING } from './style-sheets.ts';
import { eachElement, textOf } from './tree.ts';

/** What a visitor sees of an element. */
export type Sight = {
  /** `closed` and `gone`: nothing in it is seen. Scripts often open what is `closed` at first. */
  readonly state: 'seen' | 'closed' | 'gone';
  /** Whether the text directly in it is seen; something inside it may be even if it is not. */
  readonly showsText: boolean;
  /** How its style parts it from the text beside it. */
  readonly layout: Layout;
  readonly inherited: Hiding;
};

/** Decides what a visitor sees of an element, from that of the element around it. */
export type Look = (element: Element, outer: Sight) => Sight;

/** What is seen outside all elements. */
export const OPEN: Sight = { state: 'seen', showsText: true, layout: 'text', inherited: {} };

/** Elements whose content browsers that run scripts do not show as text. */
const NEVER_SHOWN: ReadonlySet<string> = new Set(
  (
    'annotation annotation-xml applet area audio base canvas datalist defs desc embed frameset head iframe ' +
    'link map meta metadata noembed noframes noscript object param rp script source style symbol ' +
    'template textarea title track video'
  ).split(' '),
);
/** Names of hiding classes in widely used style sheets; they count if a page links style sheets. */
const HIDING_CLASSES =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-(?:text|only)|element-invisible|a11y-hidden)(?:\s|$)/;
/** Elements with the whole page. If a page hides them, a script shows them again. */
const ROOTS: ReadonlySet<string> = new Set(['html', 'body']);

/**
 * Makes the function that decides what a visitor sees, from attributes, inline styles and the style sheets in
 * the page (docs/hidden-text.md). Never throws; takes a limited time.
 *
 * The rules are asked in this order: what is no text; what is closed, unless a visitor can open it; what is
 * moved or cut away, which no click shows; what a class hides by a sheet that is not known; and of the rest,
 * whether its letters can be seen.
 */
export function createSight(root: ParentNode): (shown: ReadonlySet<Element>) => Look {
  const { sheets, knowsAllSheets, hasGrounds, names, panels } = surroundingsOf(root);
  const hidingOf = createStyleSheets(sheets, names);
  return (shown) =>
    (element, outer): Sight => {
      const { name, attribs } = element;
      // `hidingOf` returns null when the time for the page is used up.
      const own = NEVER_SHOWN.has(name) ? null : hidingOf(element);
      if (own === null) return GONE;
      const isClosed = closes(element, own);
      const isRevealed = shown.has(element) || ROOTS.has(name);
      const isOpened = isRevealed || ((isClosed || own.visibility === true) && panels.opens(element));
      if (isClosed && !isOpened) return attribs.popover === undefined ? CLOSED : GONE;
      if (own.box === true && !isRevealed) return GONE;
      if (!knowsAllSheets && attribs.class !== undefined && HIDING_CLASSES.test(attribs.class)) return GONE;
      return own === NOTHING ? inside(outer) : styled(own, { outer, isOpened, hasGrounds });
    };
}

/** Whether an element is closed at first. A style may show what `hidden` hides, but no popover. */
function closes({ name, attribs }: Element, own: Hiding): boolean {
  const { hidden, popover, open } = attribs;
  const isShut = hidden !== undefined || popover !== undefined || (name === 'dialog' && open === undefined);
  return (
    (isShut && (own.display !== false || popover !== undefined)) ||
    own.display === true ||
    own.height === true ||
    own.opacity === true
  );
}

/** What is seen of an open element with a style: whether its letters show, and how it stands beside others. */
function styled(
  own: Hiding,
  { outer, isOpened, hasGrounds }: { outer: Sight; isOpened: boolean; hasGrounds: boolean },
): Sight {
  const { visibility, font, colour, white, indent } = { ...outer.inherited, ...own };
  const inherited = {
    visibility: visibility === true && !isOpened,
    font: font === true,
    colour: colour === true,
    indent: indent === true,
  };
  const showsText = !Object.values(inherited).includes(true) && (white !== true || hasGrounds);
  const layout = own.layout ?? 'text';
  return { state: 'seen', showsText, layout, inherited: { ...inherited, white: white === true } };
}

/** The look of an element without a style of its own. */
function inside(outer: Sight): Sight {
  return outer.layout === 'text' ? outer : { ...outer, layout: 'text' };
}

const GONE: Sight = { state: 'gone', showsText: false, layout: 'text', inherited: {} };
const CLOSED: Sight = { ...GONE, state: 'closed' };

/** The style sheets in a page, the names to which their rules can refer, and its panels, in one pass. */
function surroundingsOf(root: ParentNode) {
  const sheets: string[] = [];
  const lists = new Set<string>();
  const ids = new Set<string>();
  const panels = new Panels();
  let knowsAllSheets = true;
  let hasGrounds = false;
  eachElement(root, (element) => {
    const { name, attribs } = element;
    if (attribs.class !== undefined) lists.add(attribs.class);
    if (attribs.id !== undefined) ids.add(attribs.id);
    panels.note(element);
    hasGrounds ||=
      attribs.bgcolor !== undefined ||
      attribs.background !== undefined ||
      /background/i.test(attribs.style ?? '');
    const { type = '', media = '', rel = '' } = attribs;
    if (
      name === 'style' &&
      /^\s*(?:text\/css\b.*)?$/i.test(type) &&
      matchesScreen(media.toLowerCase()) &&
      !isUnused(element)
    )
      sheets.push(textOf(element));
    else if (name === 'link' && /(?:^|\s)stylesheet(?:\s|$)/i.test(rel)) knowsAllSheets = false;
  });
  const classes = new Set(Array.from(lists).flatMap((list) => list.split(/\s+/)));
  knowsAllSheets &&= !sheets.some((css) => /@import\b/i.test(css));
  hasGrounds ||= !knowsAllSheets || sheets.some((css) => /background/i.test(css));
  return { sheets, knowsAllSheets, hasGrounds, names: { classes, ids }, panels };
}

/** Whether a style sheet is where a browser that runs scripts ignores it. */
function isUnused({ parent }: Element): boolean {
  return parent !== null && 'name' in parent && (parent.name === 'noscript' || parent.name === 'template');
}
