import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { SharedStore } from '../src/cache/cache.ts';
import { openKeptStreams } from '../src/cache/kept-streams.ts';
import { begin, chunk, DONE, usage } from './support/chat-server.ts';
import { startModelServer, streamingThenHanging } from './support/model-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { toSseEvents } from './support/sse-events.ts';
import { until } from './support/until.ts';

const QUESTION = 'What is an axolotl?';
const WORDS = Array.from({ length: 60 }, (_, at) => `It has ${at} gills [1]. `);

/** A service whose model writes a sentence at a time. */
async function stage(environment: Readonly<Record<string, string>> = {}) {
  await using stack = new AsyncDisposableStack();
  const search = stack.use(await startSearchServer());
  const model = stack.use(
    await startModelServer(async (response) => {
      begin(response);
      for (const content of WORDS) {
        response.write(chunk({ content }));
        await pause(2);
      }
      response.end(`${chunk({}, 'stop')}${usage(100, 20)}${DONE}`);
    }),
  );
  const settings = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url, ...environment };
  const service = stack.use(await startTestService(settings));
  const held = stack.move();
  return { model, service, url: service.url, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

const JSON_BODY = { 'content-type': 'application/json' };

function askKept(url: string, headers: Readonly<Record<string, string>> = {}, signal?: AbortSignal) {
  return fetch(`${url}/api/ask?keep=on`, {
    method: 'POST',
    headers: { ...JSON_BODY, accept: 'text/event-stream', ...headers },
    body: JSON.stringify({ query: QUESTION }),
    ...(signal && { signal }),
  });
}

/** The whole events that arrive until the connection is cut, which happens after `bytes`. */
async function readUpTo(response: Response, bytes: number, cut: AbortController): Promise<string> {
  let [text, count] = ['', 0];
  const decoder = new TextDecoder();
  try {
    for await (const piece of response.body ?? []) {
      const rest = piece.subarray(0, bytes - count);
      count += rest.length;
      text += decoder.decode(rest, { stream: true });
      if (count >= bytes) break;
    }
  } finally {
    cut.abort();
  }
  return /^.*\n\n/s.exec(text)?.[0] ?? '';
}

const withoutComments = (text: string) => text.replaceAll(/^:.*\n\n/gm, '');
const lastId = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? '0';

/** Reads a kept answer in pieces of random length over new connections. */
async function readInPieces(url: string, random: () => number): Promise<{ text: string; cuts: number }> {
  let cut = new AbortController();
  const response = await askKept(url, {}, cut.signal);
  const id = response.headers.get('sayso-stream') ?? '';
  assert.match(id, /^[\w-]{43}$/);
  // Most pieces are short; the last event has many thousand bytes.
  const length = () => 1 + Math.floor(12_000 * random() ** 3);
  let text = withoutComments(await readUpTo(response, length(), cut));
  let cuts = 0;
  while (!/^event: answer-end$/m.test(text)) {
    cuts++;
    cut = new AbortController();
    const more = await fetch(`${url}/api/ask/${id}`, {
      headers: { 'last-event-id': lastId(text) },
      signal: cut.signal,
    });
    assert.equal(more.status, 200);
    text += withoutComments(await readUpTo(more, length(), cut));
  }
  const whole = await (await fetch(`${url}/api/ask/${id}`)).text();
  assert.equal(text, withoutComments(whole));
  return { text, cuts };
}

/** Numbers from 0 to 1 that are the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('a connection that is cut at random moments loses no event and repeats none', async (t) => {
  await using on = await stage();
  const random = seeded(52);
  let cuts = 0;
  while (cuts < 60) {
    const read = await readInPieces(on.url, random);
    const ids = [...read.text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    assert.deepEqual(
      ids,
      ids.map((_, at) => at + 1),
    );
    const events = toSseEvents(read.text);
    const deltas = events
      .filter(({ event }) => event === 'answer-delta')
      .map(({ data }) => JSON.parse(data).text);
    assert.equal(deltas.join('').trimEnd(), JSON.parse(events.at(-1)?.data ?? '').answer);
    cuts += read.cuts;
  }
  t.diagnostic(`${cuts} cuts`);
});

test('an answer that nobody asked to keep stops when its caller leaves; a kept one goes on until it is stopped', async () => {
  await using on = await stage();
  on.model.script = streamingThenHanging('An axolotl is');
  const leaving = new AbortController();
  const response = await askKept(on.url, {}, leaving.signal);
  await response.body?.getReader().read();
  leaving.abort();
  const id = response.headers.get('sayso-stream') ?? '';
  const stop = (name: string) => fetch(`${on.url}/api/ask/${name}/stop`, { method: 'POST' });
  const isDropped = on.model.dropped.then(() => 'dropped');
  assert.equal(await Promise.race([isDropped, pause(100, 'goes on')]), 'goes on');
  assert.equal((await stop('a'.repeat(43))).status, 404);
  assert.equal((await stop(id)).status, 204);
  await isDropped;
  const whole = await (await fetch(`${on.url}/api/ask/${id}`)).text();
  assert.match(whole, /event: failure\ndata: .*stopped/);
  assert.doesNotMatch(on.service.logged.join(''), new RegExp(id), 'no id is logged');
});

test('an id says nothing to another key, and neither does one that does not exist', async () => {
  await using on = await stage({ API_KEYS: 'first-key,second-key' });
  const mine = { 'x-api-key': 'first-key' };
  const response = await askKept(on.url, mine);
  const whole = await response.text();
  const id = response.headers.get('sayso-stream') ?? '';
  const get = (name: string, headers: Readonly<Record<string, string>>) =>
    fetch(`${on.url}/api/ask/${name}`, { headers });
  assert.equal(await (await get(id, mine)).text(), whole);
  const replies = [await get(id, { 'x-api-key': 'second-key' }), await get('b'.repeat(43), mine)];
  const told = await Promise.all(replies.map(async (reply) => `${reply.status} ${await reply.text()}`));
  assert.equal(told[0], told[1]);
  assert.match(told[0] ?? '', /^404 /);
  assert.equal((await get(id, {})).status, 401);
});

function respond(url: string, body: object): Promise<Response> {
  const sent = JSON.stringify({ model: 'sayso', input: QUESTION, background: true, ...body });
  return fetch(`${url}/v1/responses`, { method: 'POST', headers: JSON_BODY, body: sent });
}

test('a response in the background is queued, and whole when it is asked for later', async () => {
  await using on = await stage();
  const queued = await (await respond(on.url, {})).json();
  assert.deepEqual([queued.status, queued.background, queued.output], ['queued', true, []]);
  const get = async (query = '') => (await fetch(`${on.url}/v1/responses/${queued.id}${query}`)).text();
  await until(async () => JSON.parse(await get()).status === 'completed');
  const whole = JSON.parse(await get());
  assert.equal(whole.id, queued.id);
  assert.match(whole.output.at(-1).content[0].text, /It has 59 gills/);
  const events = toSseEvents(await get('?stream=true'));
  const numbers = events.slice(0, -1).map(({ data }) => JSON.parse(data).sequence_number);
  assert.deepEqual(
    numbers,
    numbers.map((_, at) => at),
  );
  assert.deepEqual(
    events.slice(0, 3).map(({ event }) => event),
    ['response.created', 'response.queued', 'response.in_progress'],
  );
  assert.equal(events.at(-1)?.data, '[DONE]');
  assert.deepEqual(toSseEvents(await get('?stream=true&starting_after=4')), events.slice(5));
  assert.equal(
    JSON.parse(await get('?stream=true&stream=true')).id,
    queued.id,
    'what is said twice is not said',
  );
  const next = await respond(on.url, { background: false, input: 'Why?', previous_response_id: queued.id });
  assert.equal(next.status, 200);
});

test('a response in the background can be cancelled, and an unknown one is not found', async () => {
  await using on = await stage();
  on.model.script = streamingThenHanging('An axolotl is');
  const { id } = await (await respond(on.url, {})).json();
  const cancelled = await (await fetch(`${on.url}/v1/responses/${id}/cancel`, { method: 'POST' })).json();
  assert.deepEqual([cancelled.id, cancelled.status], [id, 'cancelled']);
  const missing = await fetch(`${on.url}/v1/responses/${id.slice(0, -1)}_`);
  assert.equal(missing.status, 404);
  assert.equal((await missing.json()).error.type, 'not_found_error');
});

test('what is kept shows nothing without its id, and nothing that was changed is read', async () => {
  const stored = new Map<string, string>();
  const shared = {
    get: async (key: string) => stored.get(key) ?? null,
    set: async (key: string, text: string) => void stored.set(key, text),
  } as unknown as SharedStore;
  const [one, other] = [openKeptStreams(shared), openKeptStreams(shared)];
  const kept = one.begin('anna', new AbortController().signal);
  async function* frames() {
    yield 'data: a-secret\n\ndata: another\n\n';
  }
  await Array.fromAsync(kept.record(frames()));
  await one.close();
  const name = { id: kept.id, owner: 'anna' };
  const options = { from: 1, follow: true };
  const read = async () => Array.fromAsync((await other.read(name, options)) ?? []);
  assert.deepEqual(await read(), ['data: another\n\n']);
  assert.equal(await other.read({ ...name, owner: 'ben' }, options), null);
  const all = [...stored].flat().join(' ');
  assert.ok(!all.includes('secret') && !all.includes(kept.id) && !all.includes('anna'), all);
  const [part = ''] = [...stored.keys()].filter((key) => key.endsWith(':0'));
  stored.set(part, stored.get(part)?.split(',').toReversed().join() ?? '');
  await assert.rejects(read());
});

test('one owner keeps 100 streams at most, and pushes out only their own', async () => {
  const streams = openKeptStreams(null);
  const forever = new AbortController().signal;
  const keep = async (owner: string) => {
    const { id, record } = streams.begin(owner, forever);
    async function* frame() {
      yield 'data: 1\n\n';
    }
    await Array.fromAsync(record(frame()));
    return { id, owner };
  };
  const isKept = async (name: { id: string; owner: string }) =>
    (await streams.read(name, { from: 0, follow: true })) !== null;
  const [annas, bens] = [await keep('anna'), await keep('ben')];
  for (let count = 0; count < 250; count++) await keep('ben');
  assert.deepEqual([await isKept(annas), await isKept(bens)], [true, false]);
  for (let count = 0; count < 100; count++) streams.begin('ben', forever);
  assert.throws(() => streams.begin('ben', forever), { code: 'overloaded' });
  streams.begin('anna', forever);
});

test('there is room for 200 streams, of which those that have ended make way', async () => {
  const streams = openKeptStreams(null);
  const forever = new AbortController().signal;
  const [first, ...others] = Array.from({ length: 200 }, () => streams.begin('', forever));
  assert.throws(() => streams.begin('', forever), { code: 'overloaded' });
  async function* frame() {
    yield 'data: 1\n\n';
  }
  await Array.fromAsync(first?.record(frame()) ?? []);
  streams.begin('', forever);
  assert.equal(await streams.read({ id: first?.id ?? '', owner: '' }, { from: 0, follow: true }), null);
  const endless = others[0];
  async function* long() {
    while (endless?.signal.aborted !== true) yield `data: ${'x'.repeat(100_000)}\n\n`;
  }
  const read = await Array.fromAsync(endless?.record(long()) ?? []);
  assert.ok(read.length < 50, `${read.length}`);
  assert.equal(endless?.signal.reason.code, 'overloaded');
});
