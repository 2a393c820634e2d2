import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import Parser from 'markdown-it';
import { escapeMarkdown, toQuote } from './quote.ts';

const parser = new Parser({ html: false, linkify: true });
parser.validateLink = () => true;

function render(text: string): string {
  return parser.renderInline(escapeMarkdown(text));
}

test('brings a sentence on one line, without list marks and invisible characters', () => {
  assert.equal(toQuote('  - First\n  thing\u200b. '), 'First thing.');
  assert.equal(toQuote('3. Third thing.'), 'Third thing.');
  assert.equal(toQuote('330 metres.'), '330 metres.');
});

test('takes out reference marks in every spelling and keeps other brackets', () => {
  assert.equal(toQuote('It is so.[12][3] '), 'It is so.');
  assert.equal(toQuote('It [1, 2] is [^3] so [4-6] really【7】[Source 8].'), 'It is so really.');
  assert.equal(toQuote('He said [sic] so.'), 'He said [sic] so.');
});

test('leaves no number in square brackets that could pass as a citation', () => {
  assert.equal(toQuote('The [2024 edition] of it.'), 'The (2024 edition) of it.');
  const piece = fc.constantFrom(
    '[',
    ']',
    '【',
    '】',
    '［',
    '］',
    '1',
    '23',
    ' ',
    ',',
    '^',
    '†',
    '\\',
    'source',
    'a',
    '-',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
      assert.doesNotMatch(escapeMarkdown(toQuote(pieces.join(''))), /[[［【]\s*(?:sources?\s*:?\s*)?\^?\d/i);
    }),
  );
});

test('escapes what Markdown would read as markup', () => {
  assert.equal(
    render('*a* _b_ `c` [d](e) <f> ~~g~~ !h \\i &amp;'),
    escapeHtml('*a* _b_ `c` [d](e) <f> ~~g~~ !h \\i &amp;'),
  );
});

test('makes no link of an address in a source', () => {
  for (const text of [
    'https://evil.example/a?b=c',
    '//evil.example',
    'www.evil.example',
    'mail me@evil.com',
    'mailto:me@evil.com',
    'README.md, setup.py, evil.com and 127.0.0.1',
    'http://localhost:3000',
  ])
    assert.equal(render(text), escapeHtml(text));
});

test('leaves ordinary text without backslashes', () => {
  const text =
    "N'Djamena is the capital (since 1900); it has 1,605,696 people, 3.14 per cent more - e.g. Node.js!";
  assert.equal(escapeMarkdown(text).replace('Node\\.js', 'Node.js'), text);
});

test('renders as exactly the text it was given, whatever that is', () => {
  const piece = fc.constantFrom(
    ...[
      '*',
      '**',
      '_',
      '`',
      '[',
      ']',
      '(',
      ')',
      '!',
      '<',
      '>',
      '&',
      '&lt;',
      '&#35;',
      '\\',
      '~',
      '|',
      '#',
      '"',
      'a',
      'www.',
    ],
    ...[
      'http://',
      'ftp://',
      'x.com',
      '@',
      '.',
      ':',
      '/',
      '//',
      '1',
      '.de',
      'ü',
      '首',
      '[1]: ',
      '<b>',
      '](',
      '^',
      '$',
      '=',
    ],
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece).map((pieces) => pieces.join('')),
        fc.string(),
      ),
      (given) => {
        const text = `“${toQuote(given)}”`;
        assert.equal(render(text), escapeHtml(text));
      },
    ),
    { numRuns: 1_000 },
  );
});

test('takes a hostile sentence in linear time', () => {
  for (const unit of [
    '1',
    '[',
    '[1',
    '[1,',
    '[source ',
    '[source:',
    '1 ,',
    '\\',
    '@',
    '//',
    'a.',
    '1.',
    '- ',
    '<',
  ]) {
    const started = process.cpuUsage();
    escapeMarkdown(toQuote(`[${unit.repeat(20_000)}`));
    const used = process.cpuUsage(started);
    assert.ok((used.user + used.system) / 1000 < 300, unit);
  }
});

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
