import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startModelServer, streaming, streamingThenHanging } from './support/model-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { startStage } from './support/stage.ts';

type StreamEvent = { readonly name: string; readonly data: Record<string, unknown> };

/** Requests the events of an answer; `signal` disconnects the caller. */
function open(url: string, body: object | null, signal?: AbortSignal): Promise<Response> {
  const headers = { accept: 'text/event-stream', 'content-type': 'application/json' };
  const init = body === null ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  return fetch(url, signal === undefined ? init : { ...init, signal });
}

async function* eventsOf(response: Response): AsyncGenerator<StreamEvent> {
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  let rest = '';
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    rest += text;
    const frames = rest.split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const [, name, data] =
        /^id: \d+\nevent: (.+)\ndata: (.+)$/.exec(frame) ?? assert.fail(`no event: ${frame}`);
      yield { name: name ?? '', data: JSON.parse(data ?? '') };
    }
  }
  assert.equal(rest, '');
}

const all = (response: Response): Promise<StreamEvent[]> => Array.fromAsync(eventsOf(response));
const textOf = (events: StreamEvent[]) =>
  events
    .filter(({ name }) => name === 'answer-delta')
    .map(({ data }) => data.text)
    .join('');

test('both paths send sources, deltas, timing and the whole answer, in this order', async () => {
  await using on = await startStage();
  for (const response of [
    await open(`${on.url}/api/ask`, { query: 'What is an axolotl?' }),
    await open(`${on.url}/api/v1/query?q=axolotl`, null),
    await open(`${on.url}/api/v1/query`, { query: 'axolotl' }),
  ]) {
    const events = await all(response);
    const names = events.map(({ name }) => name).filter((name, at, list) => name !== list[at - 1]);
    assert.deepEqual(names, ['search-end', 'sources', 'answer-delta', 'timing', 'answer-end']);
    assert.equal(textOf(events), events.at(-1)?.data.answer);
    const told = JSON.stringify(events.find(({ name }) => name === 'sources')?.data.sources);
    assert.deepEqual(told.match(/"search_engine":"\w+"/g), Array(2).fill('"search_engine":"engine_a"'));
  }
});

test('a caller can request the sentence behind each citation, which comes before the timing', async () => {
  await using search = await startSearchServer();
  await using model = await startModelServer(
    streaming(
      'It keeps its gills for life [1].\n\n    code [1]\n\nThe lake is its home [2]; bananas are yellow [1].',
    ),
  );
  await using service = await startTestService({ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url });
  const events = await all(
    await open(`${service.url}/api/ask?events=support,timing,answer-end`, { query: 'What is an axolotl?' }),
  );
  assert.deepEqual(
    events.map(({ name }) => name),
    ['support', 'timing', 'answer-end'],
  );
  assert.deepEqual(events[0]?.data.citations, [
    { index: 1, quote: 'The axolotl is a salamander that keeps its gills for life.' },
    { index: 2, quote: 'Lake Xochimilco is home to the axolotl.' },
    { index: 1, quote: '' },
  ]);
});

test('a citation split over chunks is held back; one without a source is never sent', async () => {
  await using on = await startStage({}, streaming('Gills', ' [', '1', '] for ', 'life [7', '7].'));
  const events = await all(await open(`${on.url}/api/ask`, { query: 'a' }));
  for (const { name, data } of events)
    if (name === 'answer-delta') assert.doesNotMatch(String(data.text), /\[\d*$/, 'half a citation went out');
  assert.equal(textOf(events), 'Gills [1] for life.');
});

test('the deadline ends a streamed answer after a complete sentence, in the form of each path', async () => {
  await using on = await startStage(
    { ANSWER_DEADLINE_MS: '2000' },
    streamingThenHanging('It is a salamander [1]. It never gro'),
  );
  const ask = (await all(await open(`${on.url}/api/ask`, { query: 'a' }))).at(-1);
  assert.equal(ask?.name, 'answer-end');
  assert.equal(ask?.data.answer, 'It is a salamander [1].');
  assert.match(String(ask?.data.error), /cut short/);
  const query = await (await fetch(`${on.url}/api/v1/query?q=a`)).json();
  assert.match(
    query.answer,
    /^It is a salamander \[1\]\.\n\nThe answer was cut short because time ran out\.$/,
  );
  assert.match(
    query.speakable_text,
    /^It is a salamander\.\s+The answer was cut short because time ran out\.$/,
  );
});
