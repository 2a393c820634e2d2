import assert from 'node:assert/strict';
import { test } from 'node:test';
import Parser from 'markdown-it';
import fc from '../../test/support/properties.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import { finishedSentences } from './finished-sentences.ts';

const finished: readonly (readonly [given: string, kept: string])[] = [
  ['', ''],
  ['Paris is', ''],
  ['One.\n\nIt is | so | now\nand', 'One.'],
  ['It is so! ', 'It is so!'],
  ['It is (so.) ', 'It is (so.)'],
  ['See (3.)', ''],
  ['Paris is the capital. It ha', 'Paris is the capital.'],
  ['It is so. [1][2] And th', 'It is so. [1][2]'],
  ['It is so.[1', 'It is so.'],
  ['It is so [1]. And', 'It is so [1].'],
  ['He said “No!” (She left.) Th', 'He said “No!” (She left.)'],
  ['He asked "Why?" and w', ''],
  ['**Paris is the capital.** It', '**Paris is the capital.**'],
  ['Run `a.b()`. Then', 'Run `a.b()`.'],
  ['Write `` a`b. c ``. Then', 'Write `` a`b. c ``.'],
  ['Use ``` `` ```. It quotes `a` and ``b`c``. Th', 'Use ``` `` ```. It quotes `a` and ``b`c``.'],
  ['See **it. Now**. Then', 'See **it. Now**.'],
  ['One. **Two. Three', 'One.'],
  ['One. See `a. b', 'One.'],
  ['One. See [it](http://a.b/c. d', 'One.'],
  ['One. See `a. B` and [it](http://a.b/?c. ', 'One.'],
  ['Meet Dr. Who', ''],
  ['Ask J. R. R. Tol', ''],
  ['The number is 3.14. It', 'The number is 3.14.'],
  ['It was in 2003. It w', 'It was in 2003.'],
  ['Go to example.', 'Go to example.'],
  ['Go to example.com now', ''],
  ['Two:\n1.', ''],
  ['Fine.\n\n1. One thing\n2. Tw', 'Fine.\n\n1. One thing'],
  ['- One thing [1]\n- ', '- One thing [1]'],
  ['## Heading\nTex', '## Heading'],
  ['Here they are:\n\n- ', ''],
  ['No stop here\n\nMore te', 'No stop here'],
  ['| a | b |\n|---|---|\n| 1 | 2 |\n| 3', '| a | b |\n|---|---|\n| 1 | 2 |'],
  ['Run this. Then:\n\n```sh\nnpm start. Now\n', 'Run this.'],
  ['Run.\n\n```sh\nnpm start.\n```\nThen g', 'Run.\n\n```sh\nnpm start.\n```'],
  ['Run.\n\n~~~\n```\nA. B\n', 'Run.'],
  ['首都は東京です。大き', '首都は東京です。'],
  ['هل هذه باريس؟ نع', 'هل هذه باريس؟'],
];

test('keeps whole sentences, blocks and code, and nothing that has not ended', () => {
  for (const [given, kept] of finished) assert.equal(finishedSentences(given), kept, JSON.stringify(given));
});

const markdown = new Parser();

test('returns a beginning of the text without open fences, for any text', () => {
  const piece = fc.constantFrom(
    ...['Word', ' and', '.', '. ', '!', '\n', '\n\n', '```', '\n```\n', '[1]', '`', '**', '- ', '# ', '。'],
    '3',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      // CommonMark closes a fence that begins in a list item when the indentation ends. Models close such a
      // fence without indentation, so that is accepted as well.
      fc.pre(!/(?:-|\d\.) *```/.test(text));
      const kept = finishedSentences(text);
      assert.ok(text.startsWith(kept));
      assert.equal(kept, kept.trimEnd());
      const inCode = markdown
        .parse(`${kept}\n\nMARKER`, {})
        .some((token) => token.type === 'fence' && token.content.includes('MARKER'));
      assert.equal(inCode, false);
    }),
  );
});

test('reads a hostile text in linear time', async () => {
  for (const unit of ['`', '`` ` ``` ', 'a. ', '`a. ', '**a. ', '. ', '[1', '](', '...', 'Dr. ', '"']) {
    await assertProportional((units) => finishedSentences(unit.repeat(units)), 20_000, unit);
  }
});
