import { NO_COLOUR, type PaintColour, parseColour, UNKNOWN_COLOUR } from './colour.ts';
import type { GraphicsState } from './graphics-state.ts';
import type { Interpreter, Operator } from './interpreter.ts';
import { IDENTITY, multiply, toMatrix, toNumbers } from './matrix.ts';
import { rectangleOutline } from './outline.ts';
import { paintPendingImage } from './paint-operators.ts';
import { narrowClip } from './surface.ts';

/** The operators that change the graphics state, by their names in pdf.js (ISO 32000-1, 8.4 and 8.6). */
export function stateOperators(page: Interpreter): Readonly<Record<string, Operator>> {
  const change = (changes: Partial<GraphicsState>): void => {
    page.state = { ...page.state, ...changes };
  };
  return {
    save: () => page.save(),
    restore() {
      paintPendingImage(page);
      page.restore();
    },
    transform(args) {
      const matrix = toMatrix(args);
      if (matrix !== null) change({ ctm: multiply(page.state.ctm, matrix) });
      page.mayHoldImage = true;
    },
    setGState: ([parameters]) => setParameters(page, parameters),
    setLineWidth: ([width]) => change({ lineWidth: toNumber(width) }),
    setFillRGBColor: ([colour]) => change({ fillColour: parseColour(colour) ?? UNKNOWN_COLOUR }),
    setStrokeRGBColor: ([colour]) => change({ strokeColour: parseColour(colour) ?? UNKNOWN_COLOUR }),
    setFillColorN: (pattern) => change({ fillColour: patternColour(pattern, page) }),
    setStrokeColorN: (pattern) => change({ strokeColour: patternColour(pattern, page) }),
    setFillTransparent: () => change({ fillColour: NO_COLOUR }),
    setStrokeTransparent: () => change({ strokeColour: NO_COLOUR }),
    paintFormXObjectBegin([matrix, box]) {
      page.openForm();
      page.mayHoldImage = true;
      change({ ctm: multiply(page.state.ctm, toMatrix(matrix) ?? IDENTITY) });
      clipToBox(page, box);
    },
    paintFormXObjectEnd() {
      paintPendingImage(page);
      page.closeForm();
    },
  };
}

/** Clips to a rectangle `[left, bottom, right, top]` of user space; does nothing for other values. */
export function clipToBox(page: Interpreter, box: unknown): void {
  const corners = toNumbers(box);
  if (corners.length !== 4) return;
  const { state } = page;
  const shape = { polygons: [rectangleOutline(corners, state.ctm)], rule: 'nonzero' } as const;
  page.state = { ...state, clip: narrowClip(state.clip, shape, page.surface.raster) };
}

function setParameters(page: Interpreter, parameters: unknown): void {
  for (const entry of Array.isArray(parameters) ? parameters : []) {
    const [name, value]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    const changes = toChanges(name, value, page);
    if (changes !== null) page.state = { ...page.state, ...changes };
  }
}

/** The effect of an entry in a graphics state parameter dictionary (ISO 32000-1, table 58). */
function toChanges(name: unknown, value: unknown, page: Interpreter): Partial<GraphicsState> | null {
  if (name === 'ca') return { fillAlpha: toNumber(value) };
  if (name === 'CA') return { strokeAlpha: toNumber(value) };
  if (name === 'LW') return { lineWidth: toNumber(value) };
  if (name === 'BM') return { isNormalBlend: value === 'source-over' };
  if (name === 'SMask') return { softMask: value === true ? page.lastMask : null };
  if (name !== 'Font' || !Array.isArray(value)) return null;
  return { font: page.resources.font(String(value[0])), fontSize: toNumber(value[1]) };
}

function patternColour([kind, name]: readonly unknown[], page: Interpreter): PaintColour {
  return kind === 'Shading' && typeof name === 'string' ? page.resources.colourOf(name) : UNKNOWN_COLOUR;
}

function toNumber(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
