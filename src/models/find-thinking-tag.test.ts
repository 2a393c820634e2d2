import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closingOf, MAX_UNDECIDED_CHARS, thinkingTagAt } from './find-thinking-tag.ts';

test('a tag has its kind, its length and its family', () => {
  for (const [text, kind, length, family] of [
    ['<think>Hm', 'opening', 7, 0],
    ['</Think>Hm', 'closing', 8, 0],
    ['<think/>Hm', 'empty', 8, 0],
    ['<think n="1" m=two />Hm', 'empty', 21, 0],
    ['</thinking\n>Hm', 'closing', 12, 0],
    ["<reasoning kind='a>b'>", 'none', 0, 0],
    ['[THINK]Hm', 'opening', 7, 1],
    ['[/THINK]Hm', 'closing', 8, 1],
    ['<|channel|>final<|message|>It', 'closing', 27, 6],
    ['<unused95>It', 'closing', 10, 8],
  ] as const)
    assert.deepEqual(thinkingTagAt(text, 0), kind === 'none' ? null : { kind, length, family }, text);
  assert.deepEqual(thinkingTagAt('It is <think>', 6), { kind: 'opening', length: 7, family: 0 });
});

test('other words in angle brackets are no tags', () => {
  for (const text of ['<thinker>', '<b>', 'think>', '<think-tank>', '[THINKS]', '<think a b c>', '< think>'])
    assert.equal(thinkingTagAt(text, 0), null, text);
  assert.equal(thinkingTagAt(`<think a="1" b="2" c="3" d="4">`, 0), null);
  assert.equal(thinkingTagAt('<think a="1" b="2" c="3">', 0) !== null, true);
});

test('text that may still become a tag is undecided, up to eighty characters on one line', () => {
  for (const text of ['<', '</', '<thi', '[TH', '◁think', '<think ', '<think n="', '<|start|>assist'])
    assert.equal(thinkingTagAt(text, 0), 'undecided', text);
  for (const text of ['<think a\nb', '<think a<b']) assert.equal(thinkingTagAt(text, 0), null, text);
  assert.equal(thinkingTagAt('<think '.padEnd(79, 'x'), 0), 'undecided');
  assert.equal(thinkingTagAt('<think '.padEnd(80, 'x'), 0), null);
  assert.equal(MAX_UNDECIDED_CHARS, 80);
});

test('thinking is closed by the first closing tag of its own family', () => {
  const text = '<think>a [/THINK] <think> </think> b </thought>';
  assert.deepEqual(closingOf(0, text, 0), { at: 26, length: 8 });
  assert.deepEqual(closingOf(0, text, 26), { at: 26, length: 8 });
  assert.deepEqual(closingOf(0, text, 27), { at: 37, length: 10 });
  assert.deepEqual(closingOf(1, text, 0), { at: 9, length: 8 });
  assert.equal(closingOf(1, text, 10), null);
  assert.equal(closingOf(0, 'a </thin', 0), null);
});
