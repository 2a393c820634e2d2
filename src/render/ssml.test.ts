import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { toSsml } from './ssml.ts';

const ELEMENTS = new Set(['speak', 'p', 's']);
const ATTRIBUTES = new Set(['version', 'xmlns', 'xml:lang']);
const ILLEGAL = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** The sentences of a document; fails if it is not well-formed or contains anything that is not allowed. */
function read(ssml: string): string[] {
  const sentences: string[] = [];
  const open: string[] = [];
  assert.doesNotMatch(ssml, ILLEGAL);
  // Outside tags, there is no `<`, and no `&` except in XML's five entities.
  assert.doesNotMatch(ssml.replace(/<\/?[a-z][^<>]*>|&(?:amp|lt|gt|quot|apos);/g, ''), /[<>&]/);
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        assert.ok(ELEMENTS.has(name), name);
        for (const attribute of Object.keys(attributes)) assert.ok(ATTRIBUTES.has(attribute), attribute);
        if (name === 's') sentences.push('');
        open.push(name);
      },
      ontext(text) {
        assert.deepEqual(open, ['speak', 'p', 's']);
        sentences.push((sentences.pop() ?? '') + text);
      },
      onclosetag(name, implied) {
        assert.equal(implied, false);
        assert.equal(open.pop(), name);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(ssml);
  assert.deepEqual(open, []);
  return sentences;
}

test('writes each sentence as one element, in the language of the text', () => {
  assert.equal(
    toSsml('It is old. Is it "R&B"?', 'en-GB'),
    '<speak version="1.1" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="en-GB"><p>' +
      '<s>It is old.</s><s>Is it &quot;R&amp;B&quot;?</s></p></speak>',
  );
});

test('omits an unknown language and an invalid tag', () => {
  for (const language of ['und', 'auto', '', '"><x>']) assert.doesNotMatch(toSsml('A.', language), /lang/);
});

test('ends a text that is too long with a whole sentence', () => {
  const sentence = 'This sentence is one of very many & it counts.';
  const ssml = toSsml(Array(400).fill(sentence).join(' '), 'en');
  assert.ok(ssml.length <= 8000 && ssml.length > 7900);
  assert.deepEqual([...new Set(read(ssml))], [sentence]);
});

test('cuts a first sentence that is too long by itself at a blank', () => {
  const [only = '', ...others] = read(toSsml('word & '.repeat(3000), 'en', 500));
  assert.deepEqual(others, []);
  assert.match(only, /^word & (?:word & ?)*(?:word)?$/);
});

test('is well-formed, allowed and short enough for any text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(
          '<s>',
          '</speak>',
          '&',
          '&lt;',
          ']]>',
          '\0',
          '\u000b',
          '\ufffe',
          '\ud800',
          '. ',
          'A',
          '"',
          '😀',
        ),
      )
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(
      text,
      fc.constantFrom('en', 'es', 'de', 'fr', 'pt-BR', 'it', 'und', 'zh-Hant'),
      fc.integer({ min: 200, max: 600 }),
      (speech, language, max) => {
        const ssml = toSsml(speech, language, max);
        assert.ok(ssml.length <= max);
        read(ssml);
      },
    ),
    { numRuns: 1000 },
  );
});
