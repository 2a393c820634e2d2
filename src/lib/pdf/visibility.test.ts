import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBoxList } from './box.ts';
import type { GraphicsState } from './graphics-state.ts';
import { toInk } from './ink.ts';
import { IDENTITY } from './matrix.ts';
import { isInkSeen, operatorVisibility } from './visibility.ts';

const stateOf = (changes: object) =>
  ({
    font: { em: 1 },
    fontSize: 10,
    hScale: 1,
    renderingMode: 0,
    ctm: IDENTITY,
    textMatrix: IDENTITY,
    groupAlpha: 1,
    fillInk: 'dark',
    fillAlpha: 1,
    strokeInk: 'pale',
    strokeAlpha: 1,
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
    ['seen', 'seen', 'seen', 'scan', 'seen', 'seen', 'seen'],
  );
});

test('text is seen by its fill, its outline or both, as its mode says', () => {
  const seen = (renderingMode: number, changes = {}) =>
    isInkSeen([5, 5], createBoxList(), stateOf({ renderingMode, ...changes }));
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6, 7].map((mode) => seen(mode)),
    [true, false, true, false, true, false, true, false],
  );
  const swapped = { fillInk: 'pale', strokeInk: 'dark' };
  assert.deepEqual(
    [0, 1, 2, 3].map((mode) => seen(mode, swapped)),
    [false, true, true, false],
  );
  assert.equal(seen(0, { fillAlpha: 0.3, groupAlpha: 0.3 }), false);
  assert.equal(seen(0, { fillAlpha: 0.4, groupAlpha: 0.4 }), true);
  assert.equal(seen(0, { fillInk: 'none' }), false);
});

test('pale ink is seen where something has been painted', () => {
  const painted = createBoxList();
  painted.add({ left: 0, bottom: 0, right: 9, top: 9 });
  const seen = (x: number) => isInkSeen([x, 5], painted, stateOf({ fillInk: 'pale' }));
  assert.deepEqual([seen(0), seen(9), seen(10)], [true, true, false]);
});

test('a page with thousands of boxes is looked up in a few', () => {
  const painted = createBoxList();
  for (let at = 0; at < 10_000; at++) painted.add({ left: 2 * at, bottom: 0, right: 2 * at + 1, top: 1 });
  assert.deepEqual(
    [1, 1.5, 19_999, 20_000].map((x) => painted.has([x, 1])),
    [true, false, true, false],
  );
});

test('ink is dark if it can be distinguished from white', () => {
  assert.deepEqual(
    ['#000000', '#e8e8e8', '#EFEFEF', '#ffff00', '#ff8000', null, ['Shading', 'x']].map(toInk),
    ['dark', 'dark', 'pale', 'pale', 'dark', 'dark', 'dark'],
  );
});
