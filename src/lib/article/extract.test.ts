import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { assertProportional } from '../../../test/support/proportional.ts';
import { hasMainName, isFrame } from './boilerplate.ts';
import { extract, mainText } from './extract.ts';
import { parseHtml } from './html-tree.ts';

const FIRST =
  'The harbour was built in 1887 and has been widened twice since, each time at the cost of the town.';
const SECOND =
  'Last year it took in four hundred ships, fewer than in any year since the war, said its master.';
const THIRD =
  'A third basin is planned; whether it will be dug depends on a vote of the council in the spring.';
const ARTICLE = `<p>${FIRST}</p><p>${SECOND}</p><p>${THIRD}</p>`;
const AS_TEXT = [FIRST, SECOND, THIRD].join('\n\n');

test('keeps the paragraphs of the article and removes boilerplate', async () => {
  const { text } = await extract(`<body>
    <nav><a href="/">Home</a> <a href="/news">News</a></nav>
    <article><h1>A harbour</h1><div class="byline">By A. Writer</div>${ARTICLE}
      <div class="share-buttons"><a href="#">Share</a></div></article>
    <aside><h2>Most read</h2>
    <p>Another story altogether, told in a summary that is long enough to be prose.</p></aside>
    <footer>All rights reserved</footer></body>`);
  assert.ok(text.endsWith(AS_TEXT), text);
  assert.doesNotMatch(text, /Home|News|Share|Another story|All rights/);
});

test('takes roles in any case', () => {
  for (const role of ['Navigation', ' CONTENTINFO ', 'navigation menu'])
    assert.ok(isFrame({ tag: 'div', attributes: { role } }), role);
  assert.ok(hasMainName({ tag: 'div', attributes: { role: 'Main' } }));
});

test('keeps lists, tables and code of an article', async () => {
  const { text } = await extract(`<article>${ARTICLE}<ul><li>First basin</li><li>Second basin</li></ul>
    <table><tr><th>Year</th><th>Ships</th></tr><tr><td>1990</td><td>912</td></tr></table>
    <pre>a {\n  b\n}</pre></article>`);
  assert.equal(text, `${AS_TEXT}\n\nFirst basin\n\nSecond basin\n\nYear Ships\n\n1990 912\n\na {\n  b\n}`);
});

test('removes lists of links to further reading', async () => {
  const { text } = await extract(`<article>${ARTICLE}</article><div class="related"><h3>Other harbours</h3>
    <ul><li><a href="/a">Northern harbour</a></li><li><a href="/b">Southern harbour</a></li></ul></div>`);
  assert.equal(text, AS_TEXT);
});

test('includes the lead between the headline and the article', async () => {
  const lead = `${THIRD} ${SECOND}`;
  const { text } = await extract(
    `<main><header class="top"><h1>A harbour</h1><p>${lead}</p></header>
    <div class="article-body">${ARTICLE}</div></main>`,
  );
  assert.ok(text.endsWith(`${lead}\n\n${AS_TEXT}`), text);
});

test('removes hidden text', async () => {
  const { text } = await extract(
    `<style>.x { display: none }</style>
    <article>${ARTICLE}<p class="x">Not to be seen by anyone at all.</p></article>`,
  );
  assert.equal(text, AS_TEXT);
});

const PAYLOAD = `${FIRST} ${SECOND} ${THIRD}`;

test('does not take hidden text for a page that waits for a script because all else is a frame', async () => {
  const prose = `${FIRST} Nobody has told the master yet.`;
  const { text } =
    await extract(`<body><nav><p>${prose}</p></nav><aside><p>${prose}</p><p>${prose}</p></aside>
    <footer><p>${prose}</p></footer><div style="display:none"><p>${PAYLOAD}</p></div></body>`);
  assert.ok(!text.includes(SECOND), text);
  const links = Array.from({ length: 40 }, (_, at) => `<a href="/${at}">Harbour ${at}</a>`).join(' ');
  const list = await extract(`<body><div>${links}</div><p style="display:none">${FIRST}</p></body>`);
  assert.ok(!list.text.includes(FIRST), list.text);
});

test('reads a page that is hidden until a script runs', async () => {
  const { text } = await extract(
    `<body><nav><a href="/">Home</a></nav><div style="opacity:0"><article>${ARTICLE}</article></div></body>`,
  );
  assert.equal(text, AS_TEXT);
});

test('reads a page that a server sends in hidden pieces', async () => {
  const pieces = [FIRST, SECOND, THIRD].map((line, at) => `<div hidden id="S:${at}"><p>${line}</p></div>`);
  const { text } = await extract(`<body><nav><a href="/">Home</a></nav>${pieces.join('')}</body>`);
  assert.equal(text, AS_TEXT);
});

test('does not read a hidden piece beside visible text', async () => {
  const { text } = await extract(
    `<body><article>${ARTICLE}</article><div hidden id="S:0"><p>${FIRST} Tell nobody.</p></div></body>`,
  );
  assert.equal(text, AS_TEXT);
});

test('ignores style sheets that browsers ignore', async () => {
  for (const outer of ['noscript', 'template']) {
    const sheet = `<${outer}><style>article { display: none }</style></${outer}>`;
    const { text } = await extract(`<head>${sheet}</head><body>${sheet}<article>${ARTICLE}</article>`);
    assert.equal(text, AS_TEXT, outer);
  }
});

test('reads the posts of a thread', async () => {
  const posts = [FIRST, SECOND, THIRD, FIRST.replace('1887', '1888')];
  const shown = posts.map(
    (post, at) =>
      `<div class="post" id="p${at}"><div class="user">ann</div>` +
      `<div class="post-body"><p>${post}</p></div></div>`,
  );
  const { text } = await extract(`<nav><a href="/">Home</a></nav><h1>Who knows the harbour?</h1>
    ${shown.join('')}`);
  for (const post of posts) assert.ok(text.includes(post), post);
});

test('reads the items of a listing with their labels', async () => {
  const items = Array.from({ length: 12 }, (_, at) => `Basin number ${at + 1}, deep enough for any ship`);
  const cards = items.map(
    (item, at) => `<li class="card"><h3><a href="/${at}">${item}</a></h3><p>${at + 3} metres</p></li>`,
  );
  const { text } = await extract(`<main><h1>Basins</h1><ul class="list">
    ${cards.join('')}</ul></main>`);
  for (const item of items) assert.ok(text.includes(item), text);
});

test('leaves no page empty that shows text', async () => {
  for (const body of ['<p>Yes.</p>', '<a href="/">Home</a>', 'Yes.', '<nav><a href="/">Home</a></nav>'])
    assert.notEqual((await extract(`<body>${body}</body>`)).text, '', body);
});

test('reads a page whose text follows a CDATA section or a second body', async () => {
  for (const body of [`<body><![CDATA[ > ${ARTICLE}`, `<body><p>Told.</p><html><head><body>${ARTICLE}`])
    assert.ok(
      (await extract(`<html><head><title>A harbour</title></head>${body}`)).text.endsWith(AS_TEXT),
      body,
    );
});

test('extracts the metadata of the page', async () => {
  const { text: _, ...facts } = await extract(`<html lang="en-GB"><head><title>A harbour | The Coast</title>
    <meta property="og:site_name" content="The Coast">
    <meta property="article:published_time" content="2024-05-01T10:00:00Z"></head>
    <body>${ARTICLE}</body></html>`);
  assert.deepEqual(facts, {
    title: 'A harbour',
    language: 'en-GB',
    publishedAt: '2024-05-01T10:00:00Z',
    siteName: 'The Coast',
    author: null,
  });
});

test('takes no text from JSON-LD within a page that shows text', async () => {
  const stated = JSON.stringify({
    '@type': 'NewsArticle',
    articleBody: `${FIRST} ${'Do as I say. '.repeat(50)}`,
  });
  const script = `<script type="application/ld+json">${stated}</script>`;
  for (const [shown, text] of [
    [`<article><p>${FIRST}</p><p>Short of it.</p></article>`, `${FIRST}\n\nShort of it.`],
    [`<p>${FIRST}</p>`, FIRST],
  ])
    assert.equal((await extract(`${script}${shown}`)).text, text);
});

test('keeps hidden text hidden at any depth', async () => {
  for (const depth of [350, 399, 400, 401, 900]) {
    const deep = `${'<div>'.repeat(depth)}<p>${SECOND}</p>${'</div>'.repeat(depth)}`;
    const { text } = await extract(`<p>${FIRST}</p><div hidden>${deep}</div><p>${THIRD}</p>`);
    assert.equal(text, `${FIRST}\n\n${THIRD}`, `${depth}`);
  }
});

test('never throws', async () => {
  const piece = fc.constantFrom(
    ...[
      '<p>',
      '</p>',
      '<div class="',
      '<!--',
      '<script>',
      '</',
      '&#x',
      '<table><tr>',
      '<pre>',
      '<a href=x>',
      '<style>.a{',
    ],
    ...['<article>', ' word', '\0', '"', '>', '<svg><title>', '<b><i></b>', '<h1>', '<![CDATA['],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
      assert.equal(typeof (await extract(pieces.join(''))).text, 'string');
    }),
    { numRuns: 300 },
  );
});

test('takes time in proportion to the length of hostile input', async () => {
  for (const piece of [
    '<div>',
    '<p>',
    '<b>',
    '<a href=x>',
    '</div>',
    '<ul><li>x',
    '<table><tr><td>x',
    '<br>',
    '&amp;',
  ])
    await assertProportional(
      (chars) => extract(piece.repeat(Math.ceil(chars / piece.length))),
      200_000,
      piece,
    );
});

test('does not take a menu, footer or consent banner for the article of a short page', async () => {
  const consent = 'We use cookies and similar technologies to improve your experience on our website.';
  const { text } = await extract(`<div class="cookie-consent" role="dialog"><p>${consent}</p></div>
    <nav><a href="/">Home</a></nav><main><h1>Is it open?</h1><p>Yes, every day.</p></main>
    <footer><p>All rights reserved by the harbour, its master and whoever else works there.</p></footer>`);
  assert.match(text, /Yes, every day\.$/);
  assert.doesNotMatch(text, /cookies|Home/);
  assert.match((await extract(`<footer><p>${FIRST}</p></footer>`)).text, /1887/);
});

test('takes the text after the headline in the title as the name of the site', async () => {
  const titleOf = async (title: string, headline: string) =>
    (await extract(`<title>${title}</title><h1>${headline}</h1>${ARTICLE}`)).title;
  assert.equal(await titleOf('A harbour | City of Port', 'A harbour'), 'A harbour');
  assert.equal(await titleOf('A harbour | Docks - Port', 'A harbour'), 'A harbour');
  assert.equal(await titleOf('A harbour-master | Port', 'A harbour'), 'A harbour-master | Port');
  assert.equal(await titleOf('A harbour | Port', 'Something else'), 'A harbour | Port');
});

test('takes the headline of the article as the title, even if the site has one too', async () => {
  const { title } = await extract(
    '<title>The Site » The News</title><h1>The Site</h1><h2>The News</h2><p>Told.</p>',
  );
  assert.equal(title, 'The Site » The News');
});

/**
 * The number of paragraphs that are read from a page of equal ones, which are text with these probabilities.
 */
function readWith(chances: readonly number[]): number {
  const tree = parseHtml(`<body>${chances.map(() => `<p>${FIRST}</p>`).join('')}</body>`);
  return mainText(tree, [], { judge: () => chances }).split('\n\n').length;
}

test('leaves out doubtful blocks if others are nearly sure, and reads them if no block is', () => {
  assert.equal(readWith([0.97, 0.97, 0.5]), 2);
  assert.equal(readWith([0.6, 0.5, 0.4]), 3);
  assert.equal(readWith([0.3, 0.25, 0.2, 0.16]), 4);
});

test('reads blocks with equal probabilities together, and at least the likeliest block', () => {
  assert.equal(readWith([0.9, 0.4, 0.4, 0.4]), 4);
  assert.equal(readWith([0.9, 0.16, 0.15]), 1);
  assert.equal(readWith([0.15, 0.1, 0.1]), 1);
});
