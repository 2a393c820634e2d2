import { areaOf, type Box } from './box.ts';
import { createInterpreter, notePendingImage, type Operator, type PageResources } from './interpreter.ts';
import type { Point } from './matrix.ts';
import { paintOperators } from './paint-operators.ts';
import { stateOperators } from './state-operators.ts';
import { textOperators } from './text-operators.ts';

/** The operators of a page as pdf.js lists them: the code of each operator, and its arguments. */
export type OperatorList = { readonly fnArray: readonly number[]; readonly argsArray: readonly unknown[] };

/** A glyph of a page, in the order of its operators. White space has no glyphs. */
export type PageGlyph = {
  readonly text: string;
  /** The starting position of its baseline, in points of the page. */
  readonly start: Point;
  readonly isVisible: boolean;
  readonly followsSpace: boolean;
};

/** The data needed to interpret the operators of a page. */
export type PageContext = {
  readonly box: Box;
  readonly resources: PageResources;
  /** The codes of the operators by their names, `OPS` of pdf.js. */
  readonly numbers: Readonly<Record<string, number>>;
};

/** A large image that fills less of the page than this is a picture on it, not a scan. */
const MIN_SCANNED_SHARE = 0.5;

/**
 * Places the glyphs of a page and decides for each one whether a person sees it. Glyphs are hidden if their
 * rendering mode is invisible, or if they are too small, transparent, off the page, outside the box around a
 * clip, in a layer that is off, or almost white where nothing but white has been painted. The invisible text
 * layer of a scanned page counts as visible. The page itself is not painted, so text behind a shape, behind a
 * soft mask or in the colour of the shape below it counts as visible. Takes time in proportion to the
 * operators.
 */
export function pageGlyphs(
  { fnArray, argsArray }: OperatorList,
  { box, resources, numbers }: PageContext,
): PageGlyph[] {
  const page = createInterpreter(box, resources);
  const operators: Readonly<Record<string, Operator>> = {
    ...stateOperators(page),
    ...textOperators(page),
    ...paintOperators(page, numbers),
  };
  const byNumber = new Map(Object.entries(operators).map(([name, operator]) => [numbers[name], operator]));
  for (const [at, number] of fnArray.entries()) {
    const args = argsArray[at];
    byNumber.get(number)?.(Array.isArray(args) ? args : args instanceof Float32Array ? [...args] : []);
  }
  notePendingImage(page);
  const isScanned = page.scannedArea >= MIN_SCANNED_SHARE * areaOf(box);
  return page.glyphs.map(({ text, start, seenAt, followsSpace, visibility }) => ({
    text,
    start,
    followsSpace,
    isVisible: visibility === 'seen' || (visibility === 'scan' && isScanned && page.scans.has(seenAt)),
  }));
}
