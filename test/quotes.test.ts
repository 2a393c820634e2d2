import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeHtml } from '@sayso/text/escape-html.ts';
import type { Source } from '../src/core/source.ts';
import { render } from '../src/render/render.ts';
import { escapeMarkdown } from '../src/write/escape-markdown.ts';
import { toQuote } from '../src/write/passage-writer.ts';
import { HOSTILE_MARKDOWN } from './support/hostile-markdown.ts';
import fc from './support/properties.ts';

const sources: readonly Source[] = [1, 2].map((index) => ({
  index,
  url: 'https://source.example/',
  title: '',
  snippet: '',
  passages: [],
}));
const CITATION = /<a class="citation"[^>]*>\[1\]<\/a>/g;
const WEB_OR_MAIL_LINK = /<a href="(?:https?:\/\/|mailto:)[^"]*" rel="[^"]*">(.*?)<\/a>/g;

/** Whatever a source says, its quote shows exactly that, and the only citation is the service's. */
function expectQuoted(given: string): void {
  const quote = toQuote(given);
  for (const [before, open, close] of [
    ['', '<p dir="auto">', '</p>\n'],
    ['- ', '<ul dir="auto">\n<li>', '</li>\n</ul>\n'],
  ] as const) {
    const { html } = render(`${before}“${escapeMarkdown(quote)}” [1]`, sources, 'en');
    assert.equal(html.match(CITATION)?.length, 1, html);
    const shown = html.replace(CITATION, '[1]').replace(WEB_OR_MAIL_LINK, '$1');
    assert.equal(shown, `${open}“${escapeHtml(quote)}” [1]${close}`);
  }
}

test('a quote is shown unchanged, except for links to web and mail addresses', () => {
  const { html } = render(`“${escapeMarkdown('See https://x.example/a%20b_c.')}” [1]`, sources, 'en');
  const address = 'https://x.example/a%20b_c';
  const shown = html.replace(/ rel="[^"]*"/, '');
  assert.ok(shown.startsWith(`<p dir="auto">“See <a href="${address}">${address}</a>.”`), html);
  for (const text of [
    'See https://x.example/a, README.md, setup.py, main.rs, //x.example, www.x.example, ' +
      'ftp://x.example and 127.0.0.1.',
    'Mail me@x.example or mailto:me@x.example, https://xn--mnchen-3ya.example/%C3%A4_b_/*c*',
    'It is so [2] and 【1】, [1](https://x.example), [[2]], [source 1] and [ 2 ].',
  ])
    expectQuoted(text);
});

test('no mixture of marks has an effect', () => {
  const marks = [...'*_`[]()!<>&\\~|#"\'@.:/^$=-12aü首。 ”'];
  const pieces = [
    '**',
    '__',
    '~~',
    '``',
    '&lt;',
    '&#35;',
    'www.',
    'http://',
    'https://',
    'mailto:',
    'ftp://',
    'x.com',
    '.de',
    '[1]',
    '[[2]]',
    '【1】',
    '[1]: ',
    '<b>',
    '](',
    'https://a.b/',
    ' - ',
  ];
  const text = fc.array(
    fc.oneof(fc.constantFrom(...marks, ...pieces), fc.constantFrom(...HOSTILE_MARKDOWN)),
    { maxLength: 20 },
  );
  const mixture = text.map((parts) => parts.join(''));
  fc.assert(fc.property(fc.oneof(mixture, fc.string({ unit: 'grapheme' })), expectQuoted), {
    numRuns: 250,
  });
});

test('the speech contains all of a quote, including its closing mark after an address', () => {
  const { speech } = render(
    `“${escapeMarkdown('For the files, see https://unpkg.com/markdown-it/.')}” [1]`,
    sources,
    'en',
  );
  assert.equal(speech, '“For the files, see unpkg dot com.”');
});
