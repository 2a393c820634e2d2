import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { closedPort } from './support/local-server.ts';
import { RERANK_KEY, type RerankKind, startRerankServer } from './support/rerank-server.ts';
import { startTestService } from './support/service.ts';

const service = await startTestService();
after(() => service.stop());

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
async function bodyOf(reply: Promise<Response>, status = 200) {
  const response = await reply;
  const text = await response.text();
  assert.equal(response.status, status, text);
  return JSON.parse(text);
}

const QUERY = 'How long does an axolotl keep its gills?';
const DOCUMENTS = ['Tomato soup is red.', 'The axolotl keeps its gills for life.', 'An axolotl is pink.'];
type Ranked = {
  readonly index: number;
  readonly relevance_score: number;
  readonly document?: { text: string };
};
const orderOf = ({ results }: { readonly results: readonly Ranked[] }) => results.map(({ index }) => index);

test('documents are ranked by the words of the query in them, with scores from 0 to 1', async () => {
  for (const path of ['/v1/rerank', '/v2/rerank', '/rerank']) {
    const reply = await bodyOf(
      post(service.url + path, { query: QUERY, documents: DOCUMENTS, model: 'any' }),
    );
    assert.deepEqual(orderOf(reply), [1, 2, 0], path);
    const scores = reply.results.map((each: Ranked) => each.relevance_score);
    assert.ok(scores[0] > scores[1] && scores[1] > 0 && scores[2] === 0 && scores[0] < 1, `${scores}`);
    assert.deepEqual(
      [reply.object, reply.model, reply.results[0].document.text],
      ['list', 'sayso-words', DOCUMENTS[1]],
    );
  }
});

test('documents without a word of the query, and a query without words, have the score 0', async () => {
  for (const query of ['zebra', '???', 'the']) {
    const { results } = await bodyOf(
      post(`${service.url}/v1/rerank`, { query, documents: ['a b', '', 'c'] }),
    );
    assert.deepEqual(
      results.map(({ index, relevance_score: score }: Ranked) => [index, score]),
      [
        [0, 0],
        [1, 0],
        [2, 0],
      ],
      query,
    );
  }
});

for (const kind of ['jina', 'tei', 'llama.cpp'] satisfies RerankKind[])
  test(`the operator's reranker scores the documents, in calls that ${kind} accepts`, async () => {
    await using reranker = await startRerankServer(kind, 'gills');
    const settings = { RERANK_URL: `${reranker.url}?model=a-reranker&token=${RERANK_KEY}` };
    await using on = await startTestService(settings);
    const documents = Array.from({ length: 70 }, (_, at) => `${at === 65 ? 'gills gills' : 'none'} ${at}`);
    const reply = await bodyOf(post(`${on.url}/v1/rerank`, { query: QUERY, documents, top_n: 3 }));
    assert.deepEqual([orderOf(reply), reply.model], [[65, 0, 1], 'a-reranker']);
    for (const { relevance_score: score } of reply.results) assert.ok(score >= 0 && score <= 1);
    assert.deepEqual(
      reranker.ranked.map(({ documents: sent, texts = sent }) => (texts as string[]).length),
      [30, 30, 10],
    );
  });

test('if the reranker cannot be reached, words rank the documents', async () => {
  await using on = await startTestService({ RERANK_URL: `http://127.0.0.1:${await closedPort()}` });
  const reply = await bodyOf(post(`${on.url}/v1/rerank`, { query: QUERY, documents: DOCUMENTS }));
  assert.deepEqual([orderOf(reply), reply.model], [[1, 2, 0], 'sayso-words']);
});
