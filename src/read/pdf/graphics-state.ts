import type { PaintColour } from './colour.ts';
import { IDENTITY, type Matrix } from './matrix.ts';
import type { SoftMask } from './soft-mask.ts';
import type { Clip } from './surface.ts';

/** The properties of a font that determine the position and size of its glyphs. */
export type Font = {
  /** Text space units per glyph space unit, horizontally. */
  readonly unit: number;
  readonly isVertical: boolean;
  /**
   * The height of its glyphs for a font size of 1: 1 for all fonts except Type 3; null if the font does not
   * state it.
   */
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
  readonly clip: Clip;
  readonly fillColour: PaintColour;
  readonly strokeColour: PaintColour;
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  readonly lineWidth: number;
  readonly isNormalBlend: boolean;
  /** Whether all enclosing transparency groups replace what is below them. */
  readonly isNormalGroup: boolean;
  /** The opacity of the enclosing transparency groups. */
  readonly groupAlpha: number;
  readonly softMask: SoftMask | null;
  /** The soft masks of the enclosing transparency groups. */
  readonly groupMasks: readonly SoftMask[];
  /** Glyphs in rendering mode 7, which become visible when something is painted through them. */
  readonly clippingText: ClippingText | null;
};

/**
 * The glyphs, as indexes in the list of a page's glyphs, and the number of states that were saved when they
 * were added.
 */
export type ClippingText = { readonly level: number; readonly glyphs: number[] };

/** The font for text that names none. */
export const DEFAULT_FONT: Font = { unit: 0.001, isVertical: false, em: 1 };

/** The state at the start of a page. */
export function initialState(clip: Clip): GraphicsState {
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
    clip,
    fillColour: 0,
    strokeColour: 0,
    fillAlpha: 1,
    strokeAlpha: 1,
    lineWidth: 1,
    isNormalBlend: true,
    isNormalGroup: true,
    groupAlpha: 1,
    softMask: null,
    groupMasks: [],
    clippingText: null,
  };
}
