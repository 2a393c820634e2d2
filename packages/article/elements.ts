import { type Element, isTag, isText, type ParentNode } from 'domhandler';
import type { BlockKind, Place } from './article.ts';
import { HAS_WORD, MAX_SHORT_CHARS } from './line.ts';
import { roleOf, textOf } from './tree.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements whose text continues the text around them. */
export const INLINE: ReadonlySet<string> = words(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark math nobr output q rb rp rt ' +
    'ruby s samp small span strike strong sub summary sup svg time tt u var wbr button img picture source input ' +
    'select progress meter mi mn mo ms mtext mrow msup msub msubsup mfrac semantics mstyle text tspan g slot',
);
const KINDS: Readonly<Record<string, BlockKind>> = {
  li: 'list item',
  dt: 'definition',
  dd: 'definition',
  figcaption: 'caption',
  caption: 'caption',
  pre: 'code',
  legend: 'form text',
};
const PLACES: Readonly<Record<string, Place>> = {
  nav: 'nav',
  menu: 'nav',
  aside: 'aside',
  footer: 'footer',
  main: 'main',
};
const ROLE_PLACES: Readonly<Record<string, Place>> = {
  navigation: 'nav',
  menu: 'nav',
  menubar: 'nav',
  complementary: 'aside',
  search: 'aside',
  dialog: 'aside',
  alertdialog: 'aside',
  contentinfo: 'footer',
  banner: 'header',
  main: 'main',
};

/** What an element is by its tag and role, if that is said. */
export function kindOf({ name }: Element, role: string): BlockKind | undefined {
  return role === 'listitem' ? 'list item' : KINDS[name];
}

/** Where an element stands, from where the element around it does. */
export function placeOf(
  { name }: Element,
  role: string,
  { place, isInside }: { readonly place: Place; readonly isInside: boolean },
): Place {
  const stated = ROLE_PLACES[role] ?? PLACES[name];
  // The main part may be inside anything but another page's frame.
  if (stated === 'main') return place === 'nav' ? place : 'main';
  if (place !== 'main') return stated === 'nav' ? 'nav' : place;
  if (stated !== undefined) return stated;
  return name === 'header' && !isInside ? 'header' : place;
}

/** The level of a heading; 0 if it is none. */
export function levelOf({ name, attribs }: Element, role: string): number {
  if (/^h[1-6]$/.test(name)) return Number(name[1]);
  if (role !== 'heading') return 0;
  const level = Number(attribs['aria-level'] ?? 2);
  return level >= 1 && level <= 6 ? Math.floor(level) : 2;
}

/** The title of a drawing. */
export function titleOf(svg: Element): string {
  const title = svg.children.find((child) => isTag(child) && child.name === 'title');
  return title === undefined ? '' : textOf(title as Element, MAX_SHORT_CHARS).trim();
}

/** What a row of stars means, such as "4.5 out of 5 stars". */
const RATING = /^[^\d]{0,30}\d[\d.,]{0,4}[^\d.,]{1,20}\d{1,3}[^\d]{0,20}$/;
const MAX_RATING_CHARS = 60;

/**
 * What is said of a row of stars to those who do not see it, in a label or in hidden words beside it; empty if
 * it is no rating, or is written there too.
 */
export function ratingOf(element: Element, isSeen: boolean): string {
  const { 'aria-label': label, alt = label } = element.attribs;
  if (isSeen ? alt === undefined : element.name !== 'span') return '';
  const text = textOf(element, MAX_RATING_CHARS + 1).trim();
  const said = isSeen ? (alt ?? '').trim() : text;
  if (said.length > MAX_RATING_CHARS || !RATING.test(said)) return '';
  return (isSeen ? HAS_WORD.test(text) : isNumberBeside(element)) ? '' : said;
}

/** Whether there is a number beside an element. */
function isNumberBeside(element: Element): boolean {
  const { parent } = element;
  if (parent === null) return false;
  return /\d/.test(textOf(parent, MAX_SHORT_CHARS).replace(textOf(element, MAX_SHORT_CHARS), ''));
}

/** A letter that is set apart by its style, such as a drop cap. */
export function isLetter(element: Element): boolean {
  if (element.name !== 'span') return false;
  const [child, ...others] = element.children;
  return others.length === 0 && child !== undefined && isText(child) && /^\s?\p{L}\s?$/u.test(child.data);
}

/** Whether what screen readers pass over is an icon, or says a number again that is seen right beside it. */
export function isDecoration(element: Element, isSeen: (other: Element) => boolean): boolean {
  const numbers = numbersIn(element);
  if (numbers.length === 0) return true;
  return [besideOf(element, 'prev'), besideOf(element, 'next')].some((other) => {
    if (other === null || other.attribs['aria-hidden'] === 'true' || !isSeen(other)) return false;
    const said = numbersIn(other);
    return numbers.every((number) => said.includes(number));
  });
}

function besideOf(element: Element, side: 'prev' | 'next'): Element | null {
  let at = element[side];
  while (at !== null && !isTag(at)) at = at[side];
  return at;
}

/** The numbers in an element, without the signs in them: "19.99" is the same as a 19 with a raised 99. */
function numbersIn(element: Element): string[] {
  const numbers = textOf(element, MAX_SHORT_CHARS).match(/\p{N}[\p{N}.,]*/gu) ?? [];
  return numbers.map((number) => number.replace(/[.,]/g, ''));
}

/** What such boxes are called, and where: not in the text of a page, as a recipe for cookies is. */
const CONSENT_NAME = /(?:cookie|consent|gdpr)/i;
const TEXT_PLACES: ReadonlySet<string> = new Set(['main', 'article', 'table']);
const MAX_CONSENT_CHARS = 6_000;

/** Whether an element is a box that asks for consent: named so, with something to press and little text. */
export function isConsent({ name, attribs, children, parent }: Element): boolean {
  if (name !== 'div' && name !== 'section' && name !== 'aside' && name !== 'dialog' && name !== 'form')
    return false;
  if (!CONSENT_NAME.test(`${attribs.id ?? ''} ${attribs.class ?? ''}`)) return false;
  for (let at = parent; at !== null; at = at.parent)
    if ('name' in at && TEXT_PLACES.has(at.name)) return false;
  let [hasButton, chars, left] = [false, 0, 400];
  const look = (nodes: ParentNode['children']): void => {
    for (const node of nodes) {
      if (--left < 0) return;
      if (isText(node)) chars += node.data.trim().length;
      else if (isTag(node)) {
        if (node.name === 'button' || node.name === 'input' || roleOf(node) === 'button') hasButton = true;
        if (node.name === 'h1' || node.name === 'main' || node.name === 'article') chars += MAX_CONSENT_CHARS;
        look(node.children);
      }
    }
  };
  look(children);
  return hasButton && chars < MAX_CONSENT_CHARS;
}
