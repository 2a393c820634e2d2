import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertSurvives, htmlMutations } from '../../test/support/mutations.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import { assertFailed } from '../../test/support/search-replies.ts';
import type { Upstream } from '../net/upstream.ts';
import type { SearchBackend } from './backend.ts';
import { callText } from './json-call.ts';
import { readSearxngPage } from './searxng-page.ts';

const PAGE_URL = 'http://instance.test/search?q=x';
const read = (html: string) => readSearxngPage(html, PAGE_URL, 5);

/** A page as SearXNG's simple theme has it: everything around, the sidebar, then the results. */
const simple = (list: string, sidebar = '', answers = '') => `<!DOCTYPE html><html class="no-js theme-auto">
  <head><title>x - SearXNG</title><script src="/static/x.js"></script></head><body class="results_endpoint">
  <main id="main_results" class=""><form id="search" method="GET" action="/search"><input id="q" name="q"></form>
  <div id="results" class="only_template_default">${answers}
  <div id="sidebar"><p id="result_count"><small>2</small></p>${sidebar}</div>
  <div id="urls" role="main">${list}</div></div></main></body></html>`;

const article = (url: string, title: string, snippet: string) => `<article class="result result-default">
  <a href="${url}" class="url_header" rel="noreferrer"><div class="url_wrapper">instance › page</div></a>
  <h3><a href="${url}" rel="noreferrer">${title}</a></h3>
  ${snippet}<div class="engines"><span>kiwix</span><a href="https://archive.test/${url}">cached</a></div></article>`;

/** A page as searx's oscar theme has it. */
const oscar = (list: string, sidebar = '') => `<!DOCTYPE html><html><body class="results_endpoint">
  <div class="container"><div class="row"><div id="sidebar_results">${sidebar}
  <div class="panel panel-default"><h4 class="panel-title">Links</h4></div></div>
  <div class="col-sm-8" id="main_results"><h1 class="sr-only">Search results</h1>${list}</div></div></div></body></html>`;

const block = (url: string, title: string, snippet: string) => `<div class="result result-default kiwix">
  <h4 class="result_header" id="result-1"><a href="${url}" rel="noreferrer">${title}</a></h4>
  <p class="result-content">${snippet}</p><small><a href="https://archive.test/${url}">cached</a></small></div>`;

const SIMPLE = simple(
  article('https://a.test/care', 'Axolotl care', '<p class="content">Cold water &amp; shade.</p>') +
    article('https://b.test/lake', 'Lake', '<p class="content">Xochimilco.</p>'),
);
const OSCAR = oscar(
  block('https://a.test/care', '<span class="highlight">Axolotl care</span>', 'Cold water &amp; shade.') +
    block('https://b.test/lake', 'Lake', 'Xochimilco.'),
);
const HITS = [
  { url: 'https://a.test/care', title: 'Axolotl care', snippet: 'Cold water & shade.' },
  { url: 'https://b.test/lake', title: 'Lake', snippet: 'Xochimilco.' },
];

test('reads the results of either theme', () => {
  assert.deepEqual(read(SIMPLE), { status: 'ok', hits: HITS });
  assert.deepEqual(read(OSCAR), { status: 'ok', hits: HITS });
});

test('keeps the note that there is no description out of the description', () => {
  const bare = article('https://a.test/', 'A', '<p class="content empty_element">No description.</p>');
  assert.deepEqual(read(simple(bare)), {
    status: 'ok',
    hits: [{ url: 'https://a.test/', title: 'A', snippet: '' }],
  });
});

test('brings answers and infoboxes before results, also alone', () => {
  const answers = `<div id="answers"><h4 class="title">Answers</h4><div class="answer"><span>42</span></div>
    <div class="answer"><span>Luanda</span><a href="https://c.test/" class="answer-url">c.test</a></div></div>`;
  const aside = `<div id="infoboxes"><aside class="infobox"><h2 class="title">Angola</h2><p>A country.</p>
    <div class="attributes"><dl><dt>Capital</dt> <dd>Luanda</dd></dl></div>
    <div class="urls"><ul><li><a href="https://d.test/Angola">Encyclopaedia</a></li></ul></div></aside></div>`;
  const evidence = [
    { url: 'https://c.test/', title: 'c.test', snippet: 'Luanda' },
    { url: PAGE_URL, title: 'instance.test', snippet: '42' },
    { url: 'https://d.test/Angola', title: 'Angola', snippet: 'A country. Capital Luanda' },
  ];
  assert.deepEqual(read(simple('', aside, answers)), { status: 'ok', hits: evidence });
  const wells = `<div class="result well"><span>42</span></div>
    <div class="result well"><a href="https://c.test/">Luanda</a></div>`;
  const panel = `<div class="panel infobox"><h4 class="panel-title"><bdi>Angola</bdi></h4>
    <bdi><p class="infobox_part">A country.</p></bdi><table><tr><td>Capital</td> <td>Luanda</td></tr></table>
    <p class="btn"><a href="https://d.test/Angola">Encyclopaedia</a></p></div>`;
  assert.deepEqual(read(oscar(wells, panel)), { status: 'ok', hits: evidence });
});

test('takes only a page that says so for one without results', () => {
  const sorry = '<p><strong>Sorry!</strong></p>';
  assert.deepEqual(read(simple(`<div class="dialog-error" role="alert">${sorry}</div>`)), {
    status: 'empty',
  });
  assert.deepEqual(read(oscar(`<div class="alert alert-info" role="alert">${sorry}</div>`)), {
    status: 'empty',
  });
  for (const html of [simple(''), oscar(''), oscar(`<div class="result">Try: x</div>`)]) {
    assertFailed(read(html), 'protocol', /neither results nor the note/);
  }
});

test('takes a page on which engines did not answer for a failure, unless it has results', () => {
  const error = '<p><strong>Error!</strong></p>';
  const engines = `<div id="engines_msg"><div class="dialog-error">${error}<p>kiwix (timeout)</p></div></div>`;
  const pages = [
    simple(`<div class="dialog-error"><svg></svg><div>${error}</div></div>`),
    simple(`<div class="dialog-error">${error}<p><small>Try later.</small></p></div>`),
    simple(`<div class="dialog-error">${error}</div>`, engines),
    oscar(`<div class="alert alert-danger">${error}</div>`),
  ];
  for (const html of pages) assertFailed(read(html), 'upstream', /some of its engines did not answer/);
  const partial = simple(article('https://a.test/', 'A', ''), engines);
  assert.equal(read(partial).status, 'ok');
});

test('tells pages of other kinds apart', () => {
  assertFailed(
    read('<form action="/login"><input name="password"></form>'),
    'protocol',
    /no list of results/,
  );
  assertFailed(
    read('<main id="main_index"><div id="search"></div></main>'),
    'protocol',
    /no list of results/,
  );
  assertFailed(read('Too Many Requests'), 'protocol', /no list of results/);
  assertFailed(read('<script src="/.within.website/x/cmd/anubis/"></script>'), 'blocked', /robots/);
});

test('drops results without a web address', () => {
  const links = ['javascript:alert(1)', '/relative', '', 'file:///etc/passwd', 'http://169.254.169.254/'];
  const outcome = read(simple(links.map((link) => article(link, 'T', '')).join('')));
  assert.notEqual(outcome.status, 'ok');
});

test('reads a page that nests without end in time that is in proportion to it', async () => {
  for (const piece of ['<b>', '<div id="urls">', '<article class="result"><h3>', '</i>', '<a x=y ']) {
    const readNested = (pieces: number) =>
      assert.equal(read(`<div id="urls">${piece.repeat(pieces)}`).status, 'failed', piece);
    await assertProportional(readNested, 100_000, piece);
  }
});

test('never throws and never brings anything but web addresses, whatever the page', () => {
  const piece = fc.constantFrom(
    ...[
      '<div id="urls">',
      '<div id="main_results">',
      '<article class="result">',
      '<h3>',
      '<p class="content">',
    ],
    ...[
      '<a href="http://a.test/">',
      '<a href="javascript:x">',
      '</a>',
      '</h3>',
      '</article>',
      '<svg>',
      '<![CDATA[',
    ],
    ...[
      '<div class="answer">',
      '<aside class="infobox">',
      '<span>',
      '&lt;',
      '<!--',
      '</',
      '<script>',
      'text',
    ],
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (pieces) => {
      const outcome = read(pieces.join(''));
      if (outcome.status !== 'ok') return;
      for (const { url } of outcome.hits) assert.match(url, /^https?:\/\//i);
    }),
  );
});

/** A back-end that is nothing but its page. */
function pageAt(upstream: Upstream, url: string): SearchBackend {
  const call = { url, timeoutMs: 60_000, maxBytes: 1_000_000 };
  return {
    async search(_query, signal) {
      const reply = await callText(upstream, call, {}, signal);
      return reply.status === 'text' ? read(reply.text) : reply;
    },
  };
}

test('survives pages that have changed', async () => {
  for (const text of [SIMPLE, OSCAR]) {
    await assertSurvives(pageAt, { text, type: 'text/html', mutations: htmlMutations(text) });
  }
});
