import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ParserError, parse } from 'parse5';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Answer, Question, Source } from '../core/terms.ts';
import { toHtmlForm } from './forms.ts';
import { render } from './render.ts';

const question: Question = {
  id: 'q',
  text: 'What is <b>?',
  maxSources: 5,
  scope: ANY_SCOPE,
  history: [],
  deadlineMs: 1000,
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
    searchEngine: 'none',
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

test('writes a document without a mistake, in the language of the answer and the direction of each text', () => {
  const html = toHtmlForm(answerOf('# H\n\n- a [1]\n- b\n\n| a | b |\n|:-|-|\n| 1 | 2 |'), question);
  assert.deepEqual(mistakesIn(html), []);
  assert.match(html, /<html lang="en">/);
  assert.match(html, /<title>What is &lt;b&gt;\?<\/title>/);
  assert.match(html, /<article dir="auto">/);
  assert.match(html, /<li dir="auto"><a href="https:\/\/a\.example\/\?a=1&amp;b=2"/);
  assert.doesNotMatch(html, /javascript:alert\(1\)"/);
});

test('omits an unknown language', () => {
  assert.match(toHtmlForm(answerOf('x', { language: 'und' }), question), /<html>/);
});

test('ends with the error of the answer', () => {
  const cut = answerOf('Some.', { error: 'It was cut <here>.', errorMissingInText: true });
  assert.match(toHtmlForm(cut, question), /<p role="note" dir="auto">It was cut &lt;here&gt;\.<\/p>/);
});

test('writes a document without a mistake for any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<script>',
      '</p>',
      '**',
      '_',
      '[',
      '](javascript:x)',
      '[1]',
      '\n\n',
      '- ',
      '> ',
      '| a |\n|-|\n',
    ),
    fc.constantFrom(
      '&amp',
      '&#0;',
      '"',
      "'",
      '`',
      '<!--',
      ']]>',
      '[a]: http://b\n',
      '[a]',
      '![x](y)',
      '\\(',
      '$x$',
    ),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  );
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
  const run = fc.property(text, text, (markdown, asked) => {
    assert.deepEqual(mistakesIn(toHtmlForm(answerOf(markdown), { ...question, text: asked })), []);
  });
  fc.assert(run, { numRuns: 400 });
});
