import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from '@sayso/markdown';
import fc from '../../test/support/properties.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import { createSentenceStream } from './sentence-stream.ts';
import { tokensToSpeech } from './speech.ts';

const SOURCES = 1;

/** The speech of a whole text. */
const speak = (markdown: string) => tokensToSpeech(parseMarkdown(markdown, SOURCES), 'en');

/** The sentences that each `push` returns, and at the end those that `end` returns. */
function listen(pieces: readonly string[]): string[][] {
  const stream = createSentenceStream(SOURCES, 'en');
  return [...pieces.map((piece) => [...stream.push(piece)]), [...stream.end()]];
}

test('says a sentence as soon as the next one has shown its first word', () => {
  assert.deepEqual(listen(['Paris is old. It', ' i', 's big [1]. And more', ' to come']), [
    [],
    ['Paris is old.'],
    [' It is big.'],
    [],
    [' And more to come.'],
  ]);
});

test('speaks a heading after its line, a paragraph after an empty line, an item at the next one', () => {
  assert.deepEqual(listen(['# Head\n', 'Text\n', '\n', '- one\n', '- two\n', 'three']), [
    ['Head.'],
    [],
    [' Text.'],
    [],
    [' one.'],
    [],
    [' two three.'],
  ]);
});

test('holds back text that open markup could change', () => {
  assert.deepEqual(listen(['**Ann is. Bob is', '** big. Cid is', ' not']), [
    [],
    ['Ann is.', ' Bob is big.'],
    [],
    [' Cid is not.'],
  ]);
  assert.deepEqual(listen(['See [Ann. Bob is', '](https://a.example). Cid is', ' not']), [
    [],
    ['See Ann.', ' Bob is.'],
    [],
    [' Cid is not.'],
  ]);
});

test('does not stop at an abbreviation', () => {
  assert.deepEqual(listen(['Ask Sgt. ', 'Who and', ' others']), [
    [],
    [],
    [],
    ['Ask Sergeant Who and others.'],
  ]);
});

test('a paragraph of any length is spoken in full, however small its pieces are', () => {
  const text = 'One sentence of a long paragraph. '.repeat(300).trim();
  const pieces = text.match(/.{1,7}/gs) ?? [];
  const said = listen(pieces).flat();
  assert.equal(said.join(''), speak(text));
  assert.ok(said.length > 200, String(said.length));
});

test('returns no sentence for text without speech', () => {
  assert.deepEqual(listen(['', '\n\n', '---\n\n', '[1]\n\n']).flat(), []);
});

/** Pieces that can change what was before them, separated by ¦. */
const PIECES = `¦ ¦  ¦    ¦\t¦\n¦\n\n¦\r\n¦\r¦- ¦* ¦1. ¦10) ¦> ¦# ¦\`\`\`¦~~~¦\`¦**¦*¦_¦~~¦[1]¦[9]¦[a](http://x.example)¦[¦](¦|¦|-|-|
¦---¦===¦| a | b |\n|---|---|\n¦c | d\n--|--\n¦-¦=¦word¦é¦中¦😀¦&amp;¦<b>¦\\¦![¦\0¦- [ ] ¦    code\n¦a\n¦One. Two three. 
¦Dr. ¦! ¦? ¦. ¦。¦"¦(¦)¦12. ¦: ¦e.g. ¦It is so [1]. And then¦ more. ¦https://a.example/b. ¦snake_case. ¦$5. ¦$
¦$x$¦\\(¦\\)¦$$`;
const piece = fc.constantFrom(...PIECES.split(/\n?¦/));

test('adds up to exactly the speech of the whole text, however it is cut', () => {
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
  const run = fc.property(text, fc.array(fc.nat(8), { maxLength: 60 }), (markdown, lengths) => {
    const pieces: string[] = [];
    let at = 0;
    for (const length of lengths) {
      pieces.push(markdown.slice(at, at + length));
      at += length;
    }
    pieces.push(markdown.slice(at));
    assert.equal(listen(pieces).flat().join(''), speak(markdown));
  });
  fc.assert(run, { numRuns: 120 });
});

test('emits a sentence of ordinary prose within two words of its end', () => {
  const word = fc.stringMatching(/^[a-z]{3,9}$/);
  const sentence = fc.array(word, { minLength: 3, maxLength: 9 }).map((words) => `X${words.join(' ')}nnnn.`);
  const run = fc.property(fc.array(sentence, { minLength: 2, maxLength: 6 }), (sentences) => {
    const stream = createSentenceStream(SOURCES, 'en');
    let fed = '';
    let said = '';
    for (const char of sentences.join(' ')) {
      fed += char;
      said += stream.push(char).join('');
      const finished = sentences.filter((_, index) => {
        const end = sentences.slice(0, index + 1).join(' ').length;
        return end + 2 + (sentences[index + 1]?.split(' ')[0]?.length ?? 99) < fed.length;
      });
      assert.equal(said, finished.join(' '));
    }
  });
  fc.assert(run, { numRuns: 100 });
});

test('stays cheap within a paragraph that never ends', async () => {
  await assertProportional((sentences) => {
    const stream = createSentenceStream(SOURCES, 'en');
    for (let count = 0; count < sentences; count++) stream.push('Abc def. ');
  }, 700);
});

test('does not parse closed blocks again', async () => {
  await assertProportional((paragraphs) => {
    const stream = createSentenceStream(SOURCES, 'en');
    for (let count = 0; count < paragraphs; count++) stream.push('A paragraph with *some* text [1].\n\n');
  }, 1000);
});

test('looks at text without an end once, however many pieces it comes in', async () => {
  await assertProportional((pieces) => {
    const stream = createSentenceStream(SOURCES, 'en');
    for (let count = 0; count < pieces; count++) stream.push('p)c\u0301 ');
  }, 6_000);
});
