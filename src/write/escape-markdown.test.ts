import assert from 'node:assert/strict';
import { test } from 'node:test';
import Parser from 'markdown-it';
import fc from '../../test/support/properties.ts';
import { escapeMarkdown } from './escape-markdown.ts';

/** Represents the parsers of programs that receive the Markdown: it accepts HTML and links no bare URLs. */
const parser = new Parser({ html: true, linkify: false });

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function expectPlain(text: string): void {
  const quoted = `“${text}”`;
  assert.equal(parser.renderInline(`“${escapeMarkdown(text)}”`), escapeHtml(quoted));
}

test('escapes what Markdown would read as markup', () => {
  const cases: Readonly<Record<string, string>> = {
    'a *b* c': 'a \\*b\\* c',
    '**Gold** is': '\\*\\*Gold\\*\\* is',
    '__proto__ leaks': '\\_\\_proto\\_\\_ leaks',
    'a `b` c': 'a \\`b\\` c',
    '~~old~~': '\\~\\~old\\~\\~',
    '[dear](https://x.example)': '[dear\\](https://x.example)',
    'a <b>bold</b> word': 'a \\<b>bold\\</b> word',
    '<me@x.example>': '\\<me@x.example>',
    'AT&amp;T &#60;': 'AT\\&amp;T \\&#60;',
    'a \\* b': 'a \\\\* b',
    '[12] and [^3]': '\\[12] and \\[^3]',
  };
  for (const [text, escaped] of Object.entries(cases)) {
    assert.equal(escapeMarkdown(text), escaped);
    expectPlain(text);
  }
});

test('does not escape what Markdown would not read as markup', () => {
  const text = [
    "N'Djamena is the capital (since 1900); it has 1,605,696 people, 3.14 per cent more - e.g. Node.js!",
    'See README.md, setup.py, 127.0.0.1 and https://x.example/a_b/c.html?d=1&e=2#f, or mail me@x.example.',
    'snake_case, 2 * 3 * 4, a | b, ~9x and ~5x, a < b <= c > d, C:\\temp, [sic], AT&T & others, # 1, 5`.',
    'runs of code marks of different lengths, `one and ``two, are no code',
  ];
  for (const line of text) {
    assert.equal(escapeMarkdown(line), line);
    expectPlain(line);
  }
});

test('escapes the colon only of an address that contains markup', () => {
  assert.equal(
    escapeMarkdown('https://x.example/_a_/ https://y.example/'),
    'https\\://x.example/\\_a\\_/ https://y.example/',
  );
});

test('renders as exactly the text it was given, whatever that is', () => {
  const marks = [...'*_`[]()!<>&\\~|#"@.:/^$=-1aü首 '];
  const pieces = [
    ...['**', '__', '~~', '``', '&lt;', '&#35;', '&copy', 'www.', 'http://', 'https://', 'x.com', '[1]: '],
    ...['<b>', '</', '<!--', '](', '<a@b>', ' * '],
  ];
  const text = fc
    .array(fc.constantFrom(...marks, ...pieces))
    .map((parts) => parts.join('').replace(/\s+/g, ' '));
  fc.assert(fc.property(fc.oneof(text, fc.string()), expectPlain), { numRuns: 250 });
});
