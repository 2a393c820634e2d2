import { layerColours } from './gradient.ts';
import { type Scale, toPx } from './length.ts';
import { MAX_EMPTY_BOX_PX, MAX_UNSEEN_OPACITY } from './policy.ts';
import type { Styles } from './styles.ts';

/** A word, a line and a page: what is cut to nothing in all of them shows nothing. */
const BOXES: readonly (readonly [widthPx: number, heightPx: number])[] = [
  [200, 20],
  [700, 60],
  [1000, 400],
];
/** Of a larger box so much is nothing, too. */
const EMPTY_SHARE = 0.02;
const PART = /(?:[^\s,()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g;

/** Whether an element is cut to a shape, or laid under a mask, that leaves nothing of it. */
export function isClipped(styles: Styles, scale: Scale): boolean {
  const isPlaced = styles.get('position') === 'absolute' || styles.get('position') === 'fixed';
  const rect = /^rect\(([^()]*)\)$/i.exec(styles.get('clip') ?? '')?.[1];
  if (isPlaced && rect !== undefined && isEmptyRect(rect, scale)) return true;
  const [, shape = '', inner = ''] = /^([a-z]+)\(([\s\S]*)\)/i.exec(styles.get('clip-path') ?? '') ?? [];
  if (shape !== '' && BOXES.every((box) => isEmptyIn(box, shape.toLowerCase(), inner, scale))) return true;
  return isMasked(styles, scale);
}

function isMasked(styles: Styles, scale: Scale): boolean {
  const mask = styles.get('mask-image');
  if (mask === undefined || mask === 'none') return false;
  const size = styles.get('mask-size')?.split(' ') ?? [];
  if (size.some((side) => toPx(side, { ...scale, wholePx: 100 }) === 0)) return true;
  const layers = layerColours(mask.replace(/^(\S+-gradient\([\s\S]*\))[^()]*$/i, '$1'));
  return (
    layers.length > 0 && layers.every((layer) => layer?.every((colour) => colour[3] <= MAX_UNSEEN_OPACITY))
  );
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

/** The edges of what a shape shows; null where nobody knows. */
type Edges = readonly [left: number, top: number, right: number, bottom: number] | null;

function isEmptyIn(
  [width, height]: readonly [number, number],
  shape: string,
  inner: string,
  scale: Scale,
): boolean {
  const edges = edgesOf(shape, inner, {
    x: (text) => toPx(text, { ...scale, wholePx: width }) ?? Number.NaN,
    y: (text) => toPx(text, { ...scale, wholePx: height }) ?? Number.NaN,
    width,
    height,
  });
  if (edges === null || edges.some(Number.isNaN)) return false;
  const [left, top, right, bottom] = edges;
  const wide = Math.min(right, width) - Math.max(left, 0);
  const high = Math.min(bottom, height) - Math.max(top, 0);
  return (
    wide <= Math.max(MAX_EMPTY_BOX_PX, width * EMPTY_SHARE) ||
    high <= Math.max(MAX_EMPTY_BOX_PX, height * EMPTY_SHARE)
  );
}

/** The box a shape is cut from: how lengths on its axes come to pixels. */
type Measure = {
  readonly x: (text: string) => number;
  readonly y: (text: string) => number;
  readonly width: number;
  readonly height: number;
};

function edgesOf(shape: string, inner: string, { x, y, width, height }: Measure): Edges {
  const [sizes = '', place = ''] = inner.split(/\bround\b/i)[0]?.split(/\bat\b/i) ?? [];
  const parts = sizes.match(PART) ?? [];
  if (shape === 'circle' || shape === 'ellipse') {
    const [first = '', second = first] = parts;
    if (!/^[-+.\dc]/.test(first) || /side$/.test(first) || /side$/.test(second)) return null;
    const [centreX = '50%', centreY = '50%'] = place.match(PART) ?? [];
    const [middleX, middleY] = [x(toShare(centreX)), y(toShare(centreY))];
    const [radiusX, radiusY] = [x(first), y(second)];
    return [middleX - radiusX, middleY - radiusY, middleX + radiusX, middleY + radiusY];
  }
  if (shape === 'inset') {
    const [top = '', right = top, bottom = top, left = right] = parts;
    return [x(left), y(top), width - x(right), height - y(bottom)];
  }
  if (shape === 'rect') {
    const [top = '', right = '', bottom = '', left = ''] = parts;
    const edge = (text: string, at: (text: string) => number, otherwise: number) =>
      text === 'auto' ? otherwise : at(text);
    return [edge(left, x, 0), edge(top, y, 0), edge(right, x, width), edge(bottom, y, height)];
  }
  if (shape === 'xywh') {
    const [left = '', top = '', wide = '', high = ''] = parts;
    return [x(left), y(top), x(left) + x(wide), y(top) + y(high)];
  }
  if (shape === 'polygon')
    return around(
      parts.filter((part) => !/^(?:evenodd|nonzero)$/.test(part)),
      x,
      y,
    );
  return shape === 'path' ? around(inner.match(/-?[\d.]+/g) ?? [], Number, Number) : null;
}

/** Words for places on an axis as shares of it. */
function toShare(place: string): string {
  if (/^(?:left|top)$/.test(place)) return '0%';
  if (/^(?:right|bottom)$/.test(place)) return '100%';
  return place === 'center' ? '50%' : place;
}

/** The edges around points whose coordinates take turns. */
function around(numbers: readonly string[], x: (text: string) => number, y: (text: string) => number): Edges {
  const few = numbers.slice(0, 200);
  const xs = few.filter((_, i) => i % 2 === 0).map(x);
  const ys = few.filter((_, i) => i % 2 === 1).map(y);
  if (ys.length === 0) return null;
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
