import { groupOperators } from './group-operators.ts';
import { createInterpreter, type Operator, type PageResources } from './interpreter.ts';
import type { Point } from './matrix.ts';
import type { Box } from './outline.ts';
import { paintOperators, paintPendingImage } from './paint-operators.ts';
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
export type PaintedPage = {
  readonly box: Box;
  readonly resources: PageResources;
  /** The codes of the operators by their names, `OPS` of pdf.js. */
  readonly numbers: Readonly<Record<string, number>>;
};

/**
 * Paints a page on a coarse grid and decides for each glyph whether a person sees it. Glyphs are hidden if
 * their rendering mode is invisible, or if they are too small, transparent, in the colour of their
 * background, painted over, clipped, off the page, masked out, or in a layer that is off. The invisible text
 * layer of a scanned page counts as visible. The appearance of images, patterns and the outlines of embedded
 * fonts is not known: text on an image counts as visible, whatever its colour. Takes time in proportion to
 * the operators; once a page has used up its limit for painted area, shapes are ignored.
 */
export function paintPage(
  { fnArray, argsArray }: OperatorList,
  { box, resources, numbers }: PaintedPage,
): PageGlyph[] {
  const page = createInterpreter(box, resources);
  const operators: Readonly<Record<string, Operator>> = {
    ...stateOperators(page),
    ...textOperators(page),
    ...paintOperators(page, numbers),
    ...groupOperators(page),
  };
  const byNumber = new Map(Object.entries(operators).map(([name, operator]) => [numbers[name], operator]));
  for (const [at, number] of fnArray.entries()) {
    const args = argsArray[at];
    byNumber.get(number)?.(Array.isArray(args) ? args : args instanceof Float32Array ? [...args] : []);
  }
  paintPendingImage(page);
  return page.glyphs.map(({ text, start, followsSpace, visibility, cell, paints }) => {
    const isShown = visibility === 'seen' || (visibility === 'scan' && page.surface.isScanAt(cell));
    return { text, start, followsSpace, isVisible: isShown && isUncovered() };

    function isUncovered(): boolean {
      return visibility === 'scan' || !page.surface.isCoveredSince(cell, paints);
    }
  });
}
