import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, luminance, mixColours, NO_COLOUR, parseColour, UNKNOWN_COLOUR } from './colour.ts';
import type { GraphicsState } from './graphics-state.ts';
import { IDENTITY } from './matrix.ts';
import { differs, isPaintedAt, isSeenOn, operatorVisibility } from './visibility.ts';

const stateOf = (changes: object) =>
  ({
    font: { em: 1 },
    fontSize: 10,
    hScale: 1,
    renderingMode: 0,
    ctm: IDENTITY,
    textMatrix: IDENTITY,
    groupAlpha: 1,
    fillColour: 0x000000,
    fillAlpha: 1,
    strokeColour: 0xffffff,
    strokeAlpha: 1,
    clip: { box: { left: 0, bottom: 0, right: 9, top: 9 }, cells: null },
    softMask: null,
    groupMasks: [],
    ...changes,
  }) as unknown as GraphicsState;
const visibility = (changes: object, side = 600) => operatorVisibility(stateOf(changes), side);

test('text of at least three points is seen, on a small page less, however it is scaled', () => {
  assert.deepEqual(
    [3, 2.9, 0, -3].map((fontSize) => visibility({ fontSize })),
    ['seen', 'hidden', 'hidden', 'seen'],
  );
  assert.equal(visibility({ fontSize: 1.5 }, 295), 'seen');
  assert.equal(visibility({ fontSize: 1.4 }, 295), 'hidden');
  assert.equal(visibility({ fontSize: 2.9 }, 5900), 'hidden');
  assert.equal(visibility({ fontSize: 1, ctm: [3, 0, 0, 3, 0, 0] }), 'seen');
  assert.equal(visibility({ fontSize: 1, ctm: [0, 3, -3, 0, 0, 0] }), 'seen');
  assert.equal(visibility({ fontSize: 1, textMatrix: [3, 0, 0, 2, 0, 0] }), 'hidden');
});

test('text narrower than a point is hidden', () => {
  assert.equal(visibility({ hScale: 0.1 }), 'seen');
  assert.equal(visibility({ hScale: 0.09 }), 'hidden');
  assert.equal(visibility({ textMatrix: [0.09, 0, 0, 1, 0, 0] }), 'hidden');
});

test('fonts with glyphs of their own may be smaller, and of unknown ones any size is seen', () => {
  assert.equal(visibility({ font: { em: 0.1 } }), 'seen');
  assert.equal(visibility({ font: { em: 0.09 } }), 'hidden');
  assert.equal(visibility({ font: { em: null }, fontSize: 0 }), 'seen');
  const narrow = { fontSize: 10, hScale: 0.2 };
  assert.equal(visibility({ ...narrow, font: { em: 0.5 } }), 'seen');
  assert.equal(visibility({ ...narrow, font: { em: 0.49 } }), 'hidden');
});

test('the rendering mode decides the use of text', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 6, 7].map((renderingMode) => visibility({ renderingMode })),
    ['seen', 'seen', 'seen', 'scan', 'seen', 'seen', 'clip'],
  );
});

test('text is seen by its fill, its outline or both, as its mode says', () => {
  const seen = (renderingMode: number, changes = {}) =>
    isSeenOn(0xffffff, stateOf({ renderingMode, ...changes }));
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6, 7].map((mode) => seen(mode)),
    [true, false, true, false, true, false, true, false],
  );
  const swapped = { fillColour: 0xffffff, strokeColour: 0x000000 };
  assert.deepEqual(
    [0, 1, 2, 3].map((mode) => seen(mode, swapped)),
    [false, true, true, false],
  );
  assert.equal(seen(0, { fillAlpha: 0.3, groupAlpha: 0.3 }), false);
  assert.equal(seen(0, { fillAlpha: 0.4, groupAlpha: 0.4 }), true);
});

test('paint differs from its ground by contrast, unless it is absent or unknown', () => {
  assert.equal(differs(0xffffff, 0x000000, 0.1), true);
  assert.equal(differs(0xffffff, 0x000000, 0.09), false);
  assert.equal(differs(0xffffff, 0xe8e8e8, 1), true);
  assert.equal(differs(0xffffff, 0xefefef, 1), false);
  assert.equal(differs(0xffffff, NO_COLOUR, 1), false);
  assert.equal(differs(UNKNOWN_COLOUR, 0xffffff, 1), true);
  assert.equal(differs(0xffffff, UNKNOWN_COLOUR, 1), true);
});

test('paint reaches the page inside its clip', () => {
  const painted = (x: number, cell: number) => isPaintedAt([x, 5], cell, stateOf({}));
  assert.deepEqual([painted(5, 0), painted(5, -1), painted(10, 0)], [true, false, false]);
});

test('colours are read, mixed and compared as the standards say', () => {
  assert.deepEqual(['#ff8000', '#FF8000', 'ff8000', '#ff800', '#ff80000', '#gg8000', 7].map(parseColour), [
    0xff8000,
    0xff8000,
    null,
    null,
    null,
    null,
    null,
  ]);
  assert.equal(mixColours(0xffffff, 0x000000, 0.5), 0x808080);
  assert.equal(mixColours(0x102030, 0x304050, 0.25), 0x182838);
  assert.equal(mixColours(0xffffff, 0x123456, 1), 0x123456);
  assert.equal(mixColours(NO_COLOUR, 0x123456, 0.5), 0x123456);
  assert.equal(mixColours(UNKNOWN_COLOUR, 0x123456, 0.5), UNKNOWN_COLOUR);
  assert.equal(mixColours(0x123456, UNKNOWN_COLOUR, 0.5), UNKNOWN_COLOUR);
  assert.equal(contrast(0xffffff, 0x000000), 21);
  assert.equal(contrast(0x000000, 0xffffff), 21);
  const near = (value: number, expected: number) =>
    assert.ok(Math.abs(value - expected) < 1e-4, `${value} ${expected}`);
  near(luminance(0xff0000), 0.2126);
  near(luminance(0x00ff00), 0.7152);
  near(luminance(0x0000ff), 0.0722);
  near(luminance(0x808080), 0.2159);
  near(luminance(0x0a0a0a), 0.00304);
});
