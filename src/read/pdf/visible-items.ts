import { type Point, toNumbers } from './matrix.ts';
import type { PageGlyph } from './paint-page.ts';

/** A piece of text that pdf.js extracts from a page. */
export type TextItem = {
  readonly str: string;
  /** The last two numbers are where it starts, in points on the page. */
  readonly transform: readonly unknown[];
  readonly hasEOL: boolean;
};

/**
 * How far apart, in points, the same position may be in two calculations; pdf.js rounds some matrices to 24
 * bits.
 */
const MAX_ROUNDING = 0.05;
/**
 * Positions are looked up in cells of this size, in points: more than twice the rounding, so that two cells
 * cover all cases.
 */
const CELL = 0.25;

/**
 * The visible part of each item's text. Items and glyphs are in the order of the page's operators; an item
 * begins where one of the glyphs does. Text whose glyphs are not found counts as hidden.
 */
export function visibleItems(items: readonly TextItem[], glyphs: readonly PageGlyph[]): string[] {
  const find = createGlyphIndex(glyphs);
  let after = 0;
  const starts = items.map((item) => {
    if (item.str.trim() === '') return null;
    const [x, y] = toNumbers(item.transform).slice(-2);
    const start = x === undefined || y === undefined ? null : find([x, y], after);
    if (start !== null) after = start + 1;
    return start;
  });
  let end = glyphs.length;
  return items
    .map((item, at) => ({ item, start: starts[at] ?? null }))
    .toReversed()
    .map(({ item, start }) => {
      if (item.str.trim() === '') return item.str;
      if (start === null) return '';
      const own = glyphs.slice(start, end);
      end = start;
      return visibleText(item.str, own);
    })
    .toReversed();
}

function visibleText(str: string, glyphs: readonly PageGlyph[]): string {
  if (glyphs.every(({ isVisible }) => isVisible)) return str;
  let text = '';
  let isGap = false;
  for (const glyph of glyphs) {
    if (glyph.isVisible) text += isGap || glyph.followsSpace ? ` ${glyph.text}` : glyph.text;
    isGap = !glyph.isVisible;
  }
  return text.trim().normalize('NFKC');
}

/** Finds the first glyph at or after an index that starts at a given position. */
function createGlyphIndex(glyphs: readonly PageGlyph[]): (place: Point, from: number) => number | null {
  const byCell = new Map<string, number[]>();
  for (const [at, { start }] of glyphs.entries()) {
    const key = keyOf(toCell(start[0]), toCell(start[1]));
    const indexes = byCell.get(key);
    if (indexes === undefined) byCell.set(key, [at]);
    else indexes.push(at);
  }
  return ([x, y], from) => {
    let found: number | null = null;
    for (const column of [toCell(x - MAX_ROUNDING), toCell(x + MAX_ROUNDING)]) {
      for (const row of [toCell(y - MAX_ROUNDING), toCell(y + MAX_ROUNDING)]) {
        const at = firstFrom(byCell.get(keyOf(column, row)) ?? [], from);
        if (at !== null && (found === null || at < found)) found = at;
      }
    }
    return found;
  };
}

function toCell(position: number): number {
  return Math.floor(position / CELL);
}

function keyOf(column: number, row: number): string {
  return `${column},${row}`;
}

/** The first of some ascending numbers that is not below `from`. */
function firstFrom(ascending: readonly number[], from: number): number | null {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return ascending[low] ?? null;
}
