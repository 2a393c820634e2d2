import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatScript } from './support/chat-server.ts';
import { startModelServer, streaming, streamingThenHanging } from './support/model-server.ts';
import { startSearchServer, withResults } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { toSseEvents } from './support/sse-events.ts';

type Annotation = { readonly url_citation: { readonly url: string; readonly title: string } };

/**
 * The page to which Open WebUI links each number, in the order of arrival: the label of `[n]` is the nth
 * title without duplicates, and a click opens the nth address without duplicates (`middleware.py`,
 * `ContentRenderer.svelte` and `Citations.svelte` of open-webui/open-webui).
 */
function asOpenWebUi(annotations: readonly Annotation[]) {
  const labels = [...new Set(annotations.map(({ url_citation: { url, title } }) => title || url))];
  const pages = [...new Set(annotations.map(({ url_citation: { url } }) => url))];
  return { labels, pages };
}

const FOUND = [1, 2, 3, 4, 5].map((number) => ({
  url: `https://site${number}.test/`,
  title: number % 2 === 0 ? `Axolotl ${number}` : 'Axolotl',
  content: `The axolotl number ${number} is a salamander that lives in lake ${number * 7}.`,
}));

async function answers(script: ChatScript = streaming(...TEXT)) {
  const stack = new AsyncDisposableStack();
  const search = stack.use(await startSearchServer(withResults(FOUND)));
  const model = stack.use(await startModelServer(script));
  const settings = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url, READ_PAGES: 'off' };
  const service = stack.use(await startTestService(settings));
  const post = (path: string, body: object) =>
    fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sayso', ...body }),
    });
  return { post, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const TEXT = ['It lives in lake 28 [4]. ', 'Another is in lake 7 [1]', '[3]. A third one [4].'];
const messages = [{ role: 'user', content: 'Where does the axolotl live?' }];

test('Open WebUI links each number of a streamed answer to its source, in any order', async () => {
  await using on = await answers();
  const response = await on.post('/v1/chat/completions', { messages, stream: true });
  const events = toSseEvents(await response.text()).map(({ data }) => data);
  const chunks = events.slice(0, -1).map((data) => JSON.parse(data));
  const sources: readonly string[] = chunks[0].citations;
  assert.equal(sources.length, 5);
  const arrived: Annotation[] = [];
  let text = '';
  for (const { choices } of chunks) {
    const { content = '', annotations = [] } = choices[0].delta;
    text += content;
    arrived.push(...annotations);
    const { labels, pages } = asOpenWebUi(arrived);
    assert.equal(labels.length, pages.length);
    for (const [, number] of text.matchAll(/\[(\d)\]/g))
      assert.equal(pages[Number(number) - 1], sources[Number(number) - 1], `[${number}] of: ${text}`);
  }
  assert.equal(arrived.length, 4, 'one for every source up to the highest cited');
});

test('Open WebUI links each number of a whole answer, and of a response, to its source', async () => {
  await using on = await answers();
  const chat = await (await on.post('/v1/chat/completions', { messages })).json();
  const { annotations } = chat.choices[0].message;
  const { labels, pages } = asOpenWebUi(annotations);
  assert.deepEqual(pages, chat.citations.slice(0, 4));
  assert.equal(labels.length, 4);
  const response = await (await on.post('/v1/responses', { input: messages })).json();
  const told = response.output[0].content[0].annotations.map(({ url }: { url: string }) => url);
  assert.deepEqual(told, pages);
});

test('a source is told of while the model still writes, in both interfaces', async () => {
  await using on = await answers(streamingThenHanging(...TEXT, 'It is blue and'));
  for (const [path, body] of [
    ['/v1/chat/completions', { messages }],
    ['/v1/responses', { input: messages }],
  ] as const) {
    const response = await on.post(path, { ...body, stream: true });
    let received = '';
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      received += decoder.decode(bytes, { stream: true });
      if (received.includes('site4.test/","title":"Axolotl 4","start_index"')) break;
    }
    assert.match(received, /site4\.test\/","title":"Axolotl 4","start_index":20/, path);
  }
});
