import { type PaintColour, UNKNOWN_COLOUR } from './colour.ts';
import type { Interpreter, Operator } from './interpreter.ts';
import { rectangleOutline, strokeOutline, toOutline } from './outline.ts';
import type { Shape } from './raster.ts';
import type { Ink } from './surface.ts';
import { narrowClip } from './surface.ts';
import { differs, reachesCell } from './visibility.ts';

/** The codes of the operators for which a path is constructed. */
export type PathOperators = Readonly<Record<string, number>>;

const FILLS = ['fill', 'fillStroke', 'closeFillStroke'];
const EVEN_ODD_FILLS = ['eoFill', 'eoFillStroke', 'closeEOFillStroke'];
const STROKES = [
  'stroke',
  'closeStroke',
  'fillStroke',
  'closeFillStroke',
  'eoFillStroke',
  'closeEOFillStroke',
];
/** Lines thinner than this, in points, neither form a background nor cover text. */
const MIN_LINE_WIDTH = 3;
const UNIT_SQUARE = [0, 0, 1, 1];

/** The operators that paint or clip shapes, by their names in pdf.js (ISO 32000-1, 8.5, 8.7 and 8.9). */
export function paintOperators(
  page: Interpreter,
  numbers: PathOperators,
): Readonly<Record<string, Operator>> {
  const includes = (names: readonly string[], operator: unknown): boolean =>
    names.some((name) => numbers[name] === operator);
  let clipRule: Shape['rule'] | null = null;
  const paintImage = (colour: PaintColour): void => {
    page.mayHoldImage = false;
    paintFilled(page, unitSquare(page), { colour, isScan: false });
  };
  return {
    clip() {
      clipRule = 'nonzero';
    },
    eoClip() {
      clipRule = 'evenodd';
    },
    constructPath([operator, path]) {
      page.mayHoldImage = false;
      const polygons = toOutline(Array.isArray(path) ? path[0] : null, page.state.ctm);
      const rule = includes(EVEN_ODD_FILLS, operator) ? 'evenodd' : 'nonzero';
      if (rule === 'evenodd' || includes(FILLS, operator))
        paintFilled(page, { polygons, rule }, { colour: page.state.fillColour, isScan: false });
      if (includes(STROKES, operator)) paintStroked(page, polygons);
      if (clipRule !== null) narrow(page, { polygons, rule: clipRule });
      clipRule = null;
    },
    shadingFill([name]) {
      page.mayHoldImage = false;
      const { left, bottom, right, top } = page.page;
      const polygons = [rectangleOutline([left, bottom, right, top], [1, 0, 0, 1, 0, 0])];
      paintFilled(
        page,
        { polygons, rule: 'nonzero' },
        { colour: page.resources.colourOf(String(name)), isScan: false },
      );
    },
    paintImageXObject: ([name]) => paintImage(page.resources.colourOf(String(name))),
    paintInlineImageXObject: () => paintImage(UNKNOWN_COLOUR),
    paintImageMaskXObject: () => paintImage(UNKNOWN_COLOUR),
    paintSolidColorImageMask: () => paintImage(page.state.fillColour),
  };
}

/**
 * Paints the image that pdf.js left out, if any. Large images are not decoded, and pdf.js omits the operator
 * of an image that it does not decode; the only sign of it is a matrix that was set although nothing was
 * painted.
 */
export function paintPendingImage(page: Interpreter): void {
  if (page.mayHoldImage) paintFilled(page, unitSquare(page), { colour: UNKNOWN_COLOUR, isScan: true });
  page.mayHoldImage = false;
}

function unitSquare(page: Interpreter): Shape {
  return { polygons: [rectangleOutline(UNIT_SQUARE, page.state.ctm)], rule: 'nonzero' };
}

function paintFilled(
  page: Interpreter,
  shape: Shape,
  { colour, isScan }: Pick<Ink, 'colour' | 'isScan'>,
): void {
  paint(page, shape, { colour, isScan, alpha: page.state.fillAlpha });
}

function paintStroked(page: Interpreter, polygons: Shape['polygons']): void {
  const { ctm, lineWidth, strokeColour, strokeAlpha } = page.state;
  const width = lineWidth * Math.sqrt(Math.abs(ctm[0] * ctm[3] - ctm[1] * ctm[2]));
  if (width < MIN_LINE_WIDTH) return;
  const shape = { polygons: strokeOutline(polygons, width), rule: 'nonzero' } as const;
  paint(page, shape, { colour: strokeColour, isScan: false, alpha: strokeAlpha });
}

function paint(page: Interpreter, shape: Shape, ink: Pick<Ink, 'colour' | 'isScan' | 'alpha'>): void {
  const { state, surface } = page;
  if (page.hiddenLayers > 0) return;
  const alpha = ink.alpha * state.groupAlpha;
  if (state.clippingText !== null) {
    reveal(page, ink.colour, alpha);
    return;
  }
  const isMasked = state.softMask !== null || state.groupMasks.length > 0;
  const colour = isMasked ? UNKNOWN_COLOUR : ink.colour;
  const isNormal = state.isNormalBlend && state.isNormalGroup;
  const reaches = isMasked ? (cell: number) => reachesCell(cell, state) : null;
  surface.paint(shape, { ...ink, colour, alpha, isNormal, reaches }, state.clip);
}

/** Text used for clipping appears in the colour of the shape that is painted through it. */
function reveal(page: Interpreter, colour: PaintColour, alpha: number): void {
  const { clippingText } = page.state;
  for (const at of clippingText?.glyphs ?? []) {
    const glyph = page.glyphs[at];
    if (glyph === undefined || !differs(page.surface.colourAt(glyph.cell), colour, alpha)) continue;
    glyph.visibility = 'seen';
    glyph.paints = page.surface.paints();
  }
}

function narrow(page: Interpreter, shape: Shape): void {
  page.state = { ...page.state, clip: narrowClip(page.state.clip, shape, page.surface.raster) };
}
