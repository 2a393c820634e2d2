import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutThinking } from './without-thinking.ts';

/** The output for each piece, and at the end. */
function pass(...pieces: readonly string[]): readonly string[] {
  const filter = withoutThinking();
  return [...pieces.map((piece) => filter.push(piece)), filter.end()];
}
const filterAll = (text: string) => pass(text).join('');

test('blanks before the first word are dropped, in whatever pieces they come', () => {
  assert.deepEqual(pass(' \n', '\t ', ' Paris', '  is'), ['', '', 'Paris', '  is', '']);
  assert.deepEqual(pass('\n\n<think>a</think>\n', '\n \nParis'), ['', 'Paris', '']);
});

test('behind thinking, one blank stays between words, and line breaks stay', () => {
  assert.equal(filterAll('It <think>a</think>\t is'), 'It is');
  assert.equal(filterAll('It<think>a</think>  is'), 'It  is');
  assert.equal(filterAll('It \n<think>a</think> \n is'), 'It \n\n is');
  assert.deepEqual(pass('It ', '<think>a</think>', ' ', ' is'), ['It ', '', '', 'is', '']);
  assert.deepEqual(pass('It ', '  is'), ['It ', '  is', '']);
});

test('a second end returns nothing', () => {
  const filter = withoutThinking();
  assert.equal(filter.push('It is <thin'), 'It is ');
  assert.deepEqual([filter.end(), filter.end()], ['<thin', '']);
  const mention = withoutThinking();
  assert.equal(mention.push('The <think> tag is old.'), 'The ');
  assert.deepEqual([mention.end(), mention.end()], ['<think> tag is old.', '']);
});

test('a tag after a blank, a bracket or a quotation mark may be a mention; on its own line, not', () => {
  for (const before of ['The ', 'It (', 'The "', "A '", 'A “', 'A „', 'A «', 'A\t'])
    assert.equal(filterAll(`${before}<think> tag`), `${before}<think> tag`);
  for (const before of ['The\n', 'The', 'The.', 'The:', ''])
    assert.equal(filterAll(`${before}<think> tag`), before, before);
});

test('a mention continues with a space or a mark, and thinking with a word or a line', () => {
  for (const after of [
    ' tag',
    '" tag',
    "' tag",
    '” tag',
    '» tag',
    ') tag',
    ', tag',
    '. tag',
    '; tag',
    ': tag',
  ])
    assert.equal(filterAll(`The <think>${after}`), `The <think>${after}`);
  for (const after of ['Hm', '\nHm', '!Hm', '\tHm', ''])
    assert.equal(filterAll(`The <think>${after}`), 'The ');
});

test('a mention of up to sixteen thousand characters is kept, and a longer text is thinking', () => {
  const held = 80;
  const longest = ` ${'x'.repeat(16_000 - '<think>'.length - 1 + held)}`;
  assert.equal(filterAll(`The <think>${longest}`).length, 4 + 7 + longest.length);
  assert.equal(filterAll(`The <think>${longest}x`), 'The ');
});

test('an empty tag is dropped and opens nothing', () => {
  assert.equal(filterAll('<think/>It is'), 'It is');
  assert.equal(filterAll('It <think /> is'), 'It is');
});

test('code is recognised by its backticks, as in CommonMark', () => {
  for (const [text, shown] of [
    ['`<think>` a', '`<think>` a'],
    ['`` ` <think> `` b', '`` ` <think> `` b'],
    ['a ` b\n\n<think>c</think>d', 'a ` b\n\nd'],
    ['a ` b\n \t\n<think>c</think>d', 'a ` b\n \t\nd'],
    ['a ` b\nc <think>` d', 'a ` b\nc <think>` d'],
    ['```\n\n<think>\n```\n<think>a</think>b', '```\n\n<think>\n```\nb'],
    ['```\n<think>\n````\n<think>a</think>b', '```\n<think>\n````\nb'],
    ['````\n<think>\n```\n<think>', '````\n<think>\n```\n<think>'],
    ['``a`<think>``', '``a`<think>``'],
    ['``a```<think>``', '``a```<think>``'],
  ] as const)
    for (const pieces of [[text], Array.from(text)]) assert.equal(pass(...pieces).join(''), shown, text);
});

test('text that may become a tag is held back, and passed on once it cannot', () => {
  assert.deepEqual(pass('a <', 'b>'), ['a ', '<b>', '']);
  assert.deepEqual(pass('a <th', 'is> <'), ['a ', '<this> ', '<']);
  assert.deepEqual(pass('<think>a</th', 'ink>It'), ['', 'It', '']);
  assert.deepEqual(pass('a [1', '] b'), ['a [1', '] b', '']);
});
