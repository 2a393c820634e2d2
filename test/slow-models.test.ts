import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { type SlowModel, type SlowModelOptions, startSlowModel } from './support/slow-model.ts';
import { toSseEvents } from './support/sse-events.ts';
import { until } from './support/until.ts';

/** How much faster than a real machine everything happens here. */
const SCALE = 40;
const ANSWER = 'The Quokka lives on Rottnest Island [1]. It is small [1].';

function startModel(options: Partial<SlowModelOptions> = {}): Promise<SlowModel> {
  return startSlowModel({
    kind: 'ollama',
    readTokensPerSecond: 100 * SCALE,
    writtenTokensPerSecond: 10 * SCALE,
    reply: () => ANSWER,
    ...options,
  });
}

function settingsFor(model: SlowModel, kind: SlowModelOptions['kind'] = 'ollama') {
  return {
    ...(kind === 'ollama'
      ? { MODEL_PROVIDER: 'ollama', MODEL_BASE_URL: model.url }
      : { MODEL_BASE_URL: `${model.url}/v1` }),
    MODEL_NAME: 'slow',
  };
}

/** Asks, and returns the events of the stream by their names. */
async function ask(url: string, query: string): Promise<Record<string, Record<string, unknown>>> {
  const address = `${url}/api/v1/query?q=${encodeURIComponent(query)}`;
  const reply = await fetch(address, { headers: { accept: 'text/event-stream' } });
  const frames = (await reply.text()).matchAll(/^event: (.*)\ndata: (.*)$/gm);
  return Object.fromEntries([...frames].map(([, name, data]) => [name, JSON.parse(data ?? '')]));
}

test('the speed is measured at the start, and the event of the sources says what was chosen', async () => {
  for (const kind of ['ollama', 'llama.cpp'] as const) {
    await using search = await startSearchServer();
    await using model = await startModel({ kind });
    await using service = await startTestService({
      SEARCH_PRIMARY_URL: search.url,
      ...settingsFor(model, kind),
    });
    await until(() => model.calls[0]?.isWhole === true);
    assert.match(model.calls[0]?.prompt ?? '', /^You answer questions from numbered web sources/);
    const { sources } = await ask(service.url, 'Where does the quokka live?');
    const { tokens, reason } = (sources?.context ?? {}) as { tokens: number; reason: string };
    assert.match(String(reason), /^the model reads about \d+ tokens a second/, kind);
    assert.ok(tokens >= 150 && tokens <= 6000);
  }
});

test('the second question finds the instructions in the cache of the server', async () => {
  await using search = await startSearchServer();
  await using model = await startModel();
  await using service = await startTestService({ SEARCH_PRIMARY_URL: search.url, ...settingsFor(model) });
  await until(() => model.calls[0]?.isWhole === true);
  for (const query of ['Where does the quokka live?', 'What do quokkas eat?']) {
    await ask(service.url, query);
    const { cachedTokens = 0 } = model.calls.at(-1) ?? {};
    assert.ok(cachedTokens >= 125, `${query}: ${cachedTokens}`);
  }
});

test('a number in CONTEXT_TOKENS stays as it is, and nothing is measured at the start', async () => {
  await using search = await startSearchServer();
  await using model = await startModel();
  const settings = { SEARCH_PRIMARY_URL: search.url, ...settingsFor(model), CONTEXT_TOKENS: '900' };
  await using service = await startTestService(settings);
  const { sources } = await ask(service.url, 'Where does the quokka live?');
  assert.equal(sources?.context, undefined);
  assert.equal(model.calls.length, 1);
});

test('an answer of a slow model ends with a whole sentence before its deadline', async () => {
  await using search = await startSearchServer();
  const reply = (prompt: string) =>
    /at most \d+ words/.test(prompt) ? ANSWER : `${'It lives on the island near the city [1]. '.repeat(200)}`;
  await using model = await startModel({ writtenTokensPerSecond: 100, reply });
  const settings = { SEARCH_PRIMARY_URL: search.url, ...settingsFor(model), ANSWER_DEADLINE_MS: '4000' };
  await using service = await startTestService(settings);
  await until(() => model.calls[0]?.firstWordMs !== undefined);
  // The warm-up ends when a few words have been written.
  await ask(service.url, 'What do quokkas eat?');
  const { 'answer-end': end } = await ask(service.url, 'Where does the quokka live?');
  assert.equal(end?.answer, `${ANSWER}`);
  assert.match(model.calls.at(-1)?.prompt ?? '', /Write at most \d+ words in all\.$/);
});

/** The calls of a deep answer, by the beginnings of their instructions. */
const DEEP_CALLS = [
  ['plan', 'You prepare the research'],
  ['gap', 'You check whether numbered'],
  ['write', 'You answer questions'],
  ['correct', 'You correct statements'],
] as const;

const callOf = (prompt: string) => DEEP_CALLS.find(([, beginning]) => prompt.startsWith(beginning))?.[0];

test('each call of a deep answer begins only if it can end in time, and the answer is whole', async () => {
  await using search = await startSearchServer();
  const replies = {
    plan: 'axolotl lakes',
    gap: 'axolotl gills',
    write: 'The axolotl is a salamander that keeps its gills for life [1]. It weighs 90 kilograms [2].',
    correct: '1: Lake Xochimilco is home to the axolotl [2].',
  };
  const reply = (prompt: string) => replies[callOf(prompt) ?? 'write'];
  await using model = await startModel({ writtenTokensPerSecond: 100, reply });
  await using service = await startTestService({ SEARCH_PRIMARY_URL: search.url, ...settingsFor(model) });
  await until(() => model.calls[0]?.endedAtMs !== undefined);
  // At 4,000 tokens read and 100 written in a second, a correction takes 3.6 s, planning 1.2 s (of a quarter
  // of the time), and the search for missing facts leaves 24 s for reading pages and writing.
  const expected = {
    3: ['write'],
    15: ['plan', 'write', 'correct'],
    90: ['plan', 'gap', 'write', 'correct'],
  };
  for (const [waitSeconds, calls] of Object.entries(expected)) {
    const before = model.calls.length;
    const response = await fetch(`${service.url}/api/ask`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        prefer: `wait=${waitSeconds}`,
      },
      body: JSON.stringify({ query: 'What is an axolotl?', depth: 'deep' }),
    });
    const events = toSseEvents(await response.text());
    const dataOf = (kind: string) => JSON.parse(events.find(({ event }) => event === kind)?.data ?? '{}');
    const made = model.calls.slice(before);
    assert.deepEqual(
      made.map(({ prompt }) => callOf(prompt)),
      calls,
      `${waitSeconds} s`,
    );
    assert.ok(made.every(({ isWhole }) => isWhole));
    const left = ['begin', 'plan', 'gap'].map((kind) => dataOf(kind).remaining_ms);
    assert.ok(left[0] <= Number(waitSeconds) * 1000, `${left}`);
    assert.deepEqual(
      left,
      left.toSorted((a, b) => b - a),
    );
    assert.equal(dataOf('answer-end').error, null);
    assert.match(dataOf('answer-end').answer, /gills for life/);
  }
});

test('the event of the sources says that the model is being loaded', async () => {
  await using search = await startSearchServer();
  await using model = await startModel({ loadMs: 3_600_000 });
  await using service = await startTestService({ SEARCH_PRIMARY_URL: search.url, ...settingsFor(model) });
  await until(async () => {
    const leaving = new AbortController();
    const headers = { accept: 'text/event-stream' };
    const reply = await fetch(`${service.url}/api/v1/query?q=quokka`, { headers, signal: leaving.signal });
    let text = '';
    for await (const chunk of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (/^event: sources\ndata: .*\n/m.test(text)) break;
    }
    leaving.abort();
    return /"context":{"tokens":\d+,"reason":"the model is being loaded[^"]*","loading":true}/.test(text);
  });
});
