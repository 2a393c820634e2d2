import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGrowingStatements, toStatements } from './statements.ts';

const SOURCES = 3;
const ANSWER =
  'It is red [1]. It is round.[2]\n\n- One item\n- Another item. With more [3]\n\n## Head\n\nThe end.';

function grown(markdown: string, size: number) {
  const growing = createGrowingStatements(SOURCES);
  const told = [];
  for (let at = 0; at < markdown.length; at += size)
    told.push(...growing.push(markdown.slice(at, at + size)));
  return [...told, ...growing.end()];
}

test('a statement is finished when the next one begins, with its offsets in the whole text', () => {
  const growing = createGrowingStatements(SOURCES);
  const first = toStatements('It is red [1]. It', SOURCES).slice(0, 1);
  assert.deepEqual(growing.push('It is red [1]. It is '), first);
  assert.deepEqual(growing.push('round.'), []);
  assert.deepEqual(
    growing.push('\n\nThe end.\n\nMore text').map(({ text }) => text),
    ['It is round.', 'The end.'],
  );
});

test('in pieces of any size, the statements are those of the whole text', () => {
  for (let size = 1; size <= ANSWER.length; size++)
    assert.deepEqual(grown(ANSWER, size), toStatements(ANSWER, SOURCES), `pieces of ${size}`);
});
