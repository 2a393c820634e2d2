import type { BoxList } from './box.ts';
import type { Font, GraphicsState } from './graphics-state.ts';
import type { Ink } from './ink.ts';
import { multiply, type Point } from './matrix.ts';

/** Whether a glyph is visible; `scan`: only on a scanned page, whose image shows the same text. */
export type Visibility = 'seen' | 'hidden' | 'scan';

/** Text smaller than this, in points, cannot be read at any usual zoom on a page of letter size or larger. */
const MIN_HEIGHT = 3;
const MIN_WIDTH = 1;
/** The shorter side of a letter or A4 page, roughly; a smaller page is enlarged to the screen. */
const USUAL_SIDE = 590;
/** The limit is lower for Type 3 fonts, which often have only small glyphs, such as a full stop. */
const MIN_TYPE3_HEIGHT = 1;
/** Text of lower opacity cannot be read on any background. */
const MIN_ALPHA = 0.1;

/** The rendering mode of text that is neither filled nor outlined. */
const INVISIBLE = 3;

/** The visibility of all glyphs of a text operator, as far as size and rendering mode decide it. */
export function operatorVisibility(state: GraphicsState, shorterSide: number): Visibility {
  const { font, fontSize, hScale, renderingMode } = state;
  const [a, b, c, d] = multiply(state.ctm, state.textMatrix);
  const height = Math.abs(fontSize * (font.em ?? 1)) * Math.hypot(c, d);
  const width = Math.abs(fontSize * hScale * (font.em ?? 1)) * Math.hypot(a, b);
  const scale = Math.min(1, shorterSide / USUAL_SIDE);
  const minHeight = minHeightOf(font);
  if (height < minHeight * scale || width < Math.min(MIN_WIDTH, minHeight) * scale) return 'hidden';
  return renderingMode === INVISIBLE ? 'scan' : 'seen';
}

/** In points on a usual page; 0 if the size of the glyphs is not known. */
function minHeightOf({ em }: Font): number {
  if (em === null) return 0;
  return em === 1 ? MIN_HEIGHT : MIN_TYPE3_HEIGHT;
}

/**
 * Whether the ink of text is visible at a place: opaque enough, and not pale on white paper. Modes 0 and 4
 * fill the letters, 1 and 5 draw their outlines, 2 and 6 do both; 7 only clips what is painted later.
 */
export function isInkSeen(at: Point, painted: BoxList, state: GraphicsState): boolean {
  const { renderingMode, groupAlpha, fillInk, fillAlpha, strokeInk, strokeAlpha } = state;
  const use = renderingMode % 4;
  const isSeen = (ink: Ink, alpha: number): boolean =>
    ink !== 'none' && alpha * groupAlpha >= MIN_ALPHA && (ink === 'dark' || painted.has(at));
  return (
    (use % 2 === 0 && isSeen(fillInk, fillAlpha)) ||
    ((use === 1 || use === 2) && isSeen(strokeInk, strokeAlpha))
  );
}
