import { type Scale, toPx } from './length.ts';
import { FAR_AWAY_PX, OFF_SCREEN_PX, SCREEN } from './policy.ts';
import type { Styles } from './styles.ts';

const PLACED = /^(?:absolute|fixed|relative|sticky)$/;
/** Lengths that say how they stand to the window. */
const OF_WINDOW = /\d(?:%|[sld]?v(?:w|h|i|b|min|max))/;

/** Whether an element stands where no scrolling brings it into the window. */
export function isOffScreen(styles: Styles, scale: Scale): boolean {
  const px = (name: string, wholePx: number) => toPx(styles.get(name) ?? '', { ...scale, wholePx }) ?? 0;
  // What is half its container to the left may be a trick to centre it: all of it must be out.
  const side = (name: string) => px(name, OFF_SCREEN_PX);
  const left = px('margin-left', FAR_AWAY_PX / 2);
  const top = px('margin-top', FAR_AWAY_PX / 2);
  const position = styles.get('position') ?? '';
  if (PLACED.test(position)) {
    const isOut = (name: string, back: number) => side(name) + Math.max(0, back) <= -OFF_SCREEN_PX;
    // Pulled as far to both sides it is centred between them.
    const isCentred =
      styles.get('margin-left') === 'auto' &&
      isOut('left', 0) &&
      isOut('right', 0) &&
      position !== 'relative';
    if (!isCentred && (isOut('left', left) || isOut('right', 0))) return true;
    if (isOut('top', top) || isOut('bottom', 0)) return true;
    if (Math.max(side('left'), side('right'), side('bottom')) >= 2 * SCREEN.widthPx) return true;
    if (/vw/.test(styles.get('right') ?? '') && px('right', 0) >= SCREEN.widthPx) return true;
    if (position === 'fixed' && isBeyondWindow(styles, px)) return true;
  }
  if (left >= 2 * SCREEN.widthPx) return true;
  const far = /vw/.test(styles.get('margin-left') ?? '') ? SCREEN.widthPx : FAR_AWAY_PX;
  const isLeft = left <= -far && left + side('padding-left') + Math.max(0, side('left')) <= -far;
  return isLeft || (top <= -FAR_AWAY_PX && top + side('padding-top') <= -FAR_AWAY_PX);
}

/** What is fixed where the window ends does not come in by scrolling, unless something pulls it back. */
function isBeyondWindow(styles: Styles, px: (name: string, wholePx: number) => number): boolean {
  if (styles.has('transform') || styles.has('translate')) return false;
  if (px('margin-left', 0) < 0 || px('margin-top', 0) < 0) return false;
  const isBeyond = (name: string, wholePx: number) =>
    OF_WINDOW.test(styles.get(name) ?? '') && px(name, wholePx) >= wholePx;
  return (
    isBeyond('left', SCREEN.widthPx) ||
    isBeyond('right', SCREEN.widthPx) ||
    isBeyond('top', SCREEN.heightPx) ||
    isBeyond('bottom', SCREEN.heightPx)
  );
}
