import { areaOf, type Box, overlapOf, toBox } from './box.ts';
import type { Ink } from './ink.ts';
import {
  createInterpreter,
  type Interpreter,
  isOffPage,
  notePendingImage,
  type Operator,
  type PageResources,
  UNIT_SQUARE,
} from './interpreter.ts';
import type { Point } from './matrix.ts';
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

/** Lines thinner than this, in points, are no background of text. */
const MIN_LINE_WIDTH = 3;

/**
 * The operators that paint or clip shapes, by their names in pdf.js (ISO 32000-1, 8.5, 8.7 and 8.9). Only the
 * box around a shape is noted.
 * @param numbers the codes of all operators by their names
 */
function paintOperators(
  page: Interpreter,
  numbers: Readonly<Record<string, number>>,
): Readonly<Record<string, Operator>> {
  const names = new Map(Object.entries(numbers).map(([name, number]) => [number, name]));
  let isClip = false;
  const paintImage = (ink: Ink): void => {
    page.mayHoldImage = false;
    paint(page, { corners: UNIT_SQUARE, ink });
  };
  const markClip = (): void => {
    isClip = true;
  };
  return {
    clip: markClip,
    eoClip: markClip,
    constructPath([operator, , corners]) {
      page.mayHoldImage = false;
      const { state } = page;
      const name = names.get(Number(operator)) ?? '';
      if (/fill/i.test(name)) paint(page, { corners, ink: state.fillInk });
      if (/stroke/i.test(name)) paintLines(page, corners);
      if (isClip) page.state = { ...state, clip: overlapOf(state.clip, toBox(corners, state.ctm)) };
      isClip = false;
    },
    shadingFill() {
      page.mayHoldImage = false;
      if (!isOffPage(page)) page.painted.add(page.state.clip);
    },
    paintImageXObject: () => paintImage('dark'),
    paintInlineImageXObject: () => paintImage('dark'),
    paintImageMaskXObject: () => paintImage(page.state.fillInk),
    paintSolidColorImageMask: () => paintImage(page.state.fillInk),
  };
}

function paintLines(page: Interpreter, corners: unknown): void {
  const { ctm, lineWidth, strokeInk } = page.state;
  const width = lineWidth * Math.sqrt(Math.abs(ctm[0] * ctm[3] - ctm[1] * ctm[2]));
  if (width >= MIN_LINE_WIDTH) paint(page, { corners, ink: strokeInk, margin: width / 2 });
}

type PaintedShape = { readonly corners: unknown; readonly ink: Ink; readonly margin?: number };

function paint(page: Interpreter, { corners, ink, margin = 0 }: PaintedShape): void {
  if (ink !== 'dark' || isOffPage(page)) return;
  const { ctm, clip } = page.state;
  page.painted.add(overlapOf(toBox(corners, ctm, margin), clip));
}
