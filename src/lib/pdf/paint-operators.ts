import { overlapOf, toBox } from './box.ts';
import type { Ink } from './ink.ts';
import { type Interpreter, isOffPage, type Operator, UNIT_SQUARE } from './interpreter.ts';

/** Lines thinner than this, in points, are no background of text. */
const MIN_LINE_WIDTH = 3;

/**
 * The operators that paint or clip shapes, by their names in pdf.js (ISO 32000-1, 8.5, 8.7 and 8.9). Only the
 * box around a shape is noted.
 * @param numbers the codes of all operators by their names
 */
export function paintOperators(
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
