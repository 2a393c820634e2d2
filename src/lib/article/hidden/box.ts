import { type Scale, toPx } from './length.ts';
import {
  FAR_AWAY_PX,
  MAX_EMPTY_BOX_PX,
  MAX_UNSEEN_OPACITY,
  MAX_UNSEEN_SCALE,
  OFF_WINDOW_PX,
  WINDOW,
} from './limits.ts';

/** The declarations for one element, by longhand property. */
export type Styles = ReadonlyMap<string, string>;

/** Table cells grow with their content, so their declared size cuts nothing off. */
const CELLS: ReadonlySet<string> = new Set(['table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr']);
const PLACED = /^(?:absolute|fixed|relative|sticky|-webkit-sticky)$/;

/** Whether nothing in an element's box is visible: not displayed, cut off, clipped, moved or shrunk. */
export function isBoxUnseen(tag: string, styles: Styles, scale: Scale): boolean {
  return (
    styles.get('display') === 'none' ||
    styles.get('content-visibility') === 'hidden' ||
    (!CELLS.has(tag) && isCutOff(styles, scale)) ||
    isClipped(styles, scale) ||
    isOffWindow(styles, scale) ||
    isShrunk(styles, scale) ||
    (styles.has('filter') && isFiltered(styles.get('filter') ?? ''))
  );
}

function isFiltered(filter: string): boolean {
  return toOpacity(/opacity\(\s*([\d.]+%?)\s*\)/.exec(filter)?.[1]) <= MAX_UNSEEN_OPACITY;
}

/** An opacity from 0 to 1. It is 1 if none is declared, or if the value is not supported here. */
export function toOpacity(text = '1'): number {
  const value = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  return Number.isNaN(value) ? 1 : Math.max(0, Math.min(1, value));
}

function isCutOff(styles: Styles, scale: Scale): boolean {
  const cuts = (overflow = 'visible') => overflow !== 'visible';
  if (!cuts(styles.get('overflow-x')) && !cuts(styles.get('overflow-y'))) return false;
  if (styles.get('display')?.startsWith('table')) return false;
  const px = (name: string) => toPx(styles.get(name), scale);
  const isSmall = (name: string) => (px(name) ?? Number.POSITIVE_INFINITY) <= MAX_EMPTY_BOX_PX;
  const isStated = (name: string) => (px(name) ?? 0) > MAX_EMPTY_BOX_PX;
  const grows = Number.parseFloat(styles.get('flex-grow') ?? '0') > 0;
  const isLow = (isSmall('height') && !isStated('min-height') && !grows) || isSmall('max-height');
  if (isLow && !isStated('padding-top') && !isStated('padding-bottom')) return true;
  const isNarrow = (isSmall('width') && !isStated('min-width') && !grows) || isSmall('max-width');
  return isNarrow && !isStated('padding-left') && !isStated('padding-right');
}

function isClipped(styles: Styles, scale: Scale): boolean {
  const clip = styles.get('clip');
  const rect = clip === undefined ? undefined : /^rect\(([^()]*)\)$/.exec(clip)?.[1];
  if (rect !== undefined && /^(?:absolute|fixed)$/.test(styles.get('position') ?? '')) {
    const [top, right, bottom, left] = rect.match(/[^\s,]+/g)?.map((side) => toPx(side, scale)) ?? [];
    const isEmpty = (from: number | null | undefined, to: number | null | undefined) =>
      (to ?? Number.POSITIVE_INFINITY) - (from ?? 0) <= MAX_EMPTY_BOX_PX;
    if (isEmpty(left, right) || isEmpty(top, bottom)) return true;
  }
  const [, shape, inner = ''] = /^([a-z]+)\(([^()]*)\)/.exec(styles.get('clip-path') ?? '') ?? [];
  return shape !== undefined && isEmptyShape(shape, inner, { ...scale, wholePx: 100 });
}

/** Whether a shape of `clip-path` encloses nothing; its percentages are of a box of 100 pixels. */
function isEmptyShape(shape: string, inner: string, scale: Scale): boolean {
  const parts = inner.split(/\b(?:round|at)\b/)[0]?.match(/[^\s,]+/g) ?? [];
  const px = (part: string | undefined) => toPx(part, scale) ?? Number.NaN;
  if (shape === 'circle' || shape === 'ellipse') return parts.some((part) => px(part) <= MAX_EMPTY_BOX_PX);
  if (shape === 'inset') {
    const [top, right = top, bottom = top, left = right] = parts;
    return px(top) + px(bottom) >= 100 || px(left) + px(right) >= 100;
  }
  if (shape !== 'polygon') return false;
  const isLine = (axis: number) => new Set(parts.filter((_, at) => at % 2 === axis)).size === 1;
  return isLine(0) || isLine(1);
}

/** Properties that move a box; most boxes have none of them. */
const MOVING: readonly string[] = [
  ...['left', 'right', 'top', 'bottom', 'margin-left', 'margin-top', 'padding-left', 'padding-top'],
];

/** Whether an element is in a place to which no scrolling leads. */
function isOffWindow(styles: Styles, scale: Scale): boolean {
  if (!MOVING.some((property) => styles.has(property))) return false;
  const whole = { ...scale, wholePx: OFF_WINDOW_PX };
  const side = (name: string) => toPx(styles.get(name), whole) ?? 0;
  const left = side('left');
  const right = side('right');
  const marginLeft = side('margin-left');
  const marginTop = side('margin-top');
  if (PLACED.test(styles.get('position') ?? '')) {
    const isLeft = left + Math.max(0, marginLeft) <= -OFF_WINDOW_PX;
    const isRight = right <= -OFF_WINDOW_PX;
    // If margins on both sides pull an element outwards, it is centred between them.
    if (isLeft !== isRight) return true;
    if (side('top') + Math.max(0, marginTop) <= -OFF_WINDOW_PX || side('bottom') <= -OFF_WINDOW_PX)
      return true;
    if (Math.max(left, right, side('bottom')) >= 2 * WINDOW.widthPx) return true;
  }
  const isFarLeft = marginLeft + Math.max(0, left) + side('padding-left') <= -FAR_AWAY_PX;
  return isFarLeft || marginTop + side('padding-top') <= -FAR_AWAY_PX;
}

/** Properties that scale a box or move it away. */
const SHRINKING: readonly string[] = ['scale', 'zoom', 'transform'];

/** Whether `transform` or `scale` leaves nothing visible, or moves it away. */
function isShrunk(styles: Styles, scale: Scale): boolean {
  if (!SHRINKING.some((property) => styles.has(property))) return false;
  const calls = [
    `scale(${styles.get('scale') ?? styles.get('zoom') ?? '1'})`,
    styles.get('transform') ?? '',
  ].join(' ');
  for (const [, name = '', inner = ''] of calls.matchAll(/([a-z0-9]+)\(([^()]*)\)/g)) {
    const parts = inner.match(/[^\s,]+/g) ?? [];
    const isTiny = (part = '1') =>
      Math.abs(Number.parseFloat(part)) <= MAX_UNSEEN_SCALE * (part.endsWith('%') ? 100 : 1);
    if (/^scale[xy]?$/.test(name) && parts.some(isTiny)) return true;
    if (name === 'matrix' && (isTiny(parts[0]) || isTiny(parts[3])) && isTiny(parts[1])) return true;
    const moves = /^translate/.test(name)
      ? parts.map((part) => toPx(part, { ...scale, wholePx: 0 }) ?? 0)
      : [];
    if (moves.some((px) => px <= -FAR_AWAY_PX || px >= 2 * WINDOW.widthPx)) return true;
  }
  return false;
}
