import { contrast, mixColours, NO_COLOUR, type PaintColour } from './colour.ts';
import type { GraphicsState } from './graphics-state.ts';
import { multiply, type Point } from './matrix.ts';
import { letsThrough } from './soft-mask.ts';
import { isWithin } from './surface.ts';

/**
 * Whether the graphics state makes a glyph visible. `scan` means visible only on a scanned page, whose text
 * layer is invisible but whose image shows the same text. `clip` means that the glyph only clips what is
 * painted afterwards.
 */
export type Visibility = 'seen' | 'hidden' | 'scan' | 'clip';

/** Text smaller than this, in points, cannot be read at any usual zoom on a page of letter size or larger. */
const MIN_HEIGHT = 3;
const MIN_WIDTH = 1;
/**
 * The length of the shorter side of a letter or A4 page, roughly. A smaller page is enlarged to fill the
 * screen.
 */
const USUAL_SIDE = 590;
/**
 * The limit for Type 3 fonts is lower, because such a font often contains only a few small glyphs, such as a
 * full stop.
 */
const MIN_TYPE3_HEIGHT = 1;
/** The lowest contrast that counts as visible; #e8e8e8 on white has more. */
const MIN_CONTRAST = 1.2;
/** Text of lower opacity cannot be read on any background. */
const MIN_ALPHA = 0.1;

const INVISIBLE = 3;
const CLIP = 7;

/** The visibility of all glyphs of a text operator, as far as the graphics state decides it. */
export function operatorVisibility(state: GraphicsState, shorterSide: number): Visibility {
  const { font, fontSize, hScale, renderingMode } = state;
  const [a, b, c, d] = multiply(state.ctm, state.textMatrix);
  const height = Math.abs(fontSize * (font.em ?? 1)) * Math.hypot(c, d);
  const width = Math.abs(fontSize * hScale * (font.em ?? 1)) * Math.hypot(a, b);
  const scale = Math.min(1, shorterSide / USUAL_SIDE);
  const minHeight = font.em === 1 ? MIN_HEIGHT : font.em === null ? 0 : MIN_TYPE3_HEIGHT;
  if (height < minHeight * scale || width < Math.min(MIN_WIDTH, minHeight) * scale) return 'hidden';
  if (renderingMode === INVISIBLE) return 'scan';
  return renderingMode === CLIP ? 'clip' : 'seen';
}

/** Whether the colour of text is different enough from the colour below it. */
export function isSeenOn(background: PaintColour, state: GraphicsState): boolean {
  const { renderingMode, groupAlpha, fillColour, fillAlpha, strokeColour, strokeAlpha } = state;
  const isFilled = renderingMode % 4 === 0 || renderingMode % 4 === 2;
  const isStroked = renderingMode % 4 === 1 || renderingMode % 4 === 2;
  return (
    (isFilled && differs(background, fillColour, fillAlpha * groupAlpha)) ||
    (isStroked && differs(background, strokeColour, strokeAlpha * groupAlpha))
  );
}

/** Whether paint at a position reaches the page. */
export function isPaintedAt(position: Point, cell: number, state: GraphicsState): boolean {
  if (cell < 0 || !isWithin(state.clip, position, cell)) return false;
  return reachesCell(cell, state);
}

/** Whether the soft masks are transparent enough in a cell for anything to be visible. */
export function reachesCell(cell: number, { softMask, groupMasks }: GraphicsState): boolean {
  if (softMask !== null && !letsThrough(softMask, cell)) return false;
  return groupMasks.every((mask) => letsThrough(mask, cell));
}

/** Whether paint on a background can be distinguished from it. */
export function differs(background: PaintColour, colour: PaintColour, alpha: number): boolean {
  if (alpha < MIN_ALPHA || colour === NO_COLOUR) return false;
  if (background < 0 || colour < 0) return true;
  return contrast(mixColours(background, colour, alpha), background) >= MIN_CONTRAST;
}
