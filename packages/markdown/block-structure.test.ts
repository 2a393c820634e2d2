import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BlockStructure } from './block-structure.ts';

/** The kind of each line; a line that comes after a fence is read again. */
function kindsOf(lines: readonly string[]): readonly string[] {
  const blocks = new BlockStructure();
  const kindOf = (text: string): string => {
    const reading = blocks.read({ text, isWhole: true });
    assert.ok(reading !== 'needs more', text);
    return reading.kind === 'again' ? `again ${kindOf(text)}` : reading.kind;
  };
  return lines.map(kindOf);
}

test('a line opens a fence with three marks or more, in quotes and items, too', () => {
  const opening = [
    ...['```', '````js', '~~~', '~~~a`b', '  ```', '- ```', '1. ~~~', '12) ```', '> ```', '> - ```'],
  ];
  for (const text of opening) assert.deepEqual(kindsOf([text]), ['fenced'], text);
  for (const text of ['``', '~~', '```a`b', 'x ```', '-', '1) `', ''])
    assert.deepEqual(kindsOf([text]), ['text'], text);
});

test('a fence is closed by as many of its marks, indented by less than four', () => {
  const behind = (opening: string, line: string) => kindsOf([opening, line, 'x'])[2];
  for (const line of ['```', '````', '   ```', '```  ']) assert.equal(behind('```', line), 'text', line);
  for (const line of ['``', '```x', '    ```', '~~~', '', 'x', ' `` `'])
    assert.equal(behind('```', line), 'fenced', line);
  assert.equal(behind('````', '```'), 'fenced');
  assert.equal(behind('~~~', '~~~'), 'text');
  assert.equal(behind('- ```', '  ```'), 'text');
});

test('a fence in a quote ends with the quote', () => {
  assert.deepEqual(kindsOf(['> ```', '  > x', 'x']), ['fenced', 'fenced', 'again text']);
});

test('a line indented by four is code behind a gap, but not in a paragraph or a list', () => {
  assert.deepEqual(kindsOf(['    x', '', 'a', '    x']), ['indented', 'text', 'text', 'text']);
  assert.deepEqual(kindsOf(['- a', '', '    x']), ['text', 'text', 'text']);
});
