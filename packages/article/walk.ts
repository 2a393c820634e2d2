import { Element, isTag, isText, type ParentNode } from 'domhandler';
import type { BlockKind, Place } from './article.ts';
import { InlineText } from './inline-text.ts';
import { endsSentence, HAS_WORD, joinShort, type Line, MAX_GROUP_CHARS, MAX_SHORT_CHARS } from './line.ts';
import { type Look, OPEN, type Sight } from './sight.ts';
import { Grid } from './tables.ts';
import { roleOf, textOf } from './tree.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements whose text continues the text around them. */
const INLINE = words(
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
/** What is in one of these is never a single line, however short. */
const PAGE_PARTS = words('html body main article nav aside header footer ul ol table tbody tr thead form');
const MAX_GROUP_LINES = 8;
/** A list with at least this many links, little else, and short lines is a menu. */
const MENU = { lines: 4, linkShare: 0.75, meanChars: 32 } as const;
/** A longer list to choose from is of countries or years. */
const MAX_OPTIONS = 40;

type Where = {
  readonly sight: Sight;
  readonly place: Place;
  readonly kind: BlockKind;
  readonly block: Element;
  readonly level: number;
  readonly isInLink: boolean;
  readonly isInPre: boolean;
  /** Whether it is in an article or in the main part: a `header` there is its own. */
  readonly isInside: boolean;
};

/** The lines of a page, and what a visitor does not see at first, outermost elements first. */
export type Walk = { readonly lines: Line[]; readonly closed: readonly Element[] };

/** Walks through a page once and collects everything that a visitor can see or open, in reading order. */
export function walkPage(root: ParentNode, look: Look): Walk {
  const walker = new Walker(look);
  walker.walk(root);
  return walker;
}

class Walker {
  lines: Line[] = [];
  readonly closed: Element[] = [];
  readonly #look: Look;
  readonly #text = new InlineText();
  #linkChars = 0;
  #buttonChars = 0;
  /** What stands for a picture, if its cell or button has no other content. */
  #alt = '';
  /** The `dt` whose `dd` come next. */
  #term = '';
  /** Characters of all lines and links so far, without those of cells. */
  #sums = { chars: 0, links: 0 };

  constructor(look: Look) {
    this.#look = look;
  }

  walk(root: ParentNode): void {
    const html = root.children.find((child) => isTag(child)) as Element | undefined;
    const block = html ?? new Element('html', {});
    const where: Where = {
      ...{ sight: OPEN, place: 'main', kind: 'paragraph', block, level: 0 },
      ...{ isInLink: false, isInPre: false, isInside: false },
    };
    this.#walkChildren(root, where);
    this.#flush(where);
  }

  #walkChildren(node: ParentNode, where: Where): void {
    for (const child of node.children) {
      if (isText(child)) this.#addText(child.data, where);
      else if (isTag(child)) this.#walkElement(child, where);
    }
  }

  #addText(text: string, where: Where): void {
    if (!where.sight.showsText) return;
    const before = this.#text.length;
    this.#text.add(text);
    const length = where.isInLink || where.block.name === 'button' ? this.#text.length - before : 0;
    if (length === 0 || !/\S/.test(text)) return;
    if (where.isInLink) this.#linkChars += text.trim().length;
  }

  #walkElement(element: Element, where: Where): void {
    const { name } = element;
    if (name === 'br') {
      this.#text.break();
      return;
    }
    const sight = this.#look(element, where.sight);
    if (sight.state !== 'closed' && where.sight.showsText && this.#addRating(element, sight)) return;
    if (name === 'svg' || name === 'img' || name === 'input') {
      this.#walkPicture(element, where, sight);
      return;
    }
    if (sight.state !== 'seen') {
      if (sight.state === 'closed') this.closed.push(element);
      return;
    }
    const isInline = INLINE.has(name) && sight.layout !== 'block' && sight.layout !== 'row';
    if (name === 'select') this.#walkSelect(element);
    else if (isInline || isLetter(element)) this.#walkInline(element, { ...where, sight });
    else this.#walkBlock(element, where, sight);
  }

  /** Adds what is said of a row of stars to those who do not see it, if it is said nowhere else. */
  #addRating(element: Element, { state }: Sight): boolean {
    const { 'aria-label': label, alt = label } = element.attribs;
    if (state === 'seen' ? alt === undefined : element.name !== 'span') return false;
    const text = textOf(element, MAX_RATING_CHARS + 1).trim();
    const said = state === 'seen' ? (alt ?? '').trim() : text;
    if (said.length > MAX_RATING_CHARS || !RATING.test(said)) return false;
    if (state === 'seen' ? HAS_WORD.test(text) : isSaidBeside(element)) return false;
    this.#text.part();
    this.#text.add(said);
    this.#text.part();
    return true;
  }

  #walkInline(element: Element, where: Where): void {
    const { name } = element;
    if (element.attribs['aria-hidden'] === 'true' && isDecoration(element)) return;
    const role = roleOf(element);
    const isButton = name === 'button' || role === 'button' || role === 'tab';
    const isApart = isButton || where.sight.layout === 'gap' || name === 'summary' || name === 'label';
    if (isApart) this.#text.part();
    this.#text.begin(name);
    const isLink = name === 'a' && element.attribs.href !== undefined;
    const before = this.#text.length;
    const outerAlt = this.#alt;
    if (isButton) this.#alt = '';
    this.#walkChildren(element, isLink ? { ...where, isInLink: true } : where);
    if (isButton) {
      if (this.#text.length === before) this.#text.add(this.#alt || (element.attribs['aria-label'] ?? ''));
      this.#buttonChars += this.#text.length - before;
      this.#alt = outerAlt;
    }
    this.#text.end(name);
    if (isApart) this.#text.part();
  }

  /** Pictures are no text, but what is written on a button is. */
  #walkPicture(element: Element, where: Where, sight: Sight): void {
    if (sight.state !== 'seen' || !sight.showsText) return;
    const { alt, type = '', value, 'aria-label': label } = element.attribs;
    if (element.name !== 'input') {
      this.#alt ||= alt ?? label ?? titleOf(element);
      if (element.name === 'svg') this.#walkDrawing(element, where);
    } else if (/^(?:submit|button|reset)$/i.test(type) && value !== undefined) {
      this.#text.part();
      this.#text.add(value);
      this.#buttonChars += value.length;
      this.#text.part();
    }
  }

  /** The words in a drawing are seen, such as those of a chart. */
  #walkDrawing(svg: Element, where: Where): void {
    for (const child of svg.children) {
      if (!isTag(child)) continue;
      const sight = this.#look(child, where.sight);
      if (sight.state !== 'seen') continue;
      if (child.name === 'text') {
        this.#text.part();
        this.#walkChildren(child, { ...where, sight });
        this.#text.part();
      } else if (child.name === 'g' || child.name === 'a') this.#walkDrawing(child, { ...where, sight });
    }
  }

  #walkSelect(element: Element): void {
    const options: string[] = [];
    const collect = ({ children }: ParentNode): void => {
      for (const child of children) {
        if (!isTag(child) || options.length > MAX_OPTIONS) continue;
        if (child.name === 'option') options.push(textOf(child, MAX_GROUP_CHARS).trim());
        else if (child.name === 'optgroup') collect(child);
      }
    };
    collect(element);
    if (options.length > MAX_OPTIONS) return;
    this.#text.part();
    const text = options.filter(Boolean).join(', ');
    this.#text.add(text);
    this.#buttonChars += text.length;
    this.#text.part();
  }

  #walkBlock(element: Element, outer: Where, sight: Sight): void {
    const { name } = element;
    this.#flush(outer);
    if (isConsent(element)) return;
    const role = roleOf(element);
    const level = /^h[1-6]$/.test(name) ? Number(name[1]) : role === 'heading' ? levelOf(element) : 0;
    const where: Where = {
      sight,
      place: placeOf(element, role, outer),
      kind:
        level > 0
          ? 'heading'
          : role === 'listitem'
            ? 'list item'
            : (KINDS[name] ?? (outer.kind === 'heading' ? 'paragraph' : outer.kind)),
      block: element,
      level: level > 0 ? level : INLINE.has(name) ? outer.level : 0,
      isInLink: outer.isInLink || (name === 'a' && element.attribs.href !== undefined),
      isInPre: outer.isInPre || name === 'pre',
      isInside:
        outer.isInside || name === 'main' || name === 'article' || role === 'main' || role === 'article',
    };
    if (name === 'table' || role === 'table' || role === 'grid') {
      this.#walkTable(element, where);
      return;
    }
    const start = this.lines.length;
    const sums = { ...this.#sums };
    const outerAlt = this.#alt;
    if (name === 'dt') this.#term = '';
    this.#alt = '';
    if (sight.layout === 'row') this.#walkRow(element, where);
    else this.#walkChildren(element, where);
    this.#flush(where);
    this.#alt = outerAlt;
    if (name === 'dl') this.#term = '';
    this.#finish(element, start, sums);
  }

  /** In a row by style, every element stands for itself. */
  #walkRow(element: Element, where: Where): void {
    for (const child of element.children) {
      this.#text.part();
      if (isText(child)) this.#addText(child.data, where);
      else if (isTag(child)) this.#walkElement(child, where);
    }
  }

  /** Ends the line. */
  #flush({ place, kind, level, block, isInPre }: Where): void {
    const links = this.#linkChars;
    const isForm = this.#buttonChars > 0 && this.#buttonChars * 2 > this.#text.length;
    this.#linkChars = 0;
    this.#buttonChars = 0;
    if (this.#text.length === 0) return;
    if (isInPre) {
      const text = this.#text.takeCode();
      if (text !== '')
        this.#add({
          kind: 'code',
          text,
          place,
          level: 0,
          element: block,
          linkChars: links,
          isGroup: false,
          headLevel: 0,
          labels: [],
        });
      return;
    }
    const texts = joinBroken(this.#text.take());
    for (const text of texts) {
      const line: Line = {
        ...{ kind: isForm && level === 0 ? 'form text' : kind, text, place, level, element: block },
        ...{ linkChars: Math.min(text.length, Math.round(links / texts.length)), isGroup: false },
        ...{ headLevel: 0, labels: [] },
      };
      if (block.name === 'dt') {
        this.#term = this.#term === '' ? text : `${this.#term}, ${text}`;
        continue;
      }
      if (block.name === 'dd' || kind === 'definition') this.#takeTerm(line);
      this.#add(line);
    }
  }

  /** Puts a term in front of its first definition. */
  #takeTerm(line: Line): void {
    if (this.#term === '') return;
    line.text = joinShort([this.#term, line.text]);
    line.labels = [this.#term];
    this.#term = '';
  }

  #add(line: Line): void {
    this.#sums.chars += line.text.length;
    this.#sums.links += line.linkChars;
    this.lines.push(line);
  }

  /** Joins the short lines of an element that is one thing, and recognises menus. */
  #finish(element: Element, start: number, before: { readonly chars: number; readonly links: number }): void {
    const count = this.lines.length - start;
    if (count < 2) return;
    const chars = this.#sums.chars - before.chars;
    const links = this.#sums.links - before.links;
    if (chars <= MAX_GROUP_CHARS && count <= MAX_GROUP_LINES && !PAGE_PARTS.has(element.name)) {
      const group = this.lines.slice(start);
      if (isOneThing(group)) this.lines.splice(start, count, toGroup(group, element));
      return;
    }
    if (count < MENU.lines || links < chars * MENU.linkShare || chars / count > MENU.meanChars) return;
    for (let at = start; at < this.lines.length; at++) {
      const line = this.lines[at] as Line;
      if (line.place === 'main') line.place = 'nav';
    }
  }

  #walkTable(table: Element, where: Where): void {
    const start = this.lines.length;
    const sums = { ...this.#sums };
    const grid = new Grid();
    const readCell = (cell: Element, at: Where) => {
      const outerLines = this.lines;
      const outerAlt = this.#alt;
      const outerSums = { ...this.#sums };
      this.lines = [];
      this.#alt = '';
      const sight = this.#look(cell, at.sight);
      if (sight.state === 'seen') {
        const inner: Where = { ...at, sight, block: cell, kind: 'table row', level: 0 };
        this.#walkChildren(cell, inner);
        if (this.lines.length === 0 && this.#text.isEmpty)
          this.#text.add(this.#alt || (cell.attribs['aria-label'] ?? ''));
        this.#flush(inner);
      }
      const lines = this.lines;
      this.lines = outerLines;
      this.#alt = outerAlt;
      this.#sums = outerSums;
      return lines;
    };
    const readRows = (part: Element, at: Where): void => {
      for (const child of part.children) {
        if (!isTag(child)) continue;
        const role = roleOf(child);
        if (
          child.name === 'td' ||
          child.name === 'th' ||
          /^(?:cell|gridcell|columnheader|rowheader)$/.test(role)
        ) {
          grid.addCell(child, readCell(child, at));
          continue;
        }
        const sight = this.#look(child, at.sight);
        if (sight.state !== 'seen') {
          if (sight.state === 'closed') this.closed.push(child);
          continue;
        }
        if (child.name === 'tr' || role === 'row') grid.startRow(child);
        if (child.name === 'caption') this.#walkBlock(child, at, sight);
        else readRows(child, { ...at, sight });
      }
    };
    readRows(table, where);
    this.#flush(where);
    for (const line of grid.toLines(table)) this.#add(line);
    this.#finish(table, start, sums);
  }
}

/** Lines that the page breaks: short ones, such as those of an address, become one. */
function joinBroken(texts: readonly string[]): string[] {
  if (texts.length < 2) return [...texts];
  const full = texts.filter((text) => text !== '');
  if (full.reduce((sum, { length }) => sum + length, 0) <= MAX_GROUP_CHARS && !full.some(endsSentence))
    return full.length === 0 ? [] : [full.join(', ').replace(/([:;,.–-]),/g, '$1')];
  // A line that was wrapped by an editor goes on; an empty one ends a paragraph.
  const joined: string[] = [];
  let isNew = true;
  for (const text of texts) {
    const last = joined.at(-1);
    if (text === '') isNew = true;
    else {
      if (!isNew && last !== undefined && last.length >= 60 && !endsSentence(last) && /^\p{Ll}/u.test(text))
        joined[joined.length - 1] = `${last} ${text}`;
      else joined.push(text);
      isNew = false;
    }
  }
  return joined;
}

function isOneThing(lines: readonly Line[]): boolean {
  if (
    lines.some(
      ({ level, kind, text }) => level === 1 || kind === 'code' || text.length > MAX_SHORT_CHARS * 1.2,
    )
  )
    return false;
  if (lines.slice(1).some(({ text }) => /[?？]$/.test(text))) return false;
  const links = lines.filter(({ linkChars, text }) => linkChars >= text.length * MENU.linkShare);
  return links.length < 3 && lines.filter(({ isGroup }) => isGroup).length <= 1;
}

function toGroup(lines: readonly Line[], element: Element): Line {
  const first = lines[0] as Line;
  const text = joinShort(lines.map((line) => line.text));
  const linkChars = lines.reduce((sum, line) => sum + line.linkChars, 0);
  const kind = first.kind === 'heading' ? (lines.at(-1)?.kind ?? 'paragraph') : first.kind;
  return {
    ...{ kind: kind === 'heading' ? 'paragraph' : kind, text, place: first.place, level: 0, element },
    ...{ linkChars, isGroup: true, headLevel: first.level, labels: [first.text] },
  };
}

function placeOf({ name }: Element, role: string, { place, isInside }: Where): Place {
  const stated = ROLE_PLACES[role] ?? PLACES[name];
  // The main part may be inside anything but another page's frame.
  if (stated === 'main') return place === 'nav' ? place : 'main';
  if (place !== 'main') return stated === 'nav' ? 'nav' : place;
  if (stated !== undefined) return stated;
  return name === 'header' && !isInside ? 'header' : place;
}

function levelOf({ attribs }: Element): number {
  const level = Number(attribs['aria-level'] ?? 2);
  return level >= 1 && level <= 6 ? Math.floor(level) : 2;
}

function titleOf(svg: Element): string {
  const title = svg.children.find((child) => isTag(child) && child.name === 'title');
  return title === undefined ? '' : textOf(title as Element, MAX_SHORT_CHARS).trim();
}

/** What a row of stars means, such as "4.5 out of 5 stars". */
const RATING = /^[^\d]{0,30}\d[\d.,]{0,4}[^\d.,]{1,20}\d{1,3}[^\d]{0,20}$/;
const MAX_RATING_CHARS = 60;

/** Whether there is a number beside an element. */
function isSaidBeside({ parent, children }: Element): boolean {
  if (parent === null) return false;
  const [own, all] = [textOf({ children } as ParentNode, MAX_SHORT_CHARS), textOf(parent, MAX_SHORT_CHARS)];
  return /\d/.test(all.replace(own, ''));
}

/** A letter that is set apart by its style, such as a drop cap. */
function isLetter(element: Element): boolean {
  if (element.name !== 'span') return false;
  const [child, ...others] = element.children;
  return others.length === 0 && child !== undefined && isText(child) && /^\s?\p{L}\s?$/u.test(child.data);
}

/** Whether what screen readers pass over is an icon, or repeats what is beside it. */
function isDecoration(element: Element): boolean {
  if (!/\p{N}/u.test(textOf(element, MAX_SHORT_CHARS))) return true;
  let before = element.prev;
  while (before !== null && !isTag(before)) before = before.prev;
  return before !== null && textOf(before as Element, MAX_SHORT_CHARS).trim() !== '';
}

/** What such boxes are called, and where: not in the text of a page, as a recipe for cookies is. */
const CONSENT_NAME = /(?:cookie|consent|gdpr)/i;
const TEXT_PLACES: ReadonlySet<string> = new Set(['main', 'article', 'table']);
const MAX_CONSENT_CHARS = 6_000;

/** Whether an element is a box that asks for consent: named so, with something to press and little text. */
function isConsent({ name, attribs, children, parent }: Element): boolean {
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
