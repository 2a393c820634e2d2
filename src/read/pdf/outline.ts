import { type Matrix, type Point, toNumbers, transform } from './matrix.ts';

/** A closed polygon, in points on the page. */
export type Polygon = readonly Point[];
/** An axis-aligned rectangle, in points of the page. */
export type Box = {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
};

/** The drawing operations in the path data of pdf.js. */
const MOVE = 0;
const LINE = 1;
const CURVE = 2;
const QUADRATIC_CURVE = 3;
/**
 * Curves are replaced by this many straight lines, because the shapes are only compared with text, not shown.
 */
const CURVE_LINES = 6;
const MAX_POINTS = 200_000;

/** Turns the path data of pdf.js into polygons on the page. Stops after 200,000 points. */
export function toOutline(data: unknown, toPage: Matrix): readonly Polygon[] {
  const numbers = toNumbers(data);
  const polygons: Point[][] = [];
  let polygon: Point[] = [];
  let points = 0;
  for (let at = 0; at < numbers.length && points < MAX_POINTS; ) {
    const operation = numbers[at++];
    const pairs =
      operation === MOVE || operation === LINE
        ? 1
        : operation === CURVE
          ? 3
          : operation === QUADRATIC_CURVE
            ? 2
            : 0;
    const ends = Array.from({ length: pairs }, (_, pair): Point => {
      return transform(toPage, [numbers[at + 2 * pair] ?? 0, numbers[at + 2 * pair + 1] ?? 0]);
    });
    at += 2 * pairs;
    if (operation === MOVE) {
      polygon = [];
      polygons.push(polygon);
    }
    const added = pairs < 2 ? ends : curvePoints([polygon.at(-1) ?? ends[0] ?? [0, 0], ...ends]);
    polygon.push(...added);
    points += added.length;
  }
  return polygons.filter(({ length }) => length > 1);
}

/** The corners of a rectangle that is given by two opposite corners, on the page. */
export function rectangleOutline([left, bottom, right, top]: readonly number[], toPage: Matrix): Polygon {
  const [x1, y1, x2, y2] = [left ?? 0, bottom ?? 0, right ?? 0, top ?? 0];
  const corners: Polygon = [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
  ];
  return corners.map((corner) => transform(toPage, corner));
}

/** Rectangles around the sides of polygons whose outlines are drawn `width` points wide. */
export function strokeOutline(polygons: readonly Polygon[], width: number): readonly Polygon[] {
  return polygons.flatMap((polygon) =>
    polygon.slice(1).map(([x2, y2], at): Polygon => {
      const [x1, y1] = polygon[at] ?? [x2, y2];
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [dx, dy] = [((y1 - y2) / length) * (width / 2), ((x2 - x1) / length) * (width / 2)];
      return [
        [x1 + dx, y1 + dy],
        [x2 + dx, y2 + dy],
        [x2 - dx, y2 - dy],
        [x1 - dx, y1 - dy],
      ];
    }),
  );
}

/** The smallest axis-aligned rectangle around some polygons; `isExact` if they are exactly that rectangle. */
export function boundsOf(polygons: readonly Polygon[]): Box & { readonly isExact: boolean } {
  const box = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };
  for (const polygon of polygons) {
    for (const [x, y] of polygon) {
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.bottom = Math.min(box.bottom, y);
      box.top = Math.max(box.top, y);
    }
  }
  const [only, ...others] = polygons;
  return { ...box, isExact: only !== undefined && others.length === 0 && isUpright(only) };
}

/** Whether a polygon is a rectangle whose sides are parallel to the axes. */
function isUpright(polygon: Polygon): boolean {
  if (polygon.length !== 4) return false;
  return polygon.every(([x, y], at) => {
    const [nextX, nextY] = polygon[(at + 1) % 4] ?? [x, y];
    const [lastX, lastY] = polygon[(at + 3) % 4] ?? [x, y];
    return (x === nextX && y === lastY) || (y === nextY && x === lastX);
  });
}

/** Points on a Bézier curve, except its starting point (de Casteljau's algorithm). */
function curvePoints(controls: readonly Point[]): Point[] {
  return Array.from({ length: CURVE_LINES }, (_, at) => {
    const share = (at + 1) / CURVE_LINES;
    let points = controls;
    while (points.length > 1) {
      points = points.slice(1).map(([x, y], index): Point => {
        const [fromX, fromY] = points[index] ?? [x, y];
        return [fromX + (x - fromX) * share, fromY + (y - fromY) * share];
      });
    }
    return points[0] ?? [0, 0];
  });
}
