import { layOutGlyphs, type ShownGlyph } from './glyphs.ts';
import type { TextState } from './graphics-state.ts';
import type { Interpreter, Operator } from './interpreter.ts';
import { IDENTITY, type Matrix, multiply, toMatrix, transform } from './matrix.ts';
import { isPaintedAt, isSeenOn, operatorVisibility, type Visibility } from './visibility.ts';

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
  const { left, bottom, right, top } = page.page;
  const shorterSide = Math.min(right - left, top - bottom);
  const ofOperator = page.hiddenLayers > 0 ? 'hidden' : operatorVisibility(page.state, shorterSide);
  if (page.maskDepth === 0) {
    for (const [at, glyph] of glyphs.entries())
      paintGlyph(page, { ...glyph, followsSpace: at === 0 || glyph.followsSpace }, ofOperator);
  }
  page.state = { ...page.state, textMatrix };
}

function paintGlyph(page: Interpreter, glyph: ShownGlyph, ofOperator: Visibility): void {
  const { state, surface } = page;
  const { cell, isPainted } = placeOf(page, glyph);
  const isHidden = !isPainted || (ofOperator === 'seen' && !isSeenOn(surface.colourAt(cell), state));
  const visibility = isHidden ? 'hidden' : ofOperator;
  if (visibility === 'clip') page.clippingText().glyphs.push(page.glyphs.length);
  const { text, followsSpace } = glyph;
  const start = transform(state.ctm, glyph.start);
  page.glyphs.push({ text, start, followsSpace, cell, visibility, paints: surface.paints() });
}

/**
 * The point of a glyph that is examined: its middle, or its left edge if the page or a clip cuts off its
 * middle.
 */
function placeOf({ state, surface }: Interpreter, glyph: ShownGlyph): { cell: number; isPainted: boolean } {
  const [middle, edge] = [glyph.middle, glyph.edge].map((point) => {
    const place = transform(state.ctm, point);
    const cell = surface.raster.cellAt(...place);
    return { cell, isPainted: isPaintedAt(place, cell, state) };
  });
  return (middle?.isPainted === true ? middle : edge) ?? { cell: -1, isPainted: false };
}

function toNumber(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
