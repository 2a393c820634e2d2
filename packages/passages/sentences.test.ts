import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { cutSentences, toPassages, toSentence } from './sentences.ts';

/** An upper bound for the sentences of a text: a fixed number of sentences, then pieces of limited length. */
const mostOf = (text: string) => 1001 + Math.ceil(text.length / 100);

test('sentences follow each other without a gap and join to the text, whatever it contains', () => {
  const pieces = fc.constantFrom(
    ...['.', '…', '"', ' ', '\n', 'a', 'Mr. ', 'é', '。', '日本', '👍', 'word ', '3.5 '],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 3000 }), (parts) => {
      const text = parts.join('');
      const sentences = cutSentences(text);
      assert.equal(sentences.map((sentence) => sentence.text).join(''), text);
      for (const { text: own, from, to } of sentences) assert.equal(text.slice(from, to), own);
    }),
  );
});

test('a text of thousands of tiny sentences becomes a bounded number of sentences', () => {
  for (const sentence of ['a. ', 'a.\n', '日。', '! ', '.', 'x\n\n']) {
    const text = sentence.repeat(Math.ceil(40_000 / sentence.length));
    assert.ok(cutSentences(text).length <= mostOf(text), JSON.stringify(sentence));
  }
});

/** The sentences of a text, without the spaces around them. */
const cut = (text: string) => cutSentences(text).map((sentence) => sentence.text.trim());

test('a sentence ends at its stop with the marks that close after it, in any script', () => {
  assert.deepEqual(cut('He said “Go!” Then he left. Why? Nobody knows… Really.'), [
    'He said “Go!”',
    'Then he left.',
    'Why?',
    'Nobody knows…',
    'Really.',
  ]);
  assert.deepEqual(cut('今日は「はい。」と言った。終わり！次'), [
    '今日は「はい。」',
    'と言った。',
    '終わり！',
    '次',
  ]);
  assert.deepEqual(cut('यह है। वह था।'), ['यह है।', 'वह था।']);
});

test('no sentence ends inside a number, at an abbreviation or in front of a small letter', () => {
  for (const text of [
    'It is 3.5 m long.',
    'Dr. Brown and e.g. Mr. Smith came.',
    'At 5 p.m. they left.',
    'Well... no.',
  ])
    assert.deepEqual(cut(text), [text]);
  assert.deepEqual(cut('It was an assessment. Then more.'), ['It was an assessment.', 'Then more.']);
});

test('a line ends a sentence, unless an editor has wrapped it', () => {
  const long = 'This line is long enough to have been broken by an editor at its';
  assert.deepEqual(cut(`Heading\ntext`), ['Heading', 'text']);
  assert.deepEqual(cut(`${long}\nmargin, and goes on here.`).length, 1);
  assert.deepEqual(cut(`${long}\nMargin begins anew.`).length, 2);
  assert.deepEqual(cut(`${long}\n\nmargin, after an empty line.`).length, 2);
  assert.equal('x'.repeat(60).length, 60);
  assert.equal(cut(`${'x'.repeat(60)}\nsmall`).length, 1);
  assert.equal(cut(`${'x'.repeat(59)}\nsmall`).length, 2);
});

test('text without a stop is cut at the last space before 500 characters, never inside a character', () => {
  const words = 'word '.repeat(300).trim();
  const parts = cutSentences(words);
  assert.deepEqual(
    parts.map(({ text }) => text.length),
    [500, 500, 499],
  );
  assert.ok(parts.every(({ text }) => /^word( word)* ?$/.test(text)));
  assert.deepEqual(cutSentences('x'.repeat(500)).length, 1);
  assert.deepEqual(
    cutSentences('x'.repeat(1001)).map(({ text }) => text.length),
    [500, 500, 1],
  );
  const faces = cutSentences(`a${'😀'.repeat(400)}`);
  assert.deepEqual(
    faces.map(({ text }) => text.length),
    [499, 302],
  );
  assert.ok(faces.every(({ text }) => text.isWellFormed()));
  const lines = cutSentences(`${'x'.repeat(300)}\ny${'x'.repeat(400)}`);
  assert.equal(lines[0]?.text, `${'x'.repeat(300)}\n`);
});

test('an abbreviation has at most seven letters, and is recognised wherever its sentence begins', () => {
  assert.deepEqual(cut('He met Mr. Smith. He met Mrs. Smith.'), ['He met Mr. Smith.', 'He met Mrs. Smith.']);
  assert.deepEqual(cut('Prof. Smith came. Mr. Smith came.'), ['Prof. Smith came.', 'Mr. Smith came.']);
});

test('adjacent sentences become one passage, without the white space around it', () => {
  const text = 'One.  Two. Three. Four. ';
  const [one, two, three, four] = cutSentences(text);
  const passages = (...sentences: (typeof one)[]) =>
    toPassages(
      text,
      sentences.flatMap((sentence) => sentence ?? []),
    );
  assert.deepEqual(passages(one, two), [{ text: 'One.  Two.', from: 0, to: 10 }]);
  assert.deepEqual(passages(one, three, four), [
    { text: 'One.', from: 0, to: 4 },
    { text: 'Three. Four.', from: 11, to: 23 },
  ]);
  assert.deepEqual(toPassages('a   b', [toSentence('a   b', 1, 3)]), []);
});

test('the lines of a block of code stay together, and a longer one is cut between lines', () => {
  const code = 'function add(a, b) {\n  const sum = a + b;\n\n  return sum;\n}\n';
  const texts = (text: string) => cutSentences(text).map((sentence) => sentence.text);
  assert.deepEqual(texts(`It adds two numbers:\n\n${code}\nfunction next() {}`), [
    'It adds two numbers:\n\n',
    `${code}\n`,
    'function next() {}',
  ]);
  const lines = texts(`items = [\n${'  "an item of the list",\n'.repeat(40)}]`);
  for (const text of lines) assert.match(text, /[,\][]\n?\s*$/);
  assert.ok(lines.length > 1);
});
