import { type Matrix, type Point, toNumbers, transform } from './matrix.ts';

/** A rectangle whose sides are parallel to those of the page, in points of the page. */
export type Box = {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
};

/** A box that contains no point. */
const EMPTY: Box = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };

/**
 * The smallest box around a rectangle `[left, bottom, right, top]` of user space; empty for any other value.
 * @param margin the distance by which the box is larger on each side, in points
 */
export function toBox(corners: unknown, toPage: Matrix, margin = 0): Box {
  const [x1, y1, x2, y2] = toNumbers(corners);
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return EMPTY;
  const points: readonly Point[] = [
    [x1, y1],
    [x2, y1],
    [x1, y2],
    [x2, y2],
  ];
  const moved = points.map((point) => transform(toPage, point));
  const [xs, ys] = [moved.map(([x]) => x), moved.map(([, y]) => y)];
  return {
    left: Math.min(...xs) - margin,
    bottom: Math.min(...ys) - margin,
    right: Math.max(...xs) + margin,
    top: Math.max(...ys) + margin,
  };
}

/** The part that two boxes have in common. */
export function overlapOf(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    bottom: Math.max(one.bottom, other.bottom),
    right: Math.min(one.right, other.right),
    top: Math.min(one.top, other.top),
  };
}

/** The smallest box around two boxes. */
export function boxAround(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    bottom: Math.min(one.bottom, other.bottom),
    right: Math.max(one.right, other.right),
    top: Math.max(one.top, other.top),
  };
}

/** Whether a point is in a box or on its edge. */
export function isInside([x, y]: Point, { left, bottom, right, top }: Box): boolean {
  return x >= left && x <= right && y >= bottom && y <= top;
}

/** The area of a box, in square points. */
export function areaOf({ left, bottom, right, top }: Box): number {
  return Math.max(0, right - left) * Math.max(0, top - bottom);
}

/** Boxes on a page. */
export type BoxList = {
  readonly add: (box: Box) => void;
  readonly has: (point: Point) => boolean;
};

/** Beyond this number, boxes are joined with the last one, so that looking up a point takes little time. */
const MAX_BOXES = 300;

/** Creates an empty list; a point is in the list if it is in one of its boxes. */
export function createBoxList(): BoxList {
  const boxes: Box[] = [];
  return {
    add(box) {
      const last = boxes.length < MAX_BOXES ? undefined : boxes.pop();
      boxes.push(last === undefined ? box : boxAround(last, box));
    },
    has: (point) => boxes.some((box) => isInside(point, box)),
  };
}
