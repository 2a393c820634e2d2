import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLinkSigner } from '../src/interfaces/site/documents.ts';
import { hashOf } from '../src/keys/key-file.ts';
import { McpCaller, NEW } from './support/mcp-caller.ts';
import { makeTwo, startOver } from './support/own-web.ts';
import { startSearchServer, withResults } from './support/search-server.ts';
import { until } from './support/until.ts';

/** What a tool of MCP says. */
async function askMcp(url: string, tool: string, args: object, key = '') {
  const headers: Readonly<Record<string, string>> = key === '' ? {} : { 'x-api-key': key };
  return JSON.stringify(await new McpCaller(url, NEW, '/mcp', headers).call(tool, args));
}

const QUESTION = 'Where does the quokka live?';
const web = [
  { url: 'https://animals.test/quokka', title: 'Quokka', content: 'The quokka lives in Australia.' },
];

test('a question is answered from the collection that it or its caller names, and nothing goes to the web', async () => {
  await using place = await makeTwo();
  await using searx = await startSearchServer(withResults(web));
  await using service = await startOver(place, { SEARCH_PRIMARY_URL: searx.url });
  await until(async () => (await service.ask(QUESTION)).urls.length === 3);
  const asked = searx.asked.length;
  assert.ok(asked > 0, 'without a collection, the web is searched beside all of them');
  const notes = ['/documents/own/notes/quokka.md'];

  for (const text of [`in: notes ${QUESTION}`, `in:Notes ${QUESTION}`, `${QUESTION} in:notes`])
    assert.deepEqual((await service.ask(text)).urls, notes, text);
  assert.deepEqual((await service.ask(QUESTION, { collection: 'notes' })).urls, notes);
  assert.deepEqual((await service.ask(`in: notes ${QUESTION}`, { collection: 'secret' })).urls, notes);
  assert.deepEqual((await service.ask(`in: notes https://animals.test/quokka ${QUESTION}`)).urls, notes);

  const query = await service.get(`/api/v1/query?q=${encodeURIComponent(QUESTION)}&collection=notes`);
  assert.deepEqual(
    ((await query.json()) as { sources: { title: string }[] }).sources.map(({ title }) => title),
    ['Quokka'],
  );
  for (const path of ['/api/search', '/api/context']) {
    const reply = await service.send(path, { query: QUESTION, collection: 'notes' });
    const { results, sources = results } = (await reply.json()) as Record<string, { collection: string }[]>;
    assert.deepEqual(
      sources?.map(({ collection }) => collection),
      ['notes'],
      path,
    );
  }
  const messages = [{ role: 'user', content: QUESTION }];
  for (const [path, body] of [
    ['/v1/chat/completions', { messages }],
    ['/v1/responses', { input: QUESTION }],
    ['/api/chat', { messages, stream: false }],
  ] as const) {
    const reply = await service.send(path, { model: 'sayso:notes', ...body });
    const text = await reply.text();
    assert.match(text, /Rottnest/, path);
    assert.doesNotMatch(text, /cellar|Australia/, path);
    assert.match(text, /"model":"sayso:notes"/, path);
  }
  const found = await askMcp(service.url, 'search', { query: QUESTION, collection: 'notes' });
  assert.match(found, /Rottnest/);
  assert.doesNotMatch(found, /cellar|Australia/);
  assert.equal(searx.asked.length, asked);
});

test('the names of the collections are listed for those who may choose them, and another one is refused', async () => {
  await using place = await makeTwo();
  await using searx = await startSearchServer(withResults(web));
  await using service = await startOver(place, { SEARCH_PRIMARY_URL: searx.url });
  assert.deepEqual(await (await service.get('/api/collections')).json(), {
    collections: ['notes', 'secret'],
  });
  const models = (await (await service.get('/v1/models')).json()) as { data: { id: string }[] };
  assert.ok(models.data.some(({ id }) => id === 'sayso:notes'));
  assert.equal((await service.get('/v1/models/sayso:notes')).status, 200);
  const tags = await (await service.get('/api/tags')).text();
  assert.match(tags, /"sayso:notes"/);
  for (const given of [
    await service.ask(`in: ntoes ${QUESTION}`),
    await service.ask(`${QUESTION} in:ntoes`),
    await service.ask(QUESTION, { collection: 'ntoes' }),
  ])
    assert.deepEqual(given, {
      ...{ status: 400, answer: '', urls: [] },
      error: 'There is no collection "ntoes". There are: notes, secret.',
    });
  const quoted = await service.ask(QUESTION, { collection: `notes' or 'a'='a` });
  assert.equal(quoted.status, 400);
  const asked = () => searx.asked.filter((words) => words !== ''); // at the start, it is only called
  assert.deepEqual(asked(), [], 'a mistyped name sends nothing to the web');
  // Words of an ordinary question stay.
  assert.equal((await service.ask('Which language was it written in: English')).status, 200);
  assert.deepEqual(asked(), ['Which language was it written in: English']);
});

test('a collection that a caller may not see is not found, not opened and not named, also from the cache', async () => {
  await using place = await makeTwo('    visible_to: [anna, staff]\n');
  const keysFile = join(place.root, 'keys.yml');
  const writeKeys = (groupOfCarl: string) =>
    writeFile(
      keysFile,
      `groups: { staff: {}, guests: { collections: [notes] } }
keys:
  anna: { sha256: ${hashOf('a')}, operator: true }
  ben: { sha256: ${hashOf('b')} }
  carl: { sha256: ${hashOf('c')}, group: ${groupOfCarl} }
  staffx: { sha256: ${hashOf('d')}, group: guests }
`,
    );
  await writeKeys('staff');
  await using service = await startOver(place, {
    ...{ KEYS_FILE: keysFile, API_KEYS: 'operator', ANSWER_CACHE_SECONDS: '300' },
  });
  const plan = "secret/plan's.md";
  // A question that was asked before all was indexed has an answer in the cache.
  let nth = 0;
  await until(() => service.finds(`${QUESTION} ${nth++}`, plan, 'a'));
  await until(async () => (await service.ask(`${QUESTION} ${nth++}`, {}, 'b')).urls.length === 1);
  assert.ok(await service.finds(QUESTION, plan, 'a'));
  assert.ok(await service.finds(QUESTION, plan, 'c'), 'by its group');

  const texts: string[] = [];
  for (const key of ['b', 'd', 'operator']) {
    const told = [
      await service.ask(QUESTION, {}, key),
      await service.ask(`Who has a plan's cellar?`, {}, key),
      await service.ask(`in: secret ${QUESTION}`, {}, key),
      await service.ask(QUESTION, { collection: 'secret' }, key),
    ];
    const pages = [
      await service.get(`/documents/own/secret/${encodeURIComponent("plan's.md")}`, key),
      await service.get('/documents/own/notes%2F..%2Fsecret%2Fplan%27s.md', key),
      await service.get('/documents/own%2Fsecret/plan%27s.md', key),
      await service.get('/api/collections', key),
      await service.get('/v1/models', key),
      await service.get('/v1/models/sayso:secret', key),
      await service.get('/api/tags', key),
      await service.send(
        '/v1/chat/completions',
        {
          ...{ model: 'sayso:secret', messages: [{ role: 'user', content: QUESTION }] },
        },
        key,
      ),
      await service.send('/api/tools/fetch', { url: `${service.url}/documents/own/${plan}` }, key),
    ];
    const all = [JSON.stringify(told), ...(await Promise.all(pages.map((page) => page.text())))];
    texts.push(...all);
    assert.equal(pages[0]?.status, 404);
    const missing = await service.get('/documents/own/none/none.md', key);
    assert.deepEqual([missing.status, await missing.text()], [404, all[1]]);
    const other = await service.ask(QUESTION, { collection: 'other' }, key);
    assert.equal(told[3]?.error, other.error.replace('other', 'secret'));
    assert.equal(told[2]?.error, told[3]?.error);
    const read = await askMcp(service.url, 'fetch', { url: `${service.url}/documents/own/${plan}` }, key);
    assert.doesNotMatch(read, /cellar/);
  }
  const link = await createLinkSigner(['operator']);
  const forged = `secret/plan%27s.md?${link.sign('own/secret/plan%27s.md')}`;
  assert.equal(
    (await service.get(`/documents/own/${forged}`)).status,
    401,
    'a link that a key was used to sign',
  );
  const metrics = await (await service.get('/metrics', 'b')).text();
  texts.push(metrics);
  for (const text of texts)
    assert.doesNotMatch(
      text.replaceAll('no collection \\"secret\\"', '').replaceAll('collection "secret"', ''),
      /cellar|sayso:secret|, secret|secret"|plan's/i,
    );
  assert.match(
    await (await service.get('/metrics', 'a')).text(),
    /sayso_source_documents\{[^}]*secret[^}]*\} 1\n/,
  );

  // A key that loses its group loses the answer that was cached for it, too.
  await writeKeys('guests');
  await until(async () => !(await service.finds(QUESTION, plan, 'c')));
  assert.deepEqual((await service.ask(QUESTION, {}, 'c')).urls, ['/documents/own/notes/quokka.md']);
  // And so does everybody when the collection is for others.
  assert.ok(await service.finds(QUESTION, plan, 'a'));
  await place.write('    visible_to: [nobody]\n');
  await until(async () => !(await service.finds(QUESTION, plan, 'a')));
});

test('documents of a collection with more weight come first', async () => {
  await using place = await makeTwo();
  await using service = await startOver(place);
  const order = async () => {
    const reply = await service.send('/api/search', { query: QUESTION });
    return ((await reply.json()) as { results: { collection: string }[] }).results.map(
      (each) => each.collection,
    );
  };
  for (const [weight, wanted] of [
    [0.1, 'notes secret'],
    [10, 'secret notes'],
  ] as const) {
    await place.write(`    weight: ${weight}\n`);
    await until(async () => (await order()).join(' ') === wanted);
  }
});

test('who may see a collection can be said only where callers have keys', async () => {
  await using place = await makeTwo('    visible_to: [anna]\n');
  await assert.rejects(
    startOver(place),
    /collections\.secret\.visible_to names keys, but KEYS_FILE is not set/,
  );
});
