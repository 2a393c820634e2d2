import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isColour, looksLike, parseAttributeColour, parseColour } from './colour.ts';

const SAME: Readonly<Record<string, string>> = {
  rebeccapurple: '#639',
  tomato: 'rgb(255 99 71)',
  'hsl(210 50% 40%)': 'rgb(51, 102, 153)',
  'hsla(210deg, 50%, 40%, 100%)': '#336699',
  'rgb(100% none 0)': '#ff0000ff',
};
for (const [stated, other] of Object.entries(SAME)) {
  test(`knows ${stated} for ${other}`, () => {
    const [one, two] = [parseColour(stated), parseColour(other)];
    assert.ok(one !== null && two !== null && looksLike(one, two), `${one} ${two}`);
  });
}

test('takes other colours for colours that are not known', () => {
  for (const value of ['oklch(50% 0.1 20)', 'color-mix(in srgb, red, blue)', 'rgb(from red r g b)']) {
    assert.equal(parseColour(value), null, value);
    assert.ok(isColour(value), value);
  }
  for (const value of ['nonsense', '#12345', '', '12px']) assert.ok(!isColour(value), value);
});

test('reads the colours of attributes with and without a mark', () => {
  assert.deepEqual(parseAttributeColour('FFFFFF'), parseAttributeColour(' #fff '));
  assert.equal(parseAttributeColour('chucknorris'), null);
});
