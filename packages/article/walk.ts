import { Element, isTag, isText, type ParentNode } from 'domhandler';
import type { BlockKind, Place } from './article.ts';
import {
  INLINE,
  isConsent,
  isDecoration,
  isLetter,
  kindOf,
  levelOf,
  placeOf,
  ratingOf,
  titleOf,
} from './elements.ts';
import { joinBroken, joinLines } from './groups.ts';
import { InlineText } from './inline-text.ts';
import { joinShort, type Line, MAX_GROUP_CHARS } from './line.ts';
import { type Look, OPEN, type Sight } from './sight.ts';
import { Grid } from './tables.ts';
import { roleOf, textOf } from './tree.ts';

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
    const rating =
      sight.state === 'closed' || !where.sight.showsText ? '' : ratingOf(element, sight.state === 'seen');
    if (rating !== '') {
      this.#text.addApart(rating);
      return;
    }
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

  #walkInline(element: Element, where: Where): void {
    const { name } = element;
    const isSeen = (other: Element) => this.#look(other, where.sight).state === 'seen';
    if (element.attribs['aria-hidden'] === 'true' && isDecoration(element, isSeen)) return;
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
      this.#text.addApart(value);
      this.#buttonChars += value.length;
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
    const text = options.filter(Boolean).join(', ');
    this.#text.addApart(text);
    this.#buttonChars += text.length;
  }

  #walkBlock(element: Element, outer: Where, sight: Sight): void {
    const { name } = element;
    this.#flush(outer);
    if (isConsent(element)) return;
    const role = roleOf(element);
    const level = levelOf(element, role);
    const where: Where = {
      sight,
      place: placeOf(element, role, outer),
      kind:
        level > 0
          ? 'heading'
          : (kindOf(element, role) ?? (outer.kind === 'heading' ? 'paragraph' : outer.kind)),
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

  #finish(element: Element, start: number, before: { readonly chars: number; readonly links: number }): void {
    const { chars, links } = this.#sums;
    joinLines(this.lines, start, element, chars - before.chars, links - before.links);
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
