import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSurvives, htmlMutations } from '../../../test/support/mutations.ts';
import { assertFailed } from '../../../test/support/search-replies.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import type { Upstream } from '../../net/upstream.ts';
import { SENDS_NOTHING, type SearchBackend } from '../search.ts';
import { callText } from './http-call.ts';
import { readSearxngPage } from './searxng-page.ts';

const PAGE_URL = 'http://instance.test/search?q=x';
const read = (html: string) => readSearxngPage(html, PAGE_URL, { text: 'x', limit: 5, scope: ANY_SCOPE });

/** A page like those of SearXNG's simple theme: the frame, the sidebar, then the results. */
const simple = (list: string, sidebar = '', answers = '') =>
  `<!DOCTYPE html><html class="no-js theme-auto">
  <head><title>x - SearXNG</title><script src="/static/x.js"></script></head><body class="results_endpoint">
  <main id="main_results" class=""><form id="search" method="GET" action="/search"><input ` +
  `id="q" name="q"></form>
  <div id="results" class="only_template_default">${answers}
  <div id="sidebar"><p id="result_count"><small>2</small></p>${sidebar}</div>
  <div id="urls" role="main">${list}</div></div></main></body></html>`;

const article = (url: string, title: string, snippet: string) =>
  `<article class="result result-default">
  <a href="${url}" class="url_header" rel="noreferrer"><div class="url_wrapper">instance › page</div></a>
  <h3><a href="${url}" rel="noreferrer">${title}</a></h3>
  ${snippet}<div class="engines"><span>kiwix</span><a ` +
  `href="https://archive.test/${url}">cached</a></div></article>`;

/** A page in searx's oscar theme. */
const oscar = (list: string, sidebar = '') =>
  `<!DOCTYPE html><html><body class="results_endpoint">
  <div class="container"><div class="row"><div id="sidebar_results">${sidebar}
  <div class="panel panel-default"><h4 class="panel-title">Links</h4></div></div>
  <div class="col-sm-8" id="main_results"><h1 class="sr-only">Search results</h1>${list}</div>` +
  `</div></div></body></html>`;

const block = (url: string, title: string, snippet: string) =>
  `<div class="result result-default kiwix">
  <h4 class="result_header" id="result-1"><a href="${url}" rel="noreferrer">${title}</a></h4>
  <p class="result-content">${snippet}</p><small><a ` +
  `href="https://archive.test/${url}">cached</a></small></div>`;

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

test('reads the results of both themes', async () => {
  assert.deepEqual(await read(SIMPLE), { status: 'ok', hits: HITS });
  assert.deepEqual(await read(OSCAR), { status: 'ok', hits: HITS });
});

test('does not use the notice of a missing description as the description', async () => {
  const bare = article('https://a.test/', 'A', '<p class="content empty_element">No description.</p>');
  assert.deepEqual(await read(simple(bare)), {
    status: 'ok',
    hits: [{ url: 'https://a.test/', title: 'A', snippet: '' }],
  });
});

test('returns answers and infoboxes before results, and without results too', async () => {
  const answers =
    `<div id="answers"><h4 class="title">Answers</h4><div class="answer"><span>42</span></div>
    <div class="answer"><span>Luanda</span><a href="https://c.test/" ` +
    `class="answer-url">c.test</a></div></div>`;
  const aside =
    `<div id="infoboxes"><aside class="infobox"><h2 class="title">Angola</h2><p>A country.</p>
    <div class="attributes"><dl><dt>Capital :</dt> <dd>Luanda</dd></dl><dl><dt>Flag :</dt><dd><img></dd></dl>
    </div>
    <div class="urls"><ul><li><a href="https://d.test/Angola">Encyclopaedia</a></li></ul></div>` +
    `</aside></div>`;
  const evidence = [
    { url: 'https://c.test/', title: 'c.test', snippet: 'Luanda' },
    { url: 'https://d.test/Angola', title: 'Angola', snippet: 'A country. Capital: Luanda' },
  ];
  assert.deepEqual(await read(simple('', aside, answers)), { status: 'ok', hits: evidence });
  const wells = `<div class="result well"><span>42</span></div>
    <div class="result well"><a href="https://c.test/">Luanda</a></div>`;
  const panel = `<div class="panel infobox"><h4 class="panel-title"><bdi>Angola</bdi></h4>
    <bdi><p class="infobox_part">A country.</p></bdi><table><tr><td>Capital</td> <td>Luanda</td></tr></table>
    <p class="btn"><a href="https://d.test/Angola">Encyclopaedia</a></p></div>`;
  assert.deepEqual(await read(oscar(wells, panel)), { status: 'ok', hits: evidence });
});

test('is empty only if the page says so', async () => {
  const sorry = '<p><strong>Sorry!</strong></p>';
  assert.deepEqual(await read(simple(`<div class="dialog-error" role="alert">${sorry}</div>`)), {
    status: 'empty',
  });
  assert.deepEqual(await read(oscar(`<div class="alert alert-info" role="alert">${sorry}</div>`)), {
    status: 'empty',
  });
  for (const html of [simple(''), oscar(''), oscar(`<div class="result">Try: x</div>`)]) {
    assertFailed(await read(html), 'protocol', /neither results nor a note/);
  }
});

test('failed engines make a page a failure, unless it has results', async () => {
  const error = '<p><strong>Error!</strong></p>';
  const engines = `<div id="engines_msg"><div class="dialog-error">${error}<p>kiwix</p></div></div>`;
  const pages = [
    simple(`<div class="dialog-error"><svg></svg><div>${error}</div></div>`),
    simple(`<div class="dialog-error">${error}<p><small>Try later.</small></p></div>`),
    simple(`<div class="dialog-error">${error}</div>`, engines),
    oscar(`<div class="alert alert-danger">${error}</div>`),
  ];
  for (const html of pages) assertFailed(await read(html), 'upstream', /some of its engines did not answer/);
  const partial = simple(article('https://a.test/', 'A', ''), engines);
  assert.equal((await read(partial)).status, 'ok');
});

/**
 * The sidebar of the current simple theme, which has `#engines_msg` on every page, with the engines that
 * failed and those that answered.
 */
const stats = (failing: readonly string[], answering: readonly string[] = ['one']) => `<div id="engines_msg">
  <details class="sidebar-collapsible" open><summary class="title" id="engines_msg-title">Messages</summary>
  <table class="engine-stats" id="engines_msg-table">${failing
    .map(
      (
        name,
      ) => `<tr><td class="engine-name"><a href="/stats?engine=${name}" title="View logs">${name}</a></td>
      <td class="response-error">Suspended: too many requests</td></tr>`,
    )
    .join('')}${answering
    .map(
      (name) => `<tr><td class="engine-name"><a href="/stats?engine=${name}">${name}</a></td>
      <td class="response-time"><div class="bar-chart-value">0.4</div></td></tr>`,
    )
    .join('')}</table></details></div>`;
const SORRY =
  '<div class="dialog-error-block" role="alert"><p><strong>Sorry!</strong></p><p>No results were ' +
  'found.</p></div>';

test('in current markup, rows with an error are failed engines, which matter without results', async () => {
  assertFailed(
    await read(simple(SORRY, stats(['brand', 'other'], ['one']))),
    'upstream',
    /^it found nothing, and 2 of its engines did not answer \(brand, other\)$/,
  );
  assert.equal((await read(simple(article('https://a.test/', 'A', ''), stats(['brand'])))).status, 'ok');
});

test('reads the date of a result from its attribute, its text, or the details of a paper', async () => {
  const dated = (time: string, kind = 'default') => `<article class="result result-${kind}"><h3><a
    href="https://a.test/">A</a></h3>${time}</article>`;
  const time = (attribute: string, text: string) =>
    `<time class="published_date" datetime="${attribute}" >${text}</time>`;
  for (const [html, expected] of [
    [dated(time('2026-11-20 10:00:00', '2026-11-20 10:00:00')), '2026-11-20T10:00:00'],
    [dated(time('', '2021-03-04 05:06:07')), '2021-03-04T05:06:07'],
    [dated(time('2026-11-19 10:00:00', '2026-11-19 10:00:00.123456')), '2026-11-19T10:00:00'],
    [dated(`<div class="attributes"><time datetime="">2021-03-04</time></div>`, 'packages'), '2021-03-04'],
    [dated(time('', 'Mar 4, 2021')), '2021-03-04'],
    [dated(time('', '2 hours ago')), undefined],
    [
      dated(
        '<div class="attributes"><div><span>Datum:</span> <span>4. März 2021</span></div></div>',
        'paper',
      ),
      '2021-03-04',
    ],
  ] as const) {
    const outcome = await read(simple(html));
    assert.ok(outcome.status === 'ok');
    assert.equal(outcome.hits[0]?.publishedAt, expected, html);
  }
});

test('reads image results by their page, not by the image', async () => {
  const image =
    `<article class="result result-images category-images"><a rel="noreferrer" ` +
    `href="https://i.test/1.jpg">
    <img class="image_thumbnail" src="/image_proxy?url=1" alt="Axolotl"><span class="title">Axolotl</span>
    <span class="source">a.test</span></a><div class="detail"><a class="result-detail-close" href="#"></a>
    <a class="result-images-source" href="https://i.test/1.jpg"><img alt="Axolotl"></a>
    <div class="result-images-labels"><h4>Axolotl in a lake</h4><p class="result-content">Wild form.</p><hr>
    <p class="result-format"><span>Format:</span>jpeg</p><p class="result-engine"><span>Engine:</span>one</p>
    <p class="result-url"><span>View source:</span><a href="https://a.test/axolotl">a.test</a>` +
    `</p></div></div></article>`;
  assert.deepEqual(await read(simple(image)), {
    status: 'ok',
    hits: [{ url: 'https://a.test/axolotl', title: 'Axolotl in a lake', snippet: 'Wild form.' }],
  });
});

test('cites an infobox by its encyclopedia article, whatever it links first', async () => {
  const linkTo = (url: string) => `<li class="url"><bdi><a href="${url}">L</a></bdi></li>`;
  const box = (urls: readonly string[]) =>
    `<div id="infoboxes"><aside class="infobox"><h2 class="title">Angola</h2>
    <p><bdi>A country.</bdi></p><div class="urls"><ul>${urls.map(linkTo).join('')}</ul></div></aside></div>`;
  const article = 'https://en.wikipedia.org/wiki/Angola';
  const entity = 'https://www.wikidata.org/wiki/Q916';
  const official = 'https://government.test/';
  for (const [urls, cited] of [
    [[official, entity, article], article],
    [[official, entity], entity],
    [[official, 'https://wikipedia.org.evil.test/'], official],
  ] as const) {
    const outcome = await read(simple('', box(urls)));
    assert.deepEqual(outcome.status === 'ok' && outcome.hits.map(({ url }) => url), [cited]);
  }
});

test('recognizes pages of other kinds', async () => {
  assertFailed(
    await read('<form action="/login"><input name="password"></form>'),
    'protocol',
    /not a list of results/,
  );
  assertFailed(
    await read('<main id="main_index"><div id="search"></div></main>'),
    'protocol',
    /not a list of results/,
  );
  assertFailed(await read('Too Many Requests'), 'protocol', /not a list of results/);
  assertFailed(await read('<script src="/.within.website/x/cmd/anubis/"></script>'), 'blocked', /bot check/);
});

/** A back-end that can only read its page. */
function pageAt(upstream: Upstream, url: string): SearchBackend {
  const call = { url, timeoutMs: 60_000, maxBytes: 1_000_000 };
  return {
    sends: SENDS_NOTHING,
    async search(_query, signal) {
      const reply = await callText(upstream, call, { remedies: {}, signal });
      return reply.status === 'text' ? await read(reply.text) : reply;
    },
  };
}

test('survives changed pages', async () => {
  for (const text of [SIMPLE, OSCAR]) {
    await assertSurvives(pageAt, { text, type: 'text/html', mutations: htmlMutations(text) });
  }
});
