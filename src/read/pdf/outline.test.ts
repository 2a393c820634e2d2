import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IDENTITY, type Matrix } from './matrix.ts';
import { boundsOf, type Polygon, rectangleOutline, strokeOutline, toOutline } from './outline.ts';

const [MOVE, LINE, CURVE, QUADRATIC] = [0, 1, 2, 3];
const rounded = (polygons: readonly Polygon[]) =>
  polygons.map((polygon) => polygon.map(([x, y]) => [Math.round(x * 1e6) / 1e6, Math.round(y * 1e6) / 1e6]));

test('moves begin polygons, lines continue them, and single points are none', () => {
  const data = [MOVE, 1, 2, LINE, 3, 4, LINE, 5, 6, MOVE, 9, 9, MOVE, 7, 8, LINE, 1, 1];
  const expected = [
    [
      [1, 2],
      [3, 4],
      [5, 6],
    ],
    [
      [7, 8],
      [1, 1],
    ],
  ];
  assert.deepEqual(toOutline(data, IDENTITY), expected);
  assert.deepEqual(toOutline(Float32Array.from(data), IDENTITY), expected);
  assert.deepEqual(toOutline('no data', IDENTITY), []);
});

test('every point is moved to the page', () => {
  const toPage: Matrix = [2, 0, 0, 3, 10, 20];
  assert.deepEqual(toOutline([MOVE, 1, 2, LINE, 3, 4], toPage), [
    [
      [12, 26],
      [16, 32],
    ],
  ]);
  assert.deepEqual(rectangleOutline([1, 2, 3, 4], toPage), [
    [12, 26],
    [16, 26],
    [16, 32],
    [12, 32],
  ]);
  assert.deepEqual(rectangleOutline([], IDENTITY), [
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
});

test('a curve becomes six lines that end at its last point', () => {
  const [cubic] = rounded(toOutline([MOVE, 0, 0, CURVE, 0, 6, 6, 6, 6, 0, LINE, 9, 9], IDENTITY));
  assert.equal(cubic?.length, 8);
  assert.deepEqual(cubic?.[3], [3, 4.5]);
  assert.deepEqual(cubic?.[6], [6, 0]);
  assert.deepEqual(cubic?.[7], [9, 9]);
  const [quadratic] = rounded(toOutline([MOVE, 0, 0, QUADRATIC, 3, 6, 6, 0], IDENTITY));
  assert.equal(quadratic?.length, 7);
  assert.deepEqual(quadratic?.[3], [3, 3]);
  assert.deepEqual(quadratic?.[6], [6, 0]);
});

test('a curve begins where the last line ended, or at its first point if nothing came before', () => {
  const [after] = rounded(toOutline([MOVE, 3, 3, CURVE, 3, 9, 9, 9, 9, 3], IDENTITY));
  assert.deepEqual(
    [after?.[0], after?.[3], after?.[6]],
    [
      [3, 3],
      [6, 7.5],
      [9, 3],
    ],
  );
  const [continued] = rounded(toOutline([MOVE, 0, 0, LINE, 3, 3, QUADRATIC, 6, 9, 9, 3], IDENTITY));
  assert.deepEqual(
    [continued?.[1], continued?.[4], continued?.[7]],
    [
      [3, 3],
      [6, 6],
      [9, 3],
    ],
  );
  const [alone] = rounded(toOutline([MOVE, 1, 1, MOVE, CURVE, 6, 6, 6, 0, 0, 0, LINE, 2, 2], IDENTITY));
  assert.ok(alone === undefined || alone.every((point) => point.every(Number.isFinite)));
});

test('data that breaks off or knows other operations does no harm, and endless data is cut', () => {
  assert.deepEqual(toOutline([MOVE, 1, 2, LINE, 3], IDENTITY), [
    [
      [1, 2],
      [3, 0],
    ],
  ]);
  assert.deepEqual(toOutline([7, 7, MOVE, 1, 2, 7, LINE, 3, 4], IDENTITY), [
    [
      [1, 2],
      [3, 4],
    ],
  ]);
  const lines = Array.from({ length: 200_010 }, () => [LINE, 1, 1]).flat();
  assert.equal(toOutline([MOVE, 0, 0, ...lines], IDENTITY)[0]?.length, 200_000);
});

test('a stroke is a rectangle around each side, half its width on either side', () => {
  const path: Polygon = [
    [0, 0],
    [10, 0],
    [10, 5],
  ];
  assert.deepEqual(
    rounded(strokeOutline([path], 2)),
    [
      [
        [0, 1],
        [10, 1],
        [10, -1],
        [0, -1],
      ],
      [
        [9, 0],
        [9, 5],
        [11, 5],
        [11, 0],
      ],
    ].map((corners) => corners.map(([x = 0, y = 0]) => [x + 0, y + 0])),
  );
  assert.deepEqual(
    rounded(
      strokeOutline(
        [
          [
            [1, 1],
            [1, 1],
          ],
        ],
        4,
      ),
    ),
    [
      [
        [1, 1],
        [1, 1],
        [1, 1],
        [1, 1],
      ],
    ],
  );
});

test('bounds are those of all polygons, and exact only for one upright rectangle', () => {
  const box = (left: number, bottom: number, right: number, top: number): Polygon =>
    rectangleOutline([left, bottom, right, top], IDENTITY);
  const bounds = { left: 1, bottom: 2, right: 3, top: 4 };
  assert.deepEqual(boundsOf([box(1, 2, 3, 4)]), { ...bounds, isExact: true });
  const turned = box(1, 2, 3, 4).map((_, at, all) => all[(at + 1) % 4] ?? [0, 0]) as Polygon;
  assert.equal(boundsOf([turned]).isExact, true);
  assert.deepEqual(boundsOf([box(1, 2, 2, 3), box(2, 3, 3, 4)]), { ...bounds, isExact: false });
  assert.equal(boundsOf([box(1, 2, 3, 4).slice(0, 3)]).isExact, false);
  assert.equal(
    boundsOf([
      [
        [1, 2],
        [3, 2],
        [3, 4],
        [1, 5],
      ],
    ]).isExact,
    false,
  );
  assert.equal(
    boundsOf([
      [
        [2, 2],
        [3, 3],
        [2, 4],
        [1, 3],
      ],
    ]).isExact,
    false,
  );
  assert.deepEqual(boundsOf([]), {
    left: Infinity,
    bottom: Infinity,
    right: -Infinity,
    top: -Infinity,
    isExact: false,
  });
});
