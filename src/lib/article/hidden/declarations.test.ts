import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longhandsOf, readDeclarations } from './declarations.ts';

const sides = (prefix: string, [top, right, bottom, left]: readonly string[]) => ({
  [`${prefix}top`]: top,
  [`${prefix}right`]: right,
  [`${prefix}bottom`]: bottom,
  [`${prefix}left`]: left,
});

const STATED: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  'color: RED': { color: 'red' },
  'color: nonsense': {},
  'flex: auto': { 'flex-grow': '1' },
  'flex: 2 1 0': { 'flex-grow': '2' },
  'overflow: hidden': { 'overflow-x': 'hidden', 'overflow-y': 'hidden' },
  'overflow: hidden scroll': { 'overflow-x': 'hidden', 'overflow-y': 'scroll' },
  'inset: 1px': sides('', ['1px', '1px', '1px', '1px']),
  'margin: 1px 2px 3px': sides('margin-', ['1px', '2px', '3px', '2px']),
  'padding: 1px 2px 3px 4px': sides('padding-', ['1px', '2px', '3px', '4px']),
  'margin: calc(1px + (2px * 3)) 5px': sides('margin-', [
    'calc(1px + (2px * 3))',
    '5px',
    'calc(1px + (2px * 3))',
    '5px',
  ]),
  'background: inherit': { 'background-color': 'inherit', 'background-image': 'inherit' },
  'background: red': { 'background-color': 'red', 'background-image': 'none' },
  'background: url(a.png), url(b.png) white': { 'background-color': 'white', 'background-image': 'url()' },
  'background: red text': {
    'background-color': 'red',
    'background-image': 'none',
    'background-clip': 'text',
  },
  'font: 700 12px serif': { 'font-size': '12px' },
  'font: italic 1px/0 serif': { 'font-size': '1px' },
  'font: xx-small sans-serif': { 'font-size': 'xx-small' },
  'font: nonsense': {},
};
for (const [stated, expected] of Object.entries(STATED)) {
  test(`${stated} states its longhands`, () => {
    const [name = '', value = ''] = stated.split(/: (.*)/);
    assert.deepEqual(Object.fromEntries(longhandsOf(name, value)), expected);
  });
}

test('keeps declarations that can affect visibility, and leaves variables open', () => {
  const found = readDeclarations('border:1px;Display: none ! important;--a:b;color:var(--a);cursor:url(";")');
  assert.deepEqual(
    found.map(({ property, value, important, longhands }) => [
      property,
      value,
      important,
      longhands !== null,
    ]),
    [
      ['display', 'none', true, true],
      ['--a', 'b', false, false],
      ['color', 'var(--a)', false, false],
    ],
  );
});
