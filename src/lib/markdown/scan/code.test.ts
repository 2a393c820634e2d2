import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Fence, readCodeSpan, readFenceLine, readFenceOpening } from './code.ts';

/** A fence of three backticks at the start of a line. */
const FENCE: Fence = { marker: '`', length: 3, indent: 0, quoted: false, listed: false };

test('a line opens a fence with three marks or more, in quotes and items, too', () => {
  const opened: Readonly<Record<string, Partial<Fence> | null>> = {
    '```': {},
    '````js': { length: 4 },
    '~~~': { marker: '~' },
    '~~~a`b': { marker: '~' },
    '  ```': { indent: 2 },
    '\t~~~~': { marker: '~', length: 4, indent: 1 },
    '- ```': { indent: 2, listed: true },
    '1. ~~~': { marker: '~', indent: 3, listed: true },
    '12) ```': { indent: 4, listed: true },
    '> ```': { indent: 2, quoted: true },
    '> - ```': { indent: 4, quoted: true, listed: true },
    '``': null,
    '~~': null,
    '```a`b': null,
    'x ```': null,
    '-': null,
    '1) `': null,
    '': null,
  };
  for (const [text, fence] of Object.entries(opened))
    assert.deepEqual(
      readFenceOpening({ text, whole: true }),
      fence === null ? null : { ...FENCE, ...fence },
      text,
    );
});

test('a line that has not ended yet is undecided as long as it may open a fence', () => {
  const read = (text: string) => readFenceOpening({ text, whole: false });
  for (const text of [
    '',
    '`',
    '``',
    '```',
    '```js',
    '- ```',
    '~',
    '~~~',
    '-',
    '*',
    '1',
    '12.',
    '> 1)',
    '1. ~~',
  ])
    assert.equal(read(text), 'more', text);
  for (const text of ['a', 'x ```', '```a`b', '-a', '~a', '12a']) assert.equal(read(text), null, text);
  assert.deepEqual(read('~~~a'), { ...FENCE, marker: '~' });
});

test('a fence is closed by as many of its marks, indented by less than four', () => {
  const role = (text: string, fence: Partial<Fence> = {}) =>
    readFenceLine({ text, whole: true }, { ...FENCE, ...fence });
  for (const text of ['```', '````', '   ```', '```  ']) assert.equal(role(text), 'closes', text);
  for (const text of ['``', '```x', '    ```', '~~~', '', 'x', ' `` `'])
    assert.equal(role(text), 'code', text);
  assert.equal(role('     ```', { indent: 2 }), 'closes');
  assert.equal(role('      ```', { indent: 2 }), 'code');
  assert.equal(role('```', { length: 4 }), 'code');
  assert.equal(role('~~~', { marker: '~' }), 'closes');
});

test('a fence in a quote or an item ends with it', () => {
  const role = (text: string, fence: Partial<Fence>) =>
    readFenceLine({ text, whole: true }, { ...FENCE, ...fence });
  const [quoted, listed] = [
    { quoted: true, indent: 2 },
    { listed: true, indent: 2 },
  ];
  assert.deepEqual(
    ['> x', 'x', '', '> ```'].map((text) => role(text, quoted)),
    ['code', 'left', 'left', 'closes'],
  );
  assert.deepEqual(
    ['  x', ' x', 'x', '', '  ```', '```'].map((text) => role(text, listed)),
    ['code', 'left', 'left', 'code', 'closes', 'left'],
  );
});

test('a line in a fence that has not ended yet is undecided as long as it may close it', () => {
  const role = (text: string, fence: Partial<Fence> = {}) =>
    readFenceLine({ text, whole: false }, { ...FENCE, ...fence });
  for (const text of ['', '  ', '`', '```', '    ```', '``` ']) assert.equal(role(text), 'more', text);
  for (const text of ['x', '```x', '~~~']) assert.equal(role(text), 'code', text);
  assert.equal(role('x', { quoted: true }), 'left');
});

test('inline code ends with as many backticks as it began with, within its paragraph', () => {
  const lengths: readonly (readonly [text: string, run: number, length: number | null])[] = [
    ['`a`', 1, 3],
    ['`a` b`', 1, 3],
    ['``a`b``c', 2, 7],
    ['`a\nb`', 1, 5],
    ['`a', 1, null],
    ['``a```', 2, null],
    ['`a\n\nb`', 1, null],
    ['`a\n > \nb`', 1, null],
    ['`a\n# b`', 1, null],
    ['`a\n#b`', 1, 6],
    ['`a\n- b`', 1, null],
    ['`a\n-b`', 1, 6],
    ['`a\n1. b`', 1, null],
    ['`a\n```b`', 1, null],
    ['`a\n~~~b`', 1, null],
  ];
  for (const [text, run, length] of lengths) assert.equal(readCodeSpan(text, run, false), length, text);
});

test('inline code is undecided while its end may follow, up to 1,024 characters', () => {
  for (const text of ['`a`', '`a', '`a\nb`']) assert.equal(readCodeSpan(text, 1, true), 'more', text);
  assert.equal(readCodeSpan('`a` ', 1, true), 3);
  assert.equal(readCodeSpan('`a\n\nb', 1, true), null);
  const ofLength = (length: number) => `\`${'a'.repeat(length - 2)}\``;
  assert.equal(readCodeSpan(ofLength(1024), 1, true), 1024);
  assert.equal(readCodeSpan(ofLength(1025), 1, false), null);
  assert.equal(readCodeSpan(`\`${'a'.repeat(1022)}`, 1, true), 'more');
  assert.equal(readCodeSpan(`\`${'a'.repeat(1023)}`, 1, true), null);
});
