import { type Scale, toPx } from './length.ts';
import {
  CELLS,
  FAR_AWAY_PX,
  MAX_EMPTY_BOX_PX,
  MAX_UNSEEN_OPACITY,
  MAX_UNSEEN_SCALE,
  MIN_ILLEGIBLE_BLUR_PX,
  OFF_SCREEN_PX,
  SCREEN,
} from './policy.ts';
import type { Styles } from './styles.ts';

/** Whether the box of an element shows nothing of what is inside: cut off, moved away, shrunk, filtered out. */
export function isBoxUnseen(tag: string, styles: Styles, scale: Scale): boolean {
  if (styles.size === 0) return false;
  return (
    styles.get('display') === 'none' ||
    styles.get('content-visibility') === 'hidden' ||
    isCutOff(tag, styles, scale) ||
    isClipped(styles, scale) ||
    isOffScreen(styles, scale) ||
    isTransformedAway(styles, scale) ||
    isFilteredOut(styles, scale)
  );
}

function isCutOff(tag: string, styles: Styles, scale: Scale): boolean {
  if (CELLS.has(tag) || styles.get('display')?.startsWith('table')) return false;
  const px = (name: string) => toPx(styles.get(name) ?? '', scale);
  const isSmall = (name: string) => (px(name) ?? Number.POSITIVE_INFINITY) <= MAX_EMPTY_BOX_PX;
  const isStated = (name: string) => (px(name) ?? 0) > MAX_EMPTY_BOX_PX;
  const cuts = (axis: string) => !['visible', undefined].includes(styles.get(`overflow-${axis}`));
  const contains = (kinds: RegExp) => kinds.test(styles.get('contain') ?? '');
  const anyCut = cuts('x') || cuts('y') || contains(/\b(?:paint|content|strict)\b/);
  if (anyCut && isIndentedAway(styles)) return true;
  // What is contained in size is as high as if it were empty (CSS Containment 2, 3.1).
  const isEmptyByItself = contains(/\b(?:size|strict)\b/) && !isStated('height');
  const low = ((isSmall('height') || isEmptyByItself) && !isStated('min-height')) || isSmall('max-height');
  if (low && anyCut && !isStated('padding-top') && !isStated('padding-bottom')) return true;
  const grows = Number.parseFloat(styles.get('flex-grow') ?? '0') > 0;
  const narrow = (isSmall('width') && !isStated('min-width') && !grows) || isSmall('max-width');
  return narrow && anyCut && !isStated('padding-left') && !isStated('padding-right');
}

/** One line that begins behind the right end of its box. */
function isIndentedAway(styles: Styles): boolean {
  const indent = styles.get('text-indent') ?? '';
  return styles.get('white-space') === 'nowrap' && indent.endsWith('%') && Number.parseFloat(indent) >= 100;
}

function isClipped(styles: Styles, scale: Scale): boolean {
  const isPlaced = styles.get('position') === 'absolute' || styles.get('position') === 'fixed';
  const rect = /^rect\(([^()]*)\)$/i.exec(styles.get('clip') ?? '')?.[1];
  if (isPlaced && rect !== undefined && isEmptyRect(rect, scale)) return true;
  const path = /^([a-z]+)\(([\s\S]*)\)/i.exec(styles.get('clip-path') ?? '');
  return path !== null && isEmptyPath((path[1] ?? '').toLowerCase(), path[2] ?? '');
}

function isEmptyRect(rect: string, scale: Scale): boolean {
  const [top, right, bottom, left] = rect
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((side) => toPx(side, scale));
  const width = (right ?? Number.POSITIVE_INFINITY) - (left ?? 0);
  const height = (bottom ?? Number.POSITIVE_INFINITY) - (top ?? 0);
  return width <= MAX_EMPTY_BOX_PX || height <= MAX_EMPTY_BOX_PX;
}

function isEmptyPath(shape: string, inner: string): boolean {
  const numbers = (inner.split(/\bround\b|\bat\b/i)[0] ?? '').match(/-?[\d.]+(?:%|[a-z]+)?/gi) ?? [];
  if (shape === 'circle' || shape === 'ellipse') return numbers.some((size) => Number.parseFloat(size) === 0);
  if (shape === 'polygon') return spread(numbers, 0) === 0 || spread(numbers, 1) === 0;
  const sizes = numbers.map(Number.parseFloat);
  if (shape === 'xywh') return sizes[2] === 0 || sizes[3] === 0;
  if (shape === 'rect') return numbers.length === 4 && (sizes[0] === sizes[2] || sizes[1] === sizes[3]);
  if (shape === 'path') return spread(numbers, 0) === 0 || spread(numbers, 1) === 0;
  if (shape !== 'inset') return false;
  const [top = '', right = top, bottom = top, left = right] = numbers;
  return cutsAll(top, bottom) || cutsAll(left, right);
}

function cutsAll(one: string, other: string): boolean {
  if (!one.endsWith('%') || !other.endsWith('%'))
    return Math.max(Number.parseFloat(one), Number.parseFloat(other)) >= FAR_AWAY_PX;
  return Number.parseFloat(one) + Number.parseFloat(other) >= 99;
}

/** How far the corners of a polygon lie apart on one axis. */
function spread(numbers: readonly string[], axis: 0 | 1): number {
  const values = numbers.filter((_, i) => i % 2 === axis).map(Number.parseFloat);
  return values.length === 0 ? 1 : Math.max(...values.slice(0, 100)) - Math.min(...values.slice(0, 100));
}

function isOffScreen(styles: Styles, scale: Scale): boolean {
  const px = (name: string, wholePx: number) => toPx(styles.get(name) ?? '', { ...scale, wholePx }) ?? 0;
  // What is half its container to the left may be a trick to centre it: all of it must be out.
  const side = (name: string) => px(name, OFF_SCREEN_PX);
  if (/^(?:absolute|fixed|relative|sticky)$/.test(styles.get('position') ?? '')) {
    if (['left', 'right', 'top', 'bottom'].some((name) => side(name) <= -OFF_SCREEN_PX)) return true;
    if (Math.max(side('left'), side('right')) >= 2 * SCREEN.widthPx) return true;
  }
  const left = px('margin-left', FAR_AWAY_PX / 2);
  const top = px('margin-top', FAR_AWAY_PX / 2);
  if (left >= 2 * SCREEN.widthPx) return true;
  const isLeft = left <= -FAR_AWAY_PX && left + side('padding-left') <= -FAR_AWAY_PX;
  return isLeft || (top <= -FAR_AWAY_PX && top + side('padding-top') <= -FAR_AWAY_PX);
}

const CALL = /([a-z0-9]+)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/gi;

function isTransformedAway(styles: Styles, scale: Scale): boolean {
  const zoom = styles.get('zoom');
  if (zoom !== undefined && isTiny(zoom)) return true;
  const sizes = styles.get('scale');
  if (sizes?.split(' ').slice(0, 2).some(isTiny)) return true;
  const [axis, angle = ''] = styles.get('rotate')?.split(' ') ?? [];
  if ((axis === 'x' || axis === 'y') && isOnEdge(angle)) return true;
  if (isFar((styles.get('translate') ?? '').split(' '), scale)) return true;
  for (const [, name = '', inner = ''] of (styles.get('transform') ?? '').matchAll(CALL)) {
    if (
      hidesAlone(
        name.toLowerCase(),
        inner.split(',').map((part) => part.trim()),
        scale,
      )
    )
      return true;
  }
  return false;
}

function hidesAlone(name: string, parts: readonly string[], scale: Scale): boolean {
  if (name === 'scale' || name === 'scale3d') return parts.slice(0, 2).some(isTiny);
  if (name === 'scalex' || name === 'scaley') return isTiny(parts[0] ?? '1');
  if (name === 'matrix') return isTiny(parts[0] ?? '1') && isTiny(parts[1] ?? '1');
  if (name === 'matrix3d') return isTiny(parts[0] ?? '1') && isTiny(parts[1] ?? '1');
  if (name === 'rotatex' || name === 'rotatey') return isOnEdge(parts[0] ?? '');
  if (name === 'rotate3d') return Number.parseFloat(parts[2] ?? '1') === 0 && isOnEdge(parts[3] ?? '');
  return /^translate(?:x|y|3d)?$/.test(name) && isFar(parts.slice(0, 2), scale);
}

/** Whether what is turned so far around a line in its plane shows its edge alone. */
function isOnEdge(angle: string): boolean {
  return /^[+-]?(?:90deg|0?\.25turn|100grad|270deg|0?\.75turn)$/.test(angle);
}

function isTiny(factor: string): boolean {
  return Math.abs(toNumber(factor) ?? 1) <= MAX_UNSEEN_SCALE;
}

function isFar(parts: readonly string[], scale: Scale): boolean {
  return parts.some(
    (part) =>
      Math.abs(toPx(part, { ...scale, wholePx: FAR_AWAY_PX / 5 }) ?? 0) >= FAR_AWAY_PX ||
      /^-?[1-9]\d\d+vw$/.test(part),
  );
}

function isFilteredOut(styles: Styles, scale: Scale): boolean {
  const filter = styles.get('filter') ?? '';
  const opacity = /opacity\(\s*([\d.]+%?)/i.exec(filter)?.[1];
  if (opacity !== undefined && toOpacity(opacity) <= MAX_UNSEEN_OPACITY) return true;
  const blur = /blur\(\s*([\d.]+[a-z]+)/i.exec(filter)?.[1] ?? '';
  return (toPx(blur, scale) ?? 0) >= MIN_ILLEGIBLE_BLUR_PX;
}

/** An opacity as stated, from 0 to 1; 1 where it is none. */
export function toOpacity(text: string): number {
  return toNumber(text) ?? 1;
}

/** A number or share, also of a function such as `calc()`; null where it is none. */
function toNumber(text: string): number | null {
  const number = toPx(text, { emPx: Number.NaN, remPx: Number.NaN, wholePx: 1 });
  return number === null || Number.isNaN(number) ? null : number;
}
