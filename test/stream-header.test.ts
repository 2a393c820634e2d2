import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startModelServer } from './support/model-server.ts';
import { hanging, startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

const QUERY = 'What is an axolotl?';
const messages = [{ role: 'user', content: QUERY }];
const call = {
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name: 'ask', arguments: { query: QUERY } },
};
/** Each stream, and whether its protocol has a text without meaning. */
const STREAMS: readonly (readonly [path: string, body: object, hasHeartbeat: boolean])[] = [
  ['/api/ask', { query: QUERY }, true],
  ['/api/v1/query', { query: QUERY }, true],
  ['/v1/chat/completions', { model: 'sayso', stream: true, messages }, true],
  ['/v1/responses', { model: 'sayso', stream: true, input: QUERY }, true],
  ['/mcp', call, true],
  ['/api/chat', { model: 'sayso', messages }, false],
  ['/api/generate', { model: 'sayso', prompt: QUERY }, false],
];

test('every stream sends its header before the search ends, and a sign of life where it can', async () => {
  await using search = await startSearchServer(hanging);
  await using model = await startModelServer();
  await using service = await startTestService({
    ...{ SEARCH_PRIMARY_URL: search.url, SEARCH_TIMEOUT_MS: '20000', ANSWER_DEADLINE_MS: '30000' },
    MODEL_BASE_URL: model.url,
  });
  await Promise.all(
    STREAMS.map(async ([path, body, hasHeartbeat]) => {
      const leaving = new AbortController();
      const response = await fetch(service.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: path === '/mcp' ? 'application/json, text/event-stream' : 'text/event-stream',
        },
        body: JSON.stringify(body),
        signal: leaving.signal,
      });
      assert.equal(response.status, 200, path);
      assert.match(response.headers.get('cache-control') ?? '', /no-transform/, path);
      if (hasHeartbeat) {
        const { value } = (await response.body?.getReader().read()) ?? {};
        const text = new TextDecoder().decode(value);
        assert.match(text, path.includes('chat') ? /^data: .*"delta":\{\}/ : /^: still here\n\n$/, path);
      }
      leaving.abort();
    }),
  );
});
