import assert from 'node:assert/strict';
import { test } from 'node:test';
import { streaming, streamingThenHanging } from './support/model-server.ts';
import { axolotl, startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { toSseEvents } from './support/sse-events.ts';
import { startStage } from './support/stage.ts';

type Fields = Readonly<Record<string, unknown>>;

const question = { role: 'user', content: 'What is an axolotl?' };

function post(
  url: string,
  body: unknown,
  { signal, ...headers }: { signal?: AbortSignal; key?: string } = {},
) {
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(headers.key !== undefined && { authorization: `Bearer ${headers.key}` }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  });
}

const ask = (url: string, more: Fields = {}) => post(url, { model: 'sayso', messages: [question], ...more });

async function chunksOf(response: Response) {
  const events = toSseEvents(await response.text()).map(({ data }) => data);
  assert.equal(events.at(-1), '[DONE]');
  return events.slice(0, -1).map((data) => JSON.parse(data));
}

test('without a model, `sayso` says what to configure or to ask instead', async () => {
  await using search = await startSearchServer();
  await using service = await startTestService({ SEARCH_PRIMARY_URL: search.url });
  const response = await ask(service.url);
  assert.equal(response.status, 502);
  const { error } = await response.json();
  assert.match(error.message, /sayso-context/);
  const chunks = await chunksOf(await ask(service.url, { stream: true }));
  assert.match(chunks.at(-1).error.message, /sayso-context/);
});

test('an answer that its deadline cuts off says so and ends with the reason length', async () => {
  await using on = await startStage({ ANSWER_DEADLINE_MS: '800' });
  on.model.script = streamingThenHanging('An axolotl is a salamander [1]. It never gro');
  const whole = (await (await ask(on.url)).json()).choices[0];
  assert.match(whole.message.content, /^An axolotl is a salamander \[1\]\.\n\n\S/);
  assert.equal(whole.finish_reason, 'length');
  const chunks = await chunksOf(await ask(on.url, { stream: true }));
  assert.equal(chunks.at(-1).choices[0].finish_reason, 'length');
  const text = chunks.map(({ choices }) => choices[0].delta.content ?? '').join('');
  assert.match(text, /^An axolotl is a salamander \[1\]\. It never gro…\n\n\S/);
});

test("with `quotes`, each citation has its source's words and their place, in both interfaces", async () => {
  await using on = await startStage();
  on.model.script = streaming(
    'The axolotl is a salamander that keeps its gills for life [1]. ',
    'It comes from lakes near Mexico City [1]. Nothing is known of its taxes [2].',
  );
  const { content } = axolotl[0] ?? assert.fail();
  const sentences = content.split(/(?<=\.) /);
  const assertQuoted = (annotations: readonly Fields[]) => {
    assert.deepEqual(
      annotations.map(({ quote }) => quote),
      [sentences[0], undefined, sentences[1]],
    );
    for (const { quote, quote_start_index: from, quote_end_index: to } of annotations)
      if (quote !== undefined) assert.equal(content.slice(Number(from), Number(to)), quote);
  };
  const quoted = { quotes: true };
  const whole = (await (await ask(on.url, quoted)).json()).choices[0].message;
  assertQuoted(whole.annotations.map(({ url_citation: one }: { url_citation: Fields }) => one));
  const last = (await chunksOf(await ask(on.url, { ...quoted, stream: true }))).at(-1);
  const indexed = whole.annotations.map((each: Fields, index: number) => ({ ...each, index }));
  assert.deepEqual(last.choices[0].delta.annotations, indexed);
  const response = await fetch(`${on.url}/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ input: 'What is an axolotl?', ...quoted }),
  });
  assertQuoted((await response.json()).output[0].content[0].annotations);
  const plain = (await (await ask(on.url)).json()).choices[0].message.annotations[0].url_citation;
  assert.deepEqual(Object.keys(plain), ['url', 'title', 'start_index', 'end_index']);
});
