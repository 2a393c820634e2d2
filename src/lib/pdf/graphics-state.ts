import type { Box } from './box.ts';
import type { Ink } from './ink.ts';
import { IDENTITY, type Matrix } from './matrix.ts';

/** The properties of a font that determine the position and size of its glyphs. */
export type Font = {
  /** Text space units per glyph space unit, horizontally. */
  readonly unit: number;
  readonly isVertical: boolean;
  /** The height of its glyphs at size 1: 1 except for Type 3; null if the font does not state it. */
  readonly em: number | null;
};

/** The text state (ISO 32000-1, 9.3). */
export type TextState = {
  readonly font: Font;
  readonly fontSize: number;
  readonly charSpacing: number;
  readonly wordSpacing: number;
  /** Horizontal scaling; 1 means none. */
  readonly hScale: number;
  readonly leading: number;
  readonly rise: number;
  readonly renderingMode: number;
  readonly textMatrix: Matrix;
  readonly lineMatrix: Matrix;
};

/** The part of the graphics state that decides what is visible (ISO 32000-1, 8.4). */
export type GraphicsState = TextState & {
  /** The transformation from user space to the page. */
  readonly ctm: Matrix;
  /** The box around the part of the page that can be painted. */
  readonly clip: Box;
  readonly fillInk: Ink;
  readonly strokeInk: Ink;
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  readonly lineWidth: number;
  /** The opacity of the enclosing transparency groups. */
  readonly groupAlpha: number;
};

/** The font for text that names none. */
export const DEFAULT_FONT: Font = { unit: 0.001, isVertical: false, em: 1 };

/** The state at the start of a page. */
export function initialState(page: Box): GraphicsState {
  return {
    font: DEFAULT_FONT,
    fontSize: 0,
    charSpacing: 0,
    wordSpacing: 0,
    hScale: 1,
    leading: 0,
    rise: 0,
    renderingMode: 0,
    textMatrix: IDENTITY,
    lineMatrix: IDENTITY,
    ctm: IDENTITY,
    clip: page,
    fillInk: 'dark',
    strokeInk: 'dark',
    fillAlpha: 1,
    strokeAlpha: 1,
    lineWidth: 1,
    groupAlpha: 1,
  };
}
