import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { DEFAULT_FONT, type Font } from './graphics-state.ts';
import type { PageResources } from './interpreter.ts';
import { type Point, toNumbers } from './matrix.ts';
import { type PageGlyph, pageGlyphs } from './page-glyphs.ts';

/** Reads the visible text of a page by its number, counted from 1. */
export type PageReader = (number: number) => Promise<string>;

const NO_ANNOTATIONS = 0;

/** Prepares to read the pages of a document: looks up its layers. */
export async function createPageReader(document: PDFDocumentProxy): Promise<PageReader> {
  const { getResolvedPDFJS } = await import('unpdf');
  const { OPS: numbers } = await getResolvedPDFJS();
  const layers = await document.getOptionalContentConfig();
  return async (number) => {
    const page = await document.getPage(number);
    try {
      const { items } = await page.getTextContent();
      const texts = items.filter((item) => 'str' in item);
      if (texts.length === 0) return '';
      const operators = await page.getOperatorList({ annotationMode: NO_ANNOTATIONS });
      const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
      const { objs: objects, commonObjs: commonObjects } = page;
      const isLayerOn = (layer: unknown): boolean => layers.isVisible(layer);
      const resources = pageResources({ objects, commonObjects, isLayerOn });
      const glyphs = pageGlyphs(operators, { box: { left, bottom, right, top }, resources, numbers });
      const visible = visibleItems(texts, glyphs);
      return texts.map(({ hasEOL }, at) => `${visible[at] ?? ''}${hasEOL ? '\n' : ''}`).join('');
    } finally {
      page.cleanup();
    }
  };
}

/** A piece of text that pdf.js extracts from a page. */
type TextItem = {
  readonly str: string;
  /** The last two numbers are its starting position, in points on the page. */
  readonly transform: readonly unknown[];
  readonly hasEOL: boolean;
};

/** The most that two calculations of a position differ, in points; pdf.js rounds to 24 bits. */
const MAX_ROUNDING = 0.05;
/** Cells for looking up positions, in points: more than twice the rounding, so two cells suffice. */
const CELL = 0.25;

/** The visible part of each item's text, by the page's operators. Unknown glyphs count as hidden. */
function visibleItems(items: readonly TextItem[], glyphs: readonly PageGlyph[]): string[] {
  const find = createGlyphIndex(glyphs);
  // The glyphs of an item begin after those of the item before it, and end where those of the next one begin.
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

/** The text of an item, without its hidden glyphs if it has any. */
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

/** The first of some ascending numbers that is not less than `from`. */
function firstFrom(ascending: readonly number[], from: number): number | null {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return ascending[low] ?? null;
}

/** The objects that pdf.js has made for a page, or for all pages of a document. */
type PdfObjects = { readonly has: (name: string) => boolean; readonly get: (name: string) => unknown };
type PageObjects = Pick<PageResources, 'isLayerOn'> & {
  readonly objects: PdfObjects;
  readonly commonObjects: PdfObjects;
};

/** Looks up the objects to which a page's operators refer. Missing fonts count as ordinary fonts. */
function pageResources({ objects, commonObjects, isLayerOn }: PageObjects): PageResources {
  const fonts = new Map<string, Font>();
  const find = (name: string): Record<string, unknown> => {
    const source = [objects, commonObjects].find((each) => each.has(name));
    const found = source?.get(name);
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  };
  return {
    isLayerOn,
    font(name) {
      const font = fonts.get(name) ?? toFont(find(name));
      fonts.set(name, font);
      return font;
    },
  };
}

/** Reads the properties of a font of pdf.js; what is missing is as in ordinary fonts. */
function toFont({ fontMatrix, vertical, isType3Font, bbox }: Record<string, unknown>): Font {
  const [unit = DEFAULT_FONT.unit, , , unitHeight = unit] = toNumbers(fontMatrix);
  const [left = 0, bottom = 0, right = 0, top = 0] = toNumbers(bbox);
  const size = Math.max(
    Math.abs(right - left) * Math.abs(unit),
    Math.abs(top - bottom) * Math.abs(unitHeight),
  );
  const type3Em = size > 0 ? size : null;
  return { unit, isVertical: vertical === true, em: isType3Font === true ? type3Em : 1 };
}
