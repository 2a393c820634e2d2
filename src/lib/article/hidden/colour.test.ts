import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLACK, isColour, looksLike, over, parseAttributeColour, parseColour, WHITE } from './colour.ts';
import { SAME_COLOUR } from './limits.ts';

test('names and digits are colours', () => {
  for (const [text, colour] of Object.entries({
    transparent: [0, 0, 0, 0],
    black: BLACK,
    white: WHITE,
    rebeccapurple: [102, 51, 153, 1],
    '#123': [17, 34, 51, 1],
    '#1230': [17, 34, 51, 0],
    '#010203': [1, 2, 3, 1],
    '#01020333': [1, 2, 3, 0.2],
    '#ffffffff': [255, 255, 255, 1],
  }))
    assert.deepEqual(parseColour(text), colour, text);
  for (const text of [
    '',
    '#',
    '#1',
    '#12',
    '#12345',
    '#1234567',
    '#123456789',
    '#xyz',
    '#12g',
    'reddish',
    '12px',
  ])
    assert.equal(parseColour(text), null, text);
});

test('channels are numbers or shares, and are kept within their bounds', () => {
  for (const [text, colour] of Object.entries({
    'rgb(1, 2, 3)': [1, 2, 3, 1],
    'rgb(1 2 3 / 50%)': [1, 2, 3, 0.5],
    'rgba(1,2,3,.25)': [1, 2, 3, 0.25],
    'rgb(20% 40% none)': [51, 102, 0, 1],
    'rgb(256 -1 0 / 2)': [255, 0, 0, 1],
    'rgb(0 0 0 / -1)': [0, 0, 0, 0],
  }))
    assert.deepEqual(parseColour(text), colour, text);
  for (const text of [
    'rgb(1 2)',
    'rgb()',
    'rgb(a 2 3)',
    'rgb(1 2 3 / a)',
    'rgb(1 2 3',
    'argb(1 2 3)',
    'rgb(1 2 3)a',
  ])
    assert.equal(parseColour(text), null, text);
});

test('hue, saturation and lightness are converted as CSS Color 4 says', () => {
  for (const [text, colour] of Object.entries({
    'hsl(0 100% 50%)': [255, 0, 0, 1],
    'hsl(60deg, 100%, 50%)': [255, 255, 0, 1],
    'hsl(120 100% 25%)': [0, 127.5, 0, 1],
    'hsl(180 100% 50%)': [0, 255, 255, 1],
    'hsl(50% 100% 50%)': [0, 255, 255, 1],
    'hsl(240 100% 50% / .5)': [0, 0, 255, 0.5],
    'hsl(300 100% 75%)': [255, 127.5, 255, 1],
    'hsla(7 0% 40% / 100%)': [102, 102, 102, 1],
    'hsl(210 50% 40%)': [51, 102, 153, 1],
  }))
    assert.deepEqual(
      parseColour(text)?.map((channel) => Math.round(channel * 1e6) / 1e6),
      colour,
      text,
    );
});

test('treats other colours as unknown', () => {
  for (const name of ['hwb', 'lab', 'lch', 'oklab', 'oklch', 'color', 'color-mix', 'light-dark']) {
    assert.equal(parseColour(`${name}(0.5 0.1 20)`), null, name);
    assert.ok(isColour(`${name}(0.5 0.1 20)`), name);
  }
  for (const value of ['currentcolor', 'red', '#fff', 'rgb(from red r g b)', 'hsla(from red h s l)'])
    assert.ok(isColour(value), value);
  for (const value of ['nonsense', '#12345', '', '12px', 'lab', 'xlab(1 2 3)', 'var(--a)'])
    assert.ok(!isColour(value), value);
});

test('reads the colours of attributes with and without a mark', () => {
  assert.deepEqual(parseAttributeColour('FFFFFF'), [255, 255, 255, 1]);
  assert.deepEqual(parseAttributeColour(' #fff '), [255, 255, 255, 1]);
  assert.deepEqual(parseAttributeColour('Red'), [255, 0, 0, 1]);
  assert.equal(parseAttributeColour('chucknorris'), null);
});

test('a colour over another one is mixed by its opacity, and the result is opaque', () => {
  assert.deepEqual(over([200, 100, 0, 0.25], [0, 20, 40, 1]), [50, 40, 30, 1]);
  assert.deepEqual(over([200, 100, 0, 0], [1, 2, 3, 0.5]), [1, 2, 3, 1]);
  assert.deepEqual(over([200, 100, 7, 1], [1, 2, 3, 1]), [200, 100, 7, 1]);
});

test('colours look alike if no channel differs by more than the limit', () => {
  const near = 100 + SAME_COLOUR;
  assert.ok(looksLike([100, 100, 100, 1], [near, near, near, 0]));
  assert.ok(looksLike([near, 100, 100, 1], [100, near, 100, 1]));
  for (const other of [
    [near + 1, 100, 100, 1],
    [100, near + 1, 100, 1],
    [100, 100, near + 1, 1],
    [100 - SAME_COLOUR - 1, 100, 100, 1],
  ] as const)
    assert.ok(!looksLike([100, 100, 100, 1], other), other.join());
});
