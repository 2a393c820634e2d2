import { type Element, isTag, type ParentNode } from 'domhandler';
import type { Line } from './line.ts';

/** The lines in an element: the index of the first, and that behind the last. */
type Extent = { readonly from: number; to: number };

/** A longer element is no card. */
export const MAX_CARD_CHARS = 1_500;
/** How far above a line the card that it belongs to is looked for. */
const MAX_CARD_DEPTH = 10;

/** A heading may have so many lines in front of it in its element, such as a mark or a caption. */
const MAX_BEFORE = 2;

/** Which lines stand in which elements. Lines are in page order, so those of an element follow one another. */
export class Outline {
  readonly #lines: readonly Line[];
  readonly #extents = new Map<ParentNode, Extent>();
  /** Before each line: the characters, and the headings of each level and those above it. */
  readonly #chars: readonly number[];
  readonly #heads: readonly (readonly number[])[];

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
    this.#chars = sumsOf(lines, ({ text }) => text.length);
    this.#heads = [1, 2, 3, 4, 5, 6].map((level) =>
      sumsOf(lines, (line) => Number(rankOf(line) > 0 && rankOf(line) <= level)),
    );
    const path: ParentNode[] = [];
    const open = new Set<ParentNode>();
    const close = (to: number) => {
      const node = path.pop() as ParentNode;
      open.delete(node);
      (this.#extents.get(node) as Extent).to = to;
    };
    for (const [at, { element }] of lines.entries()) {
      const fresh: ParentNode[] = [];
      let node: ParentNode | null = element;
      for (; node !== null && !open.has(node); node = node.parent) fresh.push(node);
      while (path.length > 0 && path.at(-1) !== node) close(at);
      for (const each of fresh.reverse()) {
        if (!this.#extents.has(each)) this.#extents.set(each, { from: at, to: at });
        open.add(each);
        path.push(each);
      }
    }
    while (path.length > 0) close(lines.length);
  }

  charsIn({ from, to }: Extent): number {
    return (this.#chars[to] ?? 0) - (this.#chars[from] ?? 0);
  }

  headsIn({ from, to }: Extent, level = 6): number {
    const heads = this.#heads[level - 1] ?? [];
    return (heads[to] ?? 0) - (heads[from] ?? 0);
  }

  /** The elements that begin with a line, the innermost first. */
  *beginningAt(at: number): Generator<Extent & { readonly element: Element }> {
    for (
      let node: ParentNode | null = this.#elementAt(at);
      node !== null && isTag(node);
      node = node.parent
    ) {
      const extent = this.#extents.get(node);
      if (extent === undefined || extent.from < at) return;
      yield { element: node, ...extent };
    }
  }

  /**
   * The index behind the last line for which a heading counts: those in the largest element that begins with it
   * and has no other heading as high, or at least those in the first element around it that holds something else.
   */
  endOf(at: number, level: number): number {
    let node: ParentNode = this.#elementAt(at).parent ?? this.#elementAt(at);
    while (node.parent !== null && node.children.filter(isTag).length < 2) node = node.parent;
    let to = this.#extents.get(node)?.to ?? at + 1;
    for (let outer = node.parent; outer !== null && level <= 6; outer = outer.parent) {
      const extent = this.#extents.get(outer);
      if (extent === undefined || at - extent.from > MAX_BEFORE || this.headsIn(extent, level) > 1) break;
      to = extent.to;
    }
    return to;
  }

  /** The card that a line is in: one of several elements alike that has several lines. */
  cardOf(at: number): Extent | null {
    let node: ParentNode | null = this.#elementAt(at);
    for (let depth = 0; depth < MAX_CARD_DEPTH && node !== null && isTag(node); depth++, node = node.parent) {
      const extent = this.#extents.get(node);
      if (extent === undefined || this.charsIn(extent) > MAX_CARD_CHARS) return null;
      if (extent.to - extent.from > 1 && hasTwin(node)) return extent;
    }
    return null;
  }

  #elementAt(at: number): Element {
    return (this.#lines[at] as Line).element;
  }
}

/** The level of a line that is a heading, or of a group that begins with one. */
export function rankOf({ level, headLevel }: Line): number {
  return level || headLevel;
}

function sumsOf(lines: readonly Line[], countOf: (line: Line) => number): number[] {
  const sums = [0];
  for (const line of lines) sums.push((sums.at(-1) ?? 0) + countOf(line));
  return sums;
}

/** Whether one of the elements beside it is alike. */
function hasTwin(element: Element): boolean {
  const isTwin = (other: Element | null) =>
    other !== null &&
    other.name === element.name &&
    (other.attribs.class ?? '').split(' ', 1)[0] === (element.attribs.class ?? '').split(' ', 1)[0];
  return isTwin(besides(element, 'prev')) || isTwin(besides(element, 'next'));
}

function besides(element: Element, side: 'prev' | 'next'): Element | null {
  let at = element[side];
  while (at !== null && !isTag(at)) at = at[side];
  return at;
}
