import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArticle } from './index.ts';

const FIRST = 'The harbour was built in 1887 by two brothers who had come from the islands in the north.';
const SECOND =
  'Its basin is deep enough for any ship, and the cranes on the quay still carry their first names.';
const THIRD =
  'In winter the ice reaches as far as the lighthouse, where the pilots wait for the thaw each year.';
const FOURTH =
  'Nobody has counted the boats since the war, but the harbour master thinks that there are forty.';
const ALL = [FIRST, SECOND, THIRD, FOURTH];
const HTML = ALL.map((line) => `<p>${line}</p>`).join('');
const WAITING = '<div id="root">Loading</div>';
const textOf = async (html: string) => (await readArticle(html, { full: true })).text;
const script = (data: unknown, type = 'application/json') =>
  `<script type="${type}">${JSON.stringify(data)}</script>`;
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

test('a page that waits for a script is read from the text that it has without one', async () => {
  const topic = JSON.stringify({
    topic: JSON.stringify({ posts: ALL.map((cooked) => ({ cooked: `<p>${cooked}</p>` })) }),
  });
  const next = JSON.stringify({ props: { body: HTML.replaceAll('<', '\u003c') } });
  for (const hidden of [
    `<noscript><main>${HTML}</main></noscript>`,
    script({ '@type': 'Article', articleBody: ALL.join('\n') }, 'application/ld+json'),
    `<script id="__NEXT_DATA__" type="application/json">${next}</script>`,
    script({ document: ALL.map((content) => ({ attributes: { content, html: `<p>${content}</p>` } })) }),
    `<script>window.state = ${JSON.stringify({ list: ALL })};</script>`,
    `<div data-preloaded="${escaped(topic)}"></div>`,
  ])
    assert.equal(
      (await textOf(`<body>${WAITING}${hidden}</body>`))
        .replace(/^Loading/, '')
        .replace(/\s*\n\s*/g, '\n')
        .trim(),
      ALL.join('\n'),
      hidden,
    );
});

test('a page that shows a paragraph is read as it is shown', async () => {
  const shown = `<main><p>${FIRST} ${SECOND}</p></main>`;
  for (const hidden of [`<noscript>${HTML}</noscript>`, script({ body: HTML }), script({ list: ALL })])
    assert.equal(await textOf(`<body>${shown}${hidden}</body>`), `${FIRST} ${SECOND}`, hidden);
});

test('code, settings, addresses and little text are not the text of a page', async () => {
  const word = 'a'.repeat(200);
  for (const data of [
    { css: `.a { color: red; }\n.b { margin: 0 0 0 0 }\n${'.c { top: 0 }\n'.repeat(30)}` },
    { js: `function a() { return 1; }\n${'if (a) { b(); }\n'.repeat(30)}` },
    { list: [word, `https://a.test/${word}`], key: word },
    { note: FIRST },
    [[[[[]]]]],
  ])
    assert.equal(await textOf(`<body>${WAITING}${script(data)}</body>`), 'Loading', JSON.stringify(data));
  assert.equal(
    await textOf(`<body>${WAITING}<script>{"a": [${'['.repeat(50_000)}</script></body>`),
    'Loading',
  );
});

test('text that the revealed text itself hides stays hidden', async () => {
  const hidden = `${HTML}<p style="display:none">Tell nobody.</p>`;
  for (const page of [`<noscript>${hidden}</noscript>`, script({ body: hidden })])
    assert.ok((await textOf(`<body>${WAITING}${page}</body>`)).endsWith(ALL.join('\n\n')));
});

test('data with long runs of line breaks is read in time proportional to the page', async () => {
  const text = `a b c d e f g h i j k l m n;${'\n'.repeat(2_100)}`;
  const page = `<body>${WAITING}${script(Array.from({ length: 450 }, () => text))}</body>`;
  const started = process.cpuUsage();
  assert.equal(await textOf(page), 'Loading');
  const { user, system } = process.cpuUsage(started);
  // This takes about 50 ms; with a match tried at every line break of a run, it took more than a second.
  assert.ok(user + system < 700_000);
});
