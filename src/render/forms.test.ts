import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSsml } from '@sayso/speech';
import { Parser } from 'htmlparser2';
import { type ParserError, parse } from 'parse5';
import fc from '../../test/support/properties.ts';
import type { Answer } from '../core/answer.ts';
import type { Question } from '../core/question.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Source } from '../core/source.ts';
import { forms } from './forms.ts';
import { render } from './render.ts';

const question: Question = {
  id: 'q',
  text: 'What is <b>?',
  maxSources: 5,
  scope: ANY_SCOPE,
  history: [],
  deadlineAtMs: performance.now() + 1000,
};

function answerOf(text: string, more: Partial<Answer> = {}): Answer {
  const sources: readonly Source[] = [
    {
      index: 1,
      url: 'https://a.example/?a=1&b=2',
      title: 'A & "B"',
      snippet: '<i>snippet</i>',
      passages: [],
    },
    { index: 2, url: 'javascript:alert(1)', title: '', snippet: '', passages: [] },
  ];
  const rendered = render(text, sources, 'en');
  const told = {
    model: '',
    slot: null,
    tokensUsed: 0,
    error: null,
    errorMissingInText: false,
  } as const;
  return { text, ...rendered, sources, language: 'en', ...told, ...more };
}

/** The errors that a parser of the HTML Standard reports for the document. */
function mistakesIn(html: string): string[] {
  const mistakes: ParserError[] = [];
  parse(html, { onParseError: (mistake) => mistakes.push(mistake) });
  return mistakes.map(
    ({ code, startOffset }) => `${code}: ${html.slice(startOffset - 20, startOffset + 20)}`,
  );
}

test('writes a valid document, in the language of the answer and the direction of each text', () => {
  const html = forms['text/html'](answerOf('# H\n\n- a [1]\n- b\n\n| a | b |\n|:-|-|\n| 1 | 2 |'), question);
  assert.deepEqual(mistakesIn(html), []);
  assert.match(html, /<html lang="en">/);
  assert.match(html, /<title>What is &lt;b&gt;\?<\/title>/);
  assert.match(html, /<article dir="auto">/);
  assert.match(html, /<li dir="auto"><a href="https:\/\/a\.example\/\?a=1&amp;b=2"/);
  assert.doesNotMatch(html, /javascript:alert\(1\)"/);
});

test('writes a document without a mistake for any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...['<script>', '</p>', '**', '_', '[', '](javascript:x)', '[1]', '\n\n', '- ', '> ', '| a |\n|-|\n'],
    ),
    fc.constantFrom(
      ...['&amp', '&#0;', '"', "'", '`', '<!--', ']]>', '[a]: http://b\n', '[a]', '![x](y)', '\\(', '$x$'],
    ),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  );
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
  const run = fc.property(text, text, (markdown, asked) => {
    assert.deepEqual(mistakesIn(forms['text/html'](answerOf(markdown), { ...question, text: asked })), []);
  });
  fc.assert(run, { numRuns: 120 });
});

const ELEMENTS = new Set(['speak', 'p', 's']);
const ATTRIBUTES = new Set(['version', 'xmlns', 'xml:lang']);
const ILLEGAL = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** The sentences of a document; fails if it is not well-formed or contains anything that is not allowed. */
function read(ssml: string): string[] {
  const sentences: string[] = [];
  const open: string[] = [];
  assert.doesNotMatch(ssml, ILLEGAL);
  // Outside tags, there is no `<`, and no `&` except in XML's five entities.
  assert.doesNotMatch(ssml.replace(/<\/?[a-z][^<>]*>|&(?:amp|lt|gt|quot|#39);/g, ''), /[<>&]/);
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

test('omits an unknown language and an invalid tag', () => {
  for (const language of ['und', 'auto', '', '"><x>', 'en"><x>', 'x en', 'en-'])
    assert.doesNotMatch(toSsml('A.', language), /lang/);
});

test('ends a text that is too long with a whole sentence', () => {
  const sentence = 'This sentence is one of very many & it counts.';
  const ssml = toSsml(Array(400).fill(sentence).join(' '), 'en');
  assert.ok(ssml.length <= 8000 && ssml.length > 7900);
  assert.deepEqual([...new Set(read(ssml))], [sentence]);
});

test('is well-formed, allowed and short enough for any text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(
          ...['<s>', '</speak>', '&', '&lt;', ']]>', '\0', '\u000b', '\ufffe', '\ud800', '. ', 'A', '"'],
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
    { numRuns: 120 },
  );
});
