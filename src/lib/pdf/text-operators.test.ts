import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_FONT, type Font } from './graphics-state.ts';
import { type PageGlyph, pageGlyphs } from './page-glyphs.ts';

type Step = readonly [operator: string, ...args: readonly unknown[]];

/** Executes these operators on a page of 600 by 800 points, and returns its glyphs. */
function glyphsOf(steps: readonly Step[], font: Font = DEFAULT_FONT): readonly PageGlyph[] {
  const names = [...new Set(steps.map(([name]) => name))];
  const numbers = Object.fromEntries(names.map((name, at) => [name, at + 1]));
  const resources = { font: () => font, isLayerOn: () => true };
  const list = {
    fnArray: steps.map(([name]) => numbers[name] ?? 0),
    argsArray: steps.map(([, ...args]) => args),
  };
  return pageGlyphs(list, { box: { left: 0, bottom: 0, right: 600, top: 800 }, resources, numbers });
}

/** The starting positions of glyphs, with their text. */
const places = (steps: readonly Step[], font?: Font) =>
  glyphsOf(steps, font).map(({ text, start: [x, y] }) => [text, round(x), round(y)]);
const round = (value: number) => Math.round(value * 1000) / 1000;
const glyph = (unicode: string, width = 500, more: object = {}) => ({ unicode, width, ...more });
const BEGIN: readonly Step[] = [['beginText'], ['setFont', 'F', 10], ['moveText', 100, 200]];
const [a, b, c] = [glyph('a'), glyph('b'), glyph('c')];
const show = (...items: readonly unknown[]): Step => ['showText', items];

test('glyphs follow each other by their width, the size of the font and the spacing', () => {
  assert.deepEqual(places([...BEGIN, show(a, b), show(c)]), [
    ['a', 100, 200],
    ['b', 105, 200],
    ['c', 110, 200],
  ]);
  assert.deepEqual(places([...BEGIN, ['setCharSpacing', 2], show(a, b)])[1], ['b', 107, 200]);
  const space = glyph(' ', 300, { originalCharCode: 32 });
  assert.deepEqual(places([...BEGIN, ['setWordSpacing', 4], show(a, space, b)])[1], ['b', 112, 200]);
  const other = glyph(' ', 300, { originalCharCode: 33 });
  assert.deepEqual(places([...BEGIN, ['setWordSpacing', 4], show(a, other, b)])[1], ['b', 108, 200]);
  assert.deepEqual(places([...BEGIN, ['setHScale', 50], show(a, b)])[1], ['b', 102.5, 200]);
});

test('gaps are thousandths of the size to the left', () => {
  assert.deepEqual(places([...BEGIN, show(a, 100, b)])[1], ['b', 104, 200]);
  assert.deepEqual(places([...BEGIN, show(a, -300, 0, b)])[1], ['b', 108, 200]);
  const spaced: readonly Step[] = [...BEGIN, ['setCharSpacing', 2]];
  assert.deepEqual(places([...spaced, show(-100, a)])[0], ['a', 103, 200]);
  assert.deepEqual(places([...spaced, show(a, -100, -100, b)])[1], ['b', 111, 200]);
});

test('lines begin where operators say', () => {
  const at = (...steps: readonly Step[]) => places([...BEGIN, ...steps, show(a)])[0]?.slice(1);
  assert.deepEqual(at(['moveText', 5, -7]), [105, 193]);
  assert.deepEqual(places([...BEGIN, show(b), ['moveText', 5, -7], show(a)])[1], ['a', 105, 193]);
  assert.deepEqual(at(['setLeading', 12], ['nextLine']), [100, 188]);
  assert.deepEqual(at(['setLeadingMoveText', 1, -12], ['nextLine']), [101, 176]);
  assert.deepEqual(at(['setTextMatrix', [2, 0, 0, 2, 30, 40]]), [30, 40]);
  assert.deepEqual(at(['setTextMatrix', 'none']), [0, 0]);
  assert.deepEqual(at(['setTextRise', 3]), [100, 203]);
  assert.deepEqual(at(['beginText']), [0, 0]);
  assert.deepEqual(at(['moveText', 'x', Number.NaN]), [100, 200]);
});

test('diacritics have no width, formatting characters no place, and anything but a glyph is skipped', () => {
  assert.deepEqual(places([...BEGIN, show(glyph('\u0301'), b)])[1], ['b', 100, 200]);
  assert.deepEqual(places([...BEGIN, show(a, glyph('\u200e'), b)])[1], ['b', 105, 200]);
  const broken = [null, 'a', { unicode: 'a' }, { width: 1 }, { unicode: 1, width: 1 }];
  assert.deepEqual(places([...BEGIN, show(...broken, a)]), [['a', 100, 200]]);
  assert.deepEqual(glyphsOf([...BEGIN, ['showText', 'abc']]), []);
});

test('a glyph follows a space after white space, after a wide gap, and at the start of its operator', () => {
  const follows = (...items: readonly unknown[]) =>
    glyphsOf([...BEGIN, show(a, ...items)]).map(({ followsSpace }) => followsSpace);
  assert.deepEqual(follows(b), [true, false]);
  assert.deepEqual(follows(glyph(' '), b, c), [true, true, false]);
  assert.deepEqual(follows(-101, b, c), [true, true, false]);
  assert.deepEqual(follows(-100, b), [true, false]);
  assert.deepEqual(follows(-101, -1, b), [true, true]);
});

test('vertical text runs down, by its vertical metrics if it has them', () => {
  const vertical = { ...DEFAULT_FONT, isVertical: true };
  const down = (first: object, ...steps: readonly Step[]) =>
    places([...BEGIN, ...steps, show(first, b)], vertical)[1];
  assert.deepEqual(down(a), ['b', 100, 195]);
  assert.deepEqual(down(glyph('a', 500, { vmetric: [-1000, 0, 0] })), ['b', 100, 190]);
  assert.deepEqual(down(glyph('a', 500, { vmetric: 'none' })), ['b', 100, 195]);
  assert.deepEqual(down(a, ['setCharSpacing', 2]), ['b', 100, 197]);
});

test('a glyph is seen by its middle, otherwise by its left edge', () => {
  const seen = (x: number, y: number, font = DEFAULT_FONT) =>
    glyphsOf([['beginText'], ['setFont', 'F', 10], ['moveText', x, y], show(glyph('a', 1000))], font).map(
      ({ isVisible }) => isVisible,
    )[0];
  assert.deepEqual(
    [seen(-4, 9), seen(-6, 9), seen(594, 9), seen(598, 9), seen(601, 9)],
    [true, false, true, true, false],
  );
  assert.deepEqual([seen(9, -2), seen(9, -3), seen(9, 797), seen(9, 798)], [true, false, true, false]);
  const vertical = { ...DEFAULT_FONT, isVertical: true };
  assert.deepEqual([seen(9, 804, vertical), seen(9, 806, vertical)], [true, false]);
});
