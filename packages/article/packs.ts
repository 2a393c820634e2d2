import type { Block } from './article.ts';
import {
  endsSentence,
  HAS_WORD,
  type Line,
  MAX_GROUP_CHARS,
  MAX_SHORT_CHARS,
  separatorBehind,
} from './line.ts';
import { MAX_CARD_CHARS, Outline, rankOf } from './outline.ts';
import { isBold } from './tree.ts';

/** Short lines become blocks of at most about this length. */
const MAX_PACK_CHARS = 300;
/** A longer line is not put in front of what follows it. */
const MAX_LABEL_CHARS = 100;
/** So many labels may follow one another. */
const MAX_LABELS = 3;
/** Elements that hold the whole page, however short. */
const WHOLE: ReadonlySet<string> = new Set(['html', 'body', 'main']);
/** The level of a line that is no heading, but announces what comes next. */
const UNMARKED = 7;

type Heading = Pick<Line, 'text' | 'level' | 'place'> & { readonly at: number; readonly to: number };

/** The blocks of lines: short lines that belong together become one, behind what says what they are. */
export function packed(lines: readonly Line[], isMain: readonly boolean[]): Block[] {
  return new Packer(lines, isMain).pack();
}

class Packer {
  readonly #lines: readonly Line[];
  readonly #isMain: readonly boolean[];
  readonly #outline: Outline;
  /** The headings that count for the next line, the innermost last. */
  #headings: Heading[] = [];

  constructor(lines: readonly Line[], isMain: readonly boolean[]) {
    this.#lines = lines;
    this.#isMain = isMain;
    this.#outline = new Outline(lines);
  }

  pack(): Block[] {
    const blocks: Block[] = [];
    for (let at = 0; at < this.#lines.length; ) {
      let first = at;
      this.#enter(at);
      while (first - at < MAX_LABELS && this.#announces(first)) this.#enter(++first);
      const headings = this.#headings.flatMap(({ at: own, level, text, place }) =>
        level < UNMARKED && own < first && place === this.#lines[first]?.place ? text : [],
      );
      const to = this.#endOf(first);
      blocks.push({ ...this.#toBlock(at, first, to), headings });
      for (let each = first + 1; each < to; each++) this.#enter(each);
      at = to;
    }
    return blocks;
  }

  /** Takes note of the headings that end before a line, and of the line if it is one. */
  #enter(at: number): void {
    const line = this.#lines[at] as Line;
    const level = rankOf(line) || (isAnnouncement(line) ? UNMARKED : 0);
    this.#headings = this.#headings.filter((each) => at < each.to && (level === 0 || each.level < level));
    if (level === 0) return;
    const text = line.level === 0 && line.headLevel > 0 ? (line.labels[0] ?? line.text) : line.text;
    this.#headings.push({ at, text, level, place: line.place, to: this.#outline.endOf(at, level) });
  }

  /** Whether a line says what the next one is about, so that they are one block. */
  #announces(at: number): boolean {
    const line = this.#lines[at] as Line;
    const next = this.#lines[at + 1];
    if (next === undefined || next.kind === 'code' || next.place !== line.place) return false;
    if (line.text.length > MAX_LABEL_CHARS) return false;
    if (line.level > 0) {
      // The title of a page is known anyway.
      if (line.level === 1 && !isShort(next)) return false;
      return (next.level === 0 || next.level > line.level) && at + 1 < this.#outline.endOf(at, line.level);
    }
    if (next.level > 0) return false;
    if (isAnnouncement(line)) return at + 1 < (this.#outline.cardOf(at)?.to ?? at + 2);
    return this.#isTitleOfText(at);
  }

  /** Whether a short line begins an element of the size of a card, and a text follows in it. */
  #isTitleOfText(at: number): boolean {
    const line = this.#lines[at] as Line;
    if (!isShort(line) || !HAS_WORD.test(line.text) || hasValue(line) || isShort(this.#lines[at + 1] as Line))
      return false;
    for (const extent of this.#outline.beginningAt(at))
      if (extent.to > at + 1)
        return !WHOLE.has(extent.element.name) && this.#outline.charsIn(extent) <= MAX_CARD_CHARS;
    return false;
  }

  /** The index behind the last line of the block that begins at a line. */
  #endOf(at: number): number {
    const line = this.#lines[at] as Line;
    const unit = this.#unitEnd(at);
    if (unit > at + 1 || !isShort(line)) return unit;
    const limit = Math.min(...this.#headings.map(({ to }) => to));
    const card = this.#outline.cardOf(at);
    let chars = line.text.length;
    let to = at + 1;
    for (; to < limit; to++) {
      const next = this.#lines[to];
      if (next === undefined || !isShort(next) || next.place !== line.place) break;
      chars += next.text.length;
      if (chars > MAX_PACK_CHARS || this.#announces(to)) break;
      const end = this.#unitEnd(to);
      // A line that has no value, and is alone, is about what comes next.
      if (end > to + 1)
        return to === at + 1 && !hasValue(line) && this.#charsIn(at, end) <= MAX_PACK_CHARS ? end : to;
      if (this.#outline.cardOf(to)?.from !== card?.from) break;
    }
    return to;
  }

  #charsIn(from: number, to: number): number {
    return this.#outline.charsIn({ from, to });
  }

  /** The index behind the last line of the largest element that begins here and is one short thing, such as a card. */
  #unitEnd(at: number): number {
    let end = at + 1;
    for (const extent of this.#outline.beginningAt(at)) {
      const { to } = extent;
      if (WHOLE.has(extent.element.name)) break;
      if (this.#outline.charsIn(extent) > MAX_PACK_CHARS || this.#outline.headsIn(extent) > 1) break;
      if (to > end && this.#isUnit(at, to)) end = to;
    }
    return end;
  }

  #isUnit(from: number, to: number): boolean {
    const lines = this.#lines.slice(from, to);
    const { place } = lines[0] as Line;
    const texts = lines.filter((line) => line.level === 0 && !isShort(line));
    if (
      lines.some(
        (line) =>
          line.kind === 'code' || line.kind === 'table row' || line.level === 1 || line.place !== place,
      )
    )
      return false;
    const others = lines.filter(({ level }) => level === 0).length - texts.length;
    // A card may be mostly text, as a teaser with a date.
    return texts.length <= others || (others > 0 && this.#outline.cardOf(from)?.to === to);
  }

  #toBlock(at: number, first: number, to: number): Omit<Block, 'headings'> {
    const lines = this.#lines.slice(at, to);
    const body = this.#lines.slice(first, to);
    const head = body[0] as Line;
    const title = first > at ? '' : this.#titleOf(at, to);
    const isTitled = body.length > 1 && !hasValue(head) && !head.isGroup && this.#unitEnd(first) === to;
    const labels = lines.slice(0, first - at + Number(isTitled)).map(({ text }) => text);
    let text = title === '' ? '' : title + separatorBehind(title);
    const main: [from: number, to: number][] = [];
    for (const [index, line] of lines.entries()) {
      if (index > 0) text += index <= labels.length ? separatorBehind(lines[index - 1]?.text ?? '') : '; ';
      if (this.#isMain[at + index] === true) main.push([text.length, text.length + line.text.length]);
      text += line.text;
    }
    return {
      kind: (body.length > 1 && head.kind === 'heading' ? body[1] : head)?.kind ?? 'paragraph',
      text,
      labels: [...new Set([title, ...labels, ...body.flatMap((each) => each.labels)])].filter(Boolean),
      place: head.place,
      main,
    };
  }

  /** What values are the values of, if nothing in front of them says so: the heading, or the title of the card. */
  #titleOf(at: number, to: number): string {
    const line = this.#lines[at] as Line;
    if (line.kind === 'table row' || line.kind === 'code' || rankOf(line) > 0) return '';
    if (to === at + 1 && !isShort(line)) return '';
    const card = this.#outline.cardOf(at);
    const heading = this.#headings.findLast(({ place }) => place === line.place);
    if (card !== null && card.from < at && (heading === undefined || heading.at < card.from)) {
      const title = this.#lines[card.from] as Line;
      return titleText(title.labels[0] ?? title.text);
    }
    return heading === undefined || heading.at >= at ? '' : titleText(heading.text);
  }
}

function titleText(text: string): string {
  return text.length <= MAX_LABEL_CHARS ? text : '';
}

function hasValue({ text }: Line): boolean {
  return /[\p{N}\p{Sc}]/u.test(text);
}

/** Whether a line is a value or a label, and no text of its own. */
function isShort({ kind, level, text, isGroup }: Line): boolean {
  if (level > 0 || kind === 'code' || kind === 'table row') return false;
  if (isGroup) return text.length <= MAX_GROUP_CHARS;
  return text.length <= MAX_SHORT_CHARS && (kind === 'list item' || !endsSentence(text));
}

/** Whether a line that is no heading is about the next: it ends with a colon, asks something, or is all in bold. */
function isAnnouncement(line: Line): boolean {
  const { text, level, kind, isGroup, element } = line;
  if (level > 0 || isGroup || kind === 'code' || kind === 'table row' || text.length > MAX_LABEL_CHARS)
    return false;
  if (/[:：?？]$/.test(text)) return true;
  return isBold(element) && !endsSentence(text);
}
