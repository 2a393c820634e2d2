import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seenIn } from '../../../test/support/seen-text.ts';
import { looksLike, parseColour } from './colour.ts';

const SAME: Readonly<Record<string, string>> = {
  rebeccapurple: '#639',
  tomato: 'rgb(255 99 71)',
  'hsl(210 50% 40%)': 'rgb(51, 102, 153)',
  'hwb(0.5turn 20% 20%)': 'rgb(51 204 204)',
  'lab(100 0 0)': 'white',
  'lab(29.2345% 39.3825 20.0664)': 'rgb(125 35 41)',
  'lch(54.29 106.84 40.86)': 'red',
  'oklab(0.628 0.225 0.126)': 'red',
  'oklch(0.452 0.313 264.05)': 'blue',
  'oklch(99% 0.002 200)': '#fcfcfc',
  'color(srgb-linear 0.2159 0.2159 0.2159)': 'rgb(128 128 128)',
  'color(xyz 0.9505 1 1.089)': 'white',
  'rgb(calc(200 + 55) 255 100%)': 'white',
  'rgb(from white r g b)': 'white',
  'rgb(from #000 calc(255 - r) calc(255 - g) calc(255 - b))': 'white',
  'hsl(from red h s 100%)': 'white',
  'oklch(from rebeccapurple l c h)': 'rebeccapurple',
  'color-mix(in srgb, currentcolor 0%, white)': 'white',
};

for (const [stated, other] of Object.entries(SAME)) {
  test(`knows ${stated} for ${other}`, () => {
    const [one, two] = [parseColour(stated), parseColour(other)];
    assert.ok(one !== null && two !== null && looksLike(one, two), `${one} ${two}`);
  });
}

test('sees through what states an alpha of nothing, whatever the colour', () => {
  for (const stated of ['rgb(from black r g b / 0)', 'color(unheard 1 1 1 / 0)', 'oklch(50% 0.1 20 / 0%)'])
    assert.equal(parseColour(stated)?.[3] ?? 0, 0, stated);
});

const HIDES = [
  'background:steelblue;color:#4682b4',
  'background:oklch(0.6 .2 30);color:oklch(60% 0.2 30deg)',
  'background:linear-gradient(rebeccapurple,rebeccapurple);color:#639',
  'background:linear-gradient(transparent,transparent);color:#fff',
  'background:linear-gradient(to right, #fff 10%, oklch(1 0 0) 20px);color:white',
  'box-shadow:inset 0 0 0 100px #123;color:#123',
  'filter:invert(1)',
  'color:#fff;background:linear-gradient(#000,#000) 0 0 / 1px 1px no-repeat',
  'color:#000;background:linear-gradient(#000,#000) 0 0 / 20px 2px',
  'filter:brightness(0) invert(100%)',
  'color-scheme:dark;color:light-dark(black, white)',
];
for (const style of HIDES) {
  test(`hides by the colours ${style}`, () => assert.equal(seenIn(`<p style="${style}">secret</p>`), ''));
}

const SHOWS = [
  'color:#fff;background:linear-gradient(#fff, oklch(20% 0.1 200))',
  'color:#fff;background:linear-gradient(transparent, #000)',
  'color:#fff;background:linear-gradient(rgb(0 0 0 / 50%), rgb(0 0 0 / 50%)), url(a.jpg)',
  'color:#fff;box-shadow:inset 0 0 0 100px #123',
  'color:#000;background:linear-gradient(#000,#000) 0 100% / 100% 1px no-repeat',
  'color:#000;background-image:linear-gradient(#000,#000);background-size:0 2px;background-repeat:no-repeat',
  'color:#fff;filter:invert(1)',
  'background:#000;filter:invert(1)brightness(0.9);color:#fff',
];
for (const style of SHOWS) {
  test(`shows in spite of the colours ${style}`, () =>
    assert.equal(seenIn(`<p style="${style}">told</p>`), 'told'));
}

test('knows that a page for the dark alone is dark', () => {
  const page = (sheet: string) => seenIn(`<html><style>${sheet}</style><body><p>told</p></body>`);
  assert.equal(page(':root{color-scheme:dark} p{color:#fff}'), 'told');
  assert.equal(page(':root{color-scheme:dark} body{background:Canvas;color:CanvasText}'), 'told');
  assert.equal(page(':root{color-scheme:dark} body{background:#111;color:light-dark(#111,#eee)}'), 'told');
  assert.equal(page(':root{color-scheme:light dark} p{color:#fff}'), '');
});
