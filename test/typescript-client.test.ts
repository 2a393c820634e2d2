import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CLIENT, clientFor } from '../docs/client.ts';
import {
  createSayso,
  SaysoError,
  type StreamEvents,
  type StreamedSource,
} from '../examples/typescript/sayso.ts';
import type { EventKind } from '../src/interfaces/rest/event-stream.ts';
import type { StreamedSource as SentSource } from '../src/interfaces/rest/source.ts';
import { startModelServer, streamingThenHanging } from './support/model-server.ts';
import { startSearchServer, withStatus } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

const search = await startSearchServer();
const model = await startModelServer();
const environment = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url };
const service = await startTestService(environment);
after(async () => {
  for (const each of [service, model, search]) await each[Symbol.asyncDispose]();
});
const sayso = createSayso({ url: `${service.url}/` });
const query = 'What is an axolotl?';

/** Does not compile unless each type is assignable to the other. */
type Same<One extends Other, Other extends Back, Back = One> = readonly [One, Other, Back];
export type Checked = readonly [Same<keyof StreamEvents, EventKind>, Same<StreamedSource, SentSource>];

test('the client has the types that the service documents: run `npm run docs:client`', async () => {
  const document = await (await fetch(`${service.url}/openapi.json`)).json();
  const biome = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url));
  const made = execFileSync(biome, ['check', '--write', '--stdin-file-path=examples/typescript/sayso.ts'], {
    input: clientFor(document),
    encoding: 'utf8',
  });
  assert.equal(readFileSync(CLIENT, 'utf8'), made);
});

test('the client compiles on its own under strict rules', () => {
  const tsc = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url));
  const rules = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'esnext', '--ignoreConfig'];
  const lib = ['--lib', 'es2022,dom,dom.iterable', '--types', ''];
  execFileSync(tsc, [...rules, ...lib, fileURLToPath(CLIENT)]);
});

test('every call of the client works against the service', async () => {
  const { answer, sources, statements } = await sayso.ask({ query, num_sources: 2, verdicts: true });
  assert.match(answer, /salamander/);
  assert.equal(sources.length, 2);
  assert.equal(statements?.length, 2);
  assert.match((await sayso.context({ query, max_tokens: 200 })).text, /axolotl/i);
  assert.equal((await sayso.search({ query })).results.length, 2);
  assert.equal((await sayso.health()).status, 'ok');
});

test('a stream has typed events, whose deltas are the answer', async () => {
  let text = '';
  const names = new Set<string>();
  for await (const event of sayso.askStream(
    { query },
    { events: ['sources', 'answer-delta', 'answer-end'] },
  )) {
    names.add(event.type);
    if (event.type === 'answer-delta') text += event.data.text;
    if (event.type === 'answer-end') assert.equal(event.data.answer, text);
  }
  assert.deepEqual([...names], ['sources', 'answer-delta', 'answer-end']);
});

test('a caller who stops reading a stream stops the model', async () => {
  await using hanging = await startModelServer(streamingThenHanging('An axolotl '));
  await using slow = await startTestService({ ...environment, MODEL_BASE_URL: hanging.url });
  const stream = createSayso({ url: slow.url }).askStream({ query });
  for await (const { type } of stream) if (type === 'answer-delta') break;
  await hanging.dropped;
});

test('an error has its status, its message and the time to wait', async () => {
  await assert.rejects(sayso.ask({ query: ' ' }), (error) => {
    assert.ok(error instanceof SaysoError);
    assert.equal(error.status, 400);
    assert.match(error.message, /empty/);
    return true;
  });
  await using failing = await startSearchServer();
  failing.script = withStatus(500);
  await using alone = await startTestService({ SEARCH_PRIMARY_URL: failing.url, API_KEYS: 'secret' });
  const stream = createSayso({ url: alone.url, key: 'secret' }).askStream({ query });
  await assert.rejects(stream.next(), { status: 502 });
  await assert.rejects(createSayso({ url: alone.url }).ask({ query }), { status: 401 });
});
