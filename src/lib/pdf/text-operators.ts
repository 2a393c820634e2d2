import { isInside } from './box.ts';
import type { TextState } from './graphics-state.ts';
import { type Interpreter, isOffPage, type Operator } from './interpreter.ts';
import { IDENTITY, type Matrix, multiply, type Point, toMatrix, transform } from './matrix.ts';
import { isInkSeen, operatorVisibility } from './visibility.ts';

/** The operators that set and show text, by their names in pdf.js (ISO 32000-1, 9.3 and 9.4). */
export function textOperators(page: Interpreter): Readonly<Record<string, Operator>> {
  const change = (changes: Partial<TextState>): void => {
    page.state = { ...page.state, ...changes };
  };
  const startLine = (lineMatrix: Matrix): void => change({ lineMatrix, textMatrix: lineMatrix });
  const move = (x: number, y: number): void => startLine(multiply(page.state.lineMatrix, [1, 0, 0, 1, x, y]));
  return {
    beginText() {
      page.mayHoldImage = false;
      startLine(IDENTITY);
    },
    setTextMatrix: ([matrix]) => startLine(toMatrix(matrix) ?? IDENTITY),
    moveText: ([x, y]) => move(toNumber(x), toNumber(y)),
    setLeadingMoveText([x, y]) {
      change({ leading: -toNumber(y) });
      move(toNumber(x), toNumber(y));
    },
    nextLine: () => move(0, -page.state.leading),
    setFont: ([name, size]) => change({ font: page.resources.font(String(name)), fontSize: toNumber(size) }),
    setCharSpacing: ([spacing]) => change({ charSpacing: toNumber(spacing) }),
    setWordSpacing: ([spacing]) => change({ wordSpacing: toNumber(spacing) }),
    setHScale: ([percent]) => change({ hScale: toNumber(percent) / 100 }),
    setLeading: ([leading]) => change({ leading: toNumber(leading) }),
    setTextRise: ([rise]) => change({ rise: toNumber(rise) }),
    setTextRenderingMode: ([renderingMode]) => change({ renderingMode: toNumber(renderingMode) }),
    showText: ([shown]) => showText(page, shown),
  };
}

function showText(page: Interpreter, shown: unknown): void {
  page.mayHoldImage = false;
  const { glyphs, textMatrix } = layOutGlyphs(shown, page.state);
  if (page.masks === 0) placeGlyphs(page, glyphs);
  page.state = { ...page.state, textMatrix };
}

function placeGlyphs(page: Interpreter, glyphs: readonly ShownGlyph[]): void {
  const { state } = page;
  const { left, bottom, right, top } = page.page;
  const shorterSide = Math.min(right - left, top - bottom);
  const ofOperator = isOffPage(page) ? 'hidden' : operatorVisibility(state, shorterSide);
  for (const [at, { text, followsSpace, ...glyph }] of glyphs.entries()) {
    const [middle, edge] = [transform(state.ctm, glyph.middle), transform(state.ctm, glyph.edge)];
    // The page or a clip may cut off the middle of a letter whose edge is visible.
    const seenAt = isInside(middle, state.clip) ? middle : edge;
    const isSeen =
      isInside(seenAt, state.clip) && (ofOperator !== 'seen' || isInkSeen(seenAt, page.painted, state));
    page.glyphs.push({
      text,
      start: transform(state.ctm, glyph.start),
      seenAt,
      followsSpace: at === 0 || followsSpace,
      visibility: isSeen ? ofOperator : 'hidden',
    });
  }
}

function toNumber(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** A glyph that is not white space, as a text operator places it. */
type ShownGlyph = {
  readonly text: string;
  /** Where its baseline starts in user space, and its position in the text that pdf.js extracts. */
  readonly start: Point;
  /** The middle of a small letter at this position, and the left edge of that letter, in user space. */
  readonly middle: Point;
  readonly edge: Point;
  /** Whether white space or a gap precedes it within its operator. */
  readonly followsSpace: boolean;
};

/** A glyph as pdf.js describes it. */
type Glyph = {
  readonly unicode: string;
  /** In glyph space. */
  readonly width: number;
  /** -1 if pdf.js gives none. */
  readonly originalCharCode: number;
  /** In vertical writing, the distance to the next glyph, in glyph space, and more; otherwise null. */
  readonly vmetric: readonly number[] | null;
};

/**
 * pdf.js treats the text of a glyph according to its class: white space is not part of an item, a diacritic
 * has no width, and a formatting character has no position at all.
 */
const CATEGORY = /^(\s)|(\p{Mn})|(\p{Cf})$/u;
/** The middle of a small letter, measured from its baseline, for a font size of 1. */
const MIDDLE = 0.25;
/** The character code to which word spacing applies. */
const SPACE = 32;
/** A gap of this share of the font size separates words. */
const MIN_SPACE = 0.1;

/**
 * The glyphs of one text operator, and the text matrix after it. `shown` are the glyphs and gaps from pdf.js.
 * Positions are calculated as pdf.js does when it extracts text, so that its items can be found by their
 * position.
 */
function layOutGlyphs(shown: unknown, state: TextState): { glyphs: ShownGlyph[]; textMatrix: Matrix } {
  const { font, fontSize, hScale, charSpacing, wordSpacing, rise } = state;
  const glyphs: ShownGlyph[] = [];
  let textMatrix = state.textMatrix;
  let followsSpace = false;
  let followsGlyph = false;
  const advance = (distance: number): void => {
    const step: Matrix = font.isVertical ? [1, 0, 0, 1, 0, distance] : [1, 0, 0, 1, distance * hScale, 0];
    textMatrix = multiply(textMatrix, step);
  };
  const spacing = font.isVertical ? -charSpacing : charSpacing;
  const sign = font.isVertical ? -1 : 1;
  for (const item of Array.isArray(shown) ? shown : []) {
    if (typeof item === 'number') {
      if (item === 0) continue;
      // In thousandths of the font size; a positive number moves backwards.
      const gap = -item * fontSize * 0.001;
      advance(gap + (followsGlyph ? 0 : sign * spacing));
      followsGlyph = false;
      followsSpace ||= gap > MIN_SPACE * fontSize;
      continue;
    }
    const glyph = toGlyph(item);
    if (glyph === null) continue;
    followsGlyph = true;
    const [, space, diacritic, formatting] = CATEGORY.exec(glyph.unicode) ?? [];
    if (formatting !== undefined) continue;
    const width = widthOf(glyph, state);
    if (space === undefined) {
      const [x, y] = middleOf(width, state);
      glyphs.push({
        text: glyph.unicode,
        start: transform(textMatrix, [0, rise]),
        middle: transform(textMatrix, [x, y]),
        edge: transform(textMatrix, font.isVertical ? [0, rise] : [0, y]),
        followsSpace,
      });
    }
    followsSpace = space !== undefined;
    advance(diacritic === undefined ? width : 0);
    advance(sign * (spacing + (glyph.originalCharCode === SPACE ? wordSpacing : 0)));
  }
  return { glyphs, textMatrix };
}

/** The distance to the next glyph, in text space. */
function widthOf({ width, vmetric }: Glyph, { font, fontSize }: TextState): number {
  return (font.isVertical ? (vmetric?.[0] ?? -width) : width) * font.unit * fontSize;
}

/** A position relative to the start of a glyph on its baseline, in text space. */
function middleOf(width: number, { font, fontSize, hScale, rise }: TextState): Point {
  return font.isVertical
    ? [0, rise + width / 2]
    : [(width * hScale) / 2, rise + MIDDLE * fontSize * (font.em ?? 0)];
}

/** Reads a glyph of pdf.js; null for anything else. */
function toGlyph(value: unknown): Glyph | null {
  if (typeof value !== 'object' || value === null) return null;
  const { unicode, width, originalCharCode, vmetric } = value as Record<string, unknown>;
  if (typeof unicode !== 'string' || typeof width !== 'number') return null;
  return {
    unicode,
    width,
    originalCharCode: typeof originalCharCode === 'number' ? originalCharCode : -1,
    vmetric: Array.isArray(vmetric) ? vmetric : null,
  };
}
