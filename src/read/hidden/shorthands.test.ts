import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longhands } from './shorthands.ts';

const sides = (prefix: string, [top, right, bottom, left]: readonly string[]) => ({
  [`${prefix}top`]: top,
  [`${prefix}right`]: right,
  [`${prefix}bottom`]: bottom,
  [`${prefix}left`]: left,
});
const plainBackground = {
  'background-color': 'transparent',
  'background-image': 'none',
  'background-repeat': 'repeat',
  'background-size': 'auto',
};

const STATED: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  'color: red': { color: 'red' },
  'mask: url(a.svg)': { 'mask-image': 'url(a.svg)' },
  'flex: auto': { 'flex-grow': '1' },
  'flex: 2 1 0': { 'flex-grow': '2' },
  'flex-flow: column': { 'flex-direction': 'column' },
  'grid-template: 0fr auto / 1fr': { 'grid-template-rows': '0fr auto' },
  'overflow: hidden': { 'overflow-x': 'hidden', 'overflow-y': 'hidden' },
  'overflow: hidden scroll': { 'overflow-x': 'hidden', 'overflow-y': 'scroll' },
  'inset: 1px': sides('', ['1px', '1px', '1px', '1px']),
  'inset: 1px 2px': sides('', ['1px', '2px', '1px', '2px']),
  'margin: 1px 2px 3px': sides('margin-', ['1px', '2px', '3px', '2px']),
  'padding: 1px 2px 3px 4px': sides('padding-', ['1px', '2px', '3px', '4px']),
  'margin: calc(1px + (2px * 3)) 5px': sides('margin-', [
    'calc(1px + (2px * 3))',
    '5px',
    'calc(1px + (2px * 3))',
    '5px',
  ]),
  'inset-inline: 1px 2px': { left: '1px', right: '2px' },
  'inset-block: 1px': { top: '1px', bottom: '1px' },
  'margin-inline: 1px': { 'margin-left': '1px', 'margin-right': '1px' },
  'margin-block: 1px 2px': { 'margin-top': '1px', 'margin-bottom': '2px' },
  'background: inherit': { 'background-color': 'inherit', 'background-image': 'inherit' },
  'background: red': { ...plainBackground, 'background-color': 'red' },
  'background: url(a.png) no-repeat': {
    ...plainBackground,
    'background-image': 'url(a.png)',
    'background-repeat': 'no-repeat',
  },
  'background: linear-gradient(red, blue) 0 0 / 20px auto repeat-x': {
    ...plainBackground,
    'background-image': 'linear-gradient(red, blue)',
    'background-repeat': 'repeat-x',
    'background-size': '20px auto',
  },
  'background: url(a.png), url(b.png) white': {
    ...plainBackground,
    'background-color': 'white',
    'background-image': 'url(a.png),url(b.png)',
  },
  'background: red text': { ...plainBackground, 'background-color': 'red', 'background-clip': 'text' },
  'font: caption': { 'font-size': '13px' },
  'font: inherit': { 'font-size': 'inherit', 'line-height': 'inherit' },
  'font: 700 12px serif': { 'font-size': '12px', 'line-height': 'normal' },
  'font: italic 1px/0 serif': { 'font-size': '1px', 'line-height': '0' },
  'font: xx-small sans-serif': { 'font-size': 'xx-small', 'line-height': 'normal' },
  'font: smaller serif': { 'font-size': 'smaller', 'line-height': 'normal' },
  'font: nonsense': {},
};

for (const [stated, expected] of Object.entries(STATED)) {
  test(`${stated} states its longhands`, () => {
    const [name = '', value = ''] = stated.split(/: (.*)/);
    assert.deepEqual(Object.fromEntries(longhands(name, value)), expected);
  });
}
