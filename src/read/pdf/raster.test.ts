import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IDENTITY } from './matrix.ts';
import { type Box, type Polygon, rectangleOutline } from './outline.ts';
import { createRaster, type Raster, type Shape } from './raster.ts';
import { type Clip, isWithin, narrowClip } from './surface.ts';

const box = (left: number, bottom: number, right: number, top: number): Box => ({ left, bottom, right, top });
const rectangle = (left: number, bottom: number, right: number, top: number): Polygon =>
  rectangleOutline([left, bottom, right, top], IDENTITY);
/** Ten by eight points, moved from the corner: five columns and four rows of cells. */
const PAGE = box(100, 200, 110, 208);

/** The filled cells of a page, the top row first. */
function picture(page: Box, shape: Shape, within: Box = page): readonly string[] {
  const raster = createRaster(page);
  const columns = Math.ceil((page.right - page.left) / 2);
  const cells = Array(raster.cells).fill('.');
  raster.fill(shape, within, (from, to) => cells.fill('#', from, to));
  const rows = Array.from({ length: raster.cells / columns }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns).join(''),
  );
  return rows.reverse();
}

test('cells are two points wide from the lower left corner, and positions outside have none', () => {
  const raster = createRaster(PAGE);
  assert.equal(raster.cells, 20);
  const cells = [
    [100, 200],
    [101.9, 201.9],
    [102, 200],
    [109.9, 200],
    [100, 202],
    [109.9, 207.9],
  ] as const;
  assert.deepEqual(
    cells.map(([x, y]) => raster.cellAt(x, y)),
    [0, 0, 1, 4, 5, 19],
  );
  for (const [x, y] of [
    [99.9, 200],
    [110, 200],
    [100, 199.9],
    [100, 208],
  ] as const)
    assert.equal(raster.cellAt(x, y), -1);
});

test('a page without size has one cell, and a large one at most 600 on a side', () => {
  assert.equal(createRaster(box(0, 0, 0, 0)).cells, 1);
  assert.equal(createRaster(box(0, 0, 1200, 1200)).cells, 360_000);
  assert.equal(createRaster(box(0, 0, 12_000, 24)).cells, 600 * 2);
  assert.equal(createRaster(box(0, 0, 24, 12_000)).cells, 2 * 600);
});

test('a shape fills the cells whose centres are in it', () => {
  assert.deepEqual(picture(PAGE, { polygons: [rectangle(102, 202, 106, 206)], rule: 'nonzero' }), [
    '.....',
    '.##..',
    '.##..',
    '.....',
  ]);
  assert.deepEqual(picture(PAGE, { polygons: [rectangle(102.9, 202.9, 107.1, 205.1)], rule: 'nonzero' }), [
    '.....',
    '.###.',
    '.###.',
    '.....',
  ]);
  const triangle: Polygon = [
    [100, 200],
    [110, 200],
    [100, 208],
  ];
  assert.deepEqual(picture(PAGE, { polygons: [triangle], rule: 'nonzero' }), [
    '#....',
    '##...',
    '###..',
    '####.',
  ]);
});

test('nothing is filled outside the page or the given part of it', () => {
  const all: Shape = { polygons: [rectangle(0, 0, 999, 999)], rule: 'nonzero' };
  assert.deepEqual(picture(PAGE, all), ['#####', '#####', '#####', '#####']);
  assert.deepEqual(picture(PAGE, all, box(102, 202, 106, 204)), ['.....', '.....', '.##..', '.....']);
  assert.deepEqual(picture(PAGE, all, box(0, 0, 999, 202)), ['.....', '.....', '.....', '#####']);
  assert.deepEqual(picture(PAGE, { polygons: [], rule: 'nonzero' }), ['.....', '.....', '.....', '.....']);
});

test('the rule decides whether a part that is inside twice is filled', () => {
  const outer = rectangle(100, 200, 110, 208);
  const inner = rectangle(102, 202, 106, 206);
  const both = ['#####', '#####', '#####', '#####'];
  const hole = ['#####', '#..##', '#..##', '#####'];
  assert.deepEqual(picture(PAGE, { polygons: [outer, inner], rule: 'nonzero' }), both);
  assert.deepEqual(picture(PAGE, { polygons: [outer, inner], rule: 'evenodd' }), hole);
  const reversed = inner.toReversed();
  assert.deepEqual(picture(PAGE, { polygons: [outer, reversed], rule: 'nonzero' }), hole);
  assert.deepEqual(picture(PAGE, { polygons: [outer, inner, inner], rule: 'evenodd' }), both);
});

test('a page has a hundred masks, a million crossings and twenty million filled cells, then no more', () => {
  const raster = createRaster(PAGE);
  const masks = Array.from({ length: 102 }, () => raster.createMask());
  assert.equal(masks[0]?.length, 20);
  assert.deepEqual(
    masks.map((mask) => mask !== null),
    masks.map((_, at) => at < 100),
  );
  const large = box(0, 0, 1200, 1200);
  const fillsUntil = (filling: Raster, shape: Shape) => {
    let runs = 0;
    for (let times = 0; times < 60; times++) {
      const before = runs;
      filling.fill(shape, large, () => runs++);
      if (runs === before) break;
    }
    return runs;
  };
  // Each fill: 600 rows of 600 cells.
  const wide: Shape = { polygons: [rectangle(0, 0, 1200, 1200)], rule: 'nonzero' };
  assert.equal(fillsUntil(createRaster(large), wide), Math.ceil(20_000_000 / 600) - 1);
  // Each fill: 20 bars with 1,200 crossings each; every pair of crossings encloses one cell.
  const bars = Array.from({ length: 20 }, (_, at) => rectangle(at * 60, 0, at * 60 + 2, 1200));
  const filled = fillsUntil(createRaster(large), { polygons: bars, rule: 'nonzero' });
  assert.ok(filled > 490_000 && filled <= 500_000, String(filled));
});

test('a clip is the rectangle of its shapes, and of others the cells inside', () => {
  const raster = createRaster(PAGE);
  const whole: Clip = { box: PAGE, cells: null };
  const square = narrowClip(whole, { polygons: [rectangle(102, 202, 120, 206)], rule: 'nonzero' }, raster);
  assert.deepEqual(square, { box: box(102, 202, 110, 206), cells: null });
  const triangle: Polygon = [
    [100, 200],
    [110, 200],
    [100, 208],
  ];
  const half = narrowClip(whole, { polygons: [triangle], rule: 'nonzero' }, raster);
  assert.deepEqual(half.box, PAGE);
  assert.equal(
    half.cells?.reduce((sum, cell) => sum + cell, 0),
    10,
  );
  const both = narrowClip(square, { polygons: [triangle], rule: 'nonzero' }, raster);
  assert.deepEqual(both.box, box(102, 202, 110, 206));
  const inHalf = (x: number, y: number) => isWithin(half, [x, y], raster.cellAt(x, y));
  assert.deepEqual(
    [inHalf(101, 201), inHalf(109, 207), inHalf(99, 201), inHalf(101, 199)],
    [true, false, false, false],
  );
  const again = narrowClip(
    half,
    { polygons: [rectangle(100, 200, 110, 204), rectangle(100, 200, 110, 204)], rule: 'nonzero' },
    raster,
  );
  assert.equal(
    again.cells?.reduce((sum, cell) => sum + cell, 0),
    7,
  );
  for (const [x, y, isIn] of [
    [102, 202, true],
    [110, 206, true],
    [101.9, 204, false],
    [110.1, 204, false],
    [104, 201.9, false],
    [104, 206.1, false],
  ] as const)
    assert.equal(isWithin(square, [x, y], 0), isIn, `${x} ${y}`);
});
