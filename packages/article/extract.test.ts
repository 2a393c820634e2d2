import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import { readArticle, readBlocks } from './index.ts';

const FIRST =
  'The harbour was built in 1887 and has been widened twice since, each time at the cost of the town.';
const SECOND =
  'Last year it took in four hundred ships, fewer than in any year since the war, said its master.';
const THIRD =
  'A third basin is planned; whether it will be dug depends on a vote of the council in the spring.';
const ARTICLE = `<p>${FIRST}</p><p>${SECOND}</p><p>${THIRD}</p>`;
const AS_TEXT = [FIRST, SECOND, THIRD].join('\n\n');
const mainOf = async (html: string) => (await readArticle(html)).text;
const fullOf = async (html: string) => (await readArticle(html, { full: true })).text;

test('the main text has the paragraphs of the article, and all text has what is around it too', async () => {
  const page = `<body><nav><a href="/">Home</a> <a href="/news">News</a></nav>
    <article><h1>A harbour</h1>${ARTICLE}</article>
    <aside><h2>Opening hours</h2><p>Monday to Friday</p><p>9 am to 5 pm</p></aside>
    <footer>Call 0123 456 789</footer></body>`;
  const main = await mainOf(page);
  assert.ok(main.includes(AS_TEXT), main);
  assert.doesNotMatch(main, /Home|News|Opening|Call/);
  const full = await fullOf(page);
  assert.match(full, /Opening hours: Monday to Friday; 9 am to 5 pm/);
  assert.match(full, /Call 0123 456 789/);
  assert.doesNotMatch(full, /Home|News/);
});

test('says where the main text is in all text', async () => {
  const { text, main = [] } = await readArticle(
    `<header>Free delivery from 20 euros</header><main>${ARTICLE}</main><footer>Port Road 4</footer>`,
    { full: true },
  );
  assert.equal(main.map(([from, to]) => text.slice(from, to)).join('\n\n'), AS_TEXT);
  assert.match(text, /^Free delivery.*Port Road 4$/s);
});

test('leaves no page empty that shows text', async () => {
  for (const body of ['<p>Yes.</p>', 'Yes.', '<a href="/">Home</a>', '<ul><li>One</ul>'])
    assert.notEqual(await mainOf(`<body>${body}</body>`), '', body);
});

test('reads a page that is hidden until a script runs', async () => {
  const text = await mainOf(
    `<body><nav><a href="/">Home</a></nav><div style="opacity:0"><article>${ARTICLE}</article></div></body>`,
  );
  assert.equal(text, AS_TEXT);
});

test('ignores style sheets that browsers ignore', async () => {
  for (const outer of ['noscript', 'template']) {
    const sheet = `<${outer}><style>article { display: none }</style></${outer}>`;
    assert.equal(
      await fullOf(`<head>${sheet}</head><body>${sheet}<article>${ARTICLE}</article>`),
      AS_TEXT,
      outer,
    );
  }
});

test('puts the parts of a streamed page in their places, and drops what stood there meanwhile', async () => {
  const text =
    await fullOf(`<main><h1>Harbours</h1><!--$?--><template id="B:0"></template><p>Loading</p><!--/$-->
    </main><p>Around the main part there is more to read, and all of it is shown at once.</p>
    <div hidden id="S:0"><p>${FIRST}</p><!--$?--><template id="B:1"></template><p>Loading more</p><!--/$-->
    <template id="P:2"></template></div>
    <div hidden id="S:1"><p>${SECOND}</p></div><div hidden id="S:2"><p>${THIRD}</p></div>`);
  assert.ok(text.includes(AS_TEXT), text);
  assert.doesNotMatch(text, /Loading/);
  const named = `<!--$?--><template id="R1B:0"></template><p>Loading</p><!--/$--><div hidden id="R1S:0"><p>${FIRST}</p></div>
    <!--$?--><template id="R2B:0"></template><!--/$--><div hidden id="R2S:0"><p>${SECOND}</p></div>`;
  assert.equal(await fullOf(named), `${FIRST}\n\n${SECOND}`);
});

test('reads a page whose text follows a CDATA section or a second body', async () => {
  for (const body of [`<body><![CDATA[ > ${ARTICLE}`, `<body><p>Told.</p><html><head><body>${ARTICLE}`])
    assert.ok((await mainOf(`<html><head><title>A harbour</title></head>${body}`)).endsWith(AS_TEXT), body);
});

test('extracts the metadata of the page', async () => {
  const { text: _, ...facts } =
    await readArticle(`<html lang="en-GB"><head><title>A harbour | The Coast</title>
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

test('leaves out a box that asks for consent', async () => {
  const text = await fullOf(`<div class="cookie-consent"><p>We use cookies to improve your experience.</p>
    <button>Accept all</button></div><main><h1>Is it open?</h1><p>Yes, every day.</p></main>`);
  assert.equal(text, 'Is it open?\n\nYes, every day.');
  assert.match(
    await fullOf('<div class="cookie-recipe"><p>Bake the cookies for ten minutes.</p></div>'),
    /Bake/,
  );
});

test('never throws', async () => {
  const pieces = `<p> </p> <div·class=" <!-- <script> </ &#x <table><tr> <pre> <a·href=x> <article> ·word \0 " >
    <svg><title> <b><i></b> <h1> <![CDATA[ <style>.a{ <dl><dt> <dd> <template·id="B:0"> <div·id="S:0">
    <td·rowspan=9> <select><option> <br>`;
  const piece = fc.constantFrom(...pieces.split(/\s+/).map((part) => part.replaceAll('·', ' ')));
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
      assert.equal(typeof (await readArticle(pieces.join(''))).text, 'string');
    }),
    { numRuns: 150 },
  );
});

test('takes time in proportion to the length of hostile input', async () => {
  for (const piece of [
    ...['<div>', '<p>', '<a href=x>', '</div>', '<ul><li>x', '<table><tr><td>x', '<td rowspan=99>x'],
    ...['<dt>x<dd>y', '<i class=a>x</i>', '<button>x</button><div hidden>y</div>'],
  ])
    await assertProportional(
      (chars) => readBlocks(piece.repeat(Math.ceil(chars / piece.length))),
      80_000,
      piece,
    );
});

test('style sheets and selectors of any kind take a limited time', () => {
  const started = process.cpuUsage();
  const page = '<div class=a>'.repeat(300) + '<p class=a>x</p>'.repeat(5_000);
  readBlocks(`<style>${'.a .a ~ .a :not(.b) > .a{display:none}'.repeat(2_000)}</style>${page}`);
  const { user, system } = process.cpuUsage(started);
  assert.ok(user + system < 5_000_000, `${user + system}`);
});
