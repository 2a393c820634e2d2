import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTextInterface } from '../../../test/support/fixed-replies.ts';
import type { ScorePassages } from '../../core/ranking.ts';
import { openai } from './openai.ts';

type Scored = Parameters<ScorePassages>[0];
/** The reply to a request to rank documents, and what was to be scored. */
async function rerank(
  payload: object,
  { model = null, path = '/v1/rerank' }: { readonly model?: string | null; readonly path?: string } = {},
) {
  const tasks: Scored[] = [];
  const rank: ScorePassages = async (task) => {
    tasks.push(task);
    return { scores: [0.25, 0.75, 0.75], model };
  };
  await using started = await startTextInterface(openai, {
    service: { rank: (task) => rank(task, new AbortController().signal) },
  });
  const reply = await started.app.inject({ method: 'POST', url: path, payload });
  return {
    ...{ status: reply.statusCode, id: reply.headers['x-request-id'], json: reply.json() },
    task: tasks[0],
  };
}

const body = { query: 'a bridge', documents: ['one', { text: 'two' }, 'three'] };

test('documents come best first with their scores, and those with equal scores in their order', async () => {
  for (const path of ['/v1/rerank', '/v2/rerank', '/rerank']) {
    const { json, id, task } = await rerank(body, { path });
    const result = (index: number, score: number, text: string) => ({
      ...{ index, relevance_score: score, document: { text } },
    });
    assert.deepEqual(json, {
      ...{ id, object: 'list', model: 'sayso-words', usage: { total_tokens: 5 } },
      results: [result(1, 0.75, 'two'), result(2, 0.75, 'three'), result(0, 0.25, 'one')],
    });
    assert.deepEqual(task, { question: 'a bridge', passages: ['one', 'two', 'three'], timeoutMs: 30_000 });
  }
});

test('a caller may want only the best documents, and only their places', async () => {
  const { json } = await rerank({ ...body, top_n: 1, return_documents: false }, { model: 'judge-1' });
  assert.deepEqual([json.results, json.model], [[{ index: 1, relevance_score: 0.75 }], 'judge-1']);
  assert.equal((await rerank({ ...body, return_documents: true })).json.results[0].document.text, 'two');
  const more = await rerank({ ...body, documents: ['1', '2', '3', '4'] });
  assert.deepEqual(more.json.results.at(-1), { index: 3, relevance_score: 0, document: { text: '4' } });
});

test('documents that cannot be ranked are refused with the reason', async () => {
  const documents = (count: number) => ({ ...body, documents: Array(count).fill('x') });
  assert.equal((await rerank(documents(1000))).status, 200);
  for (const [payload, message] of [
    [documents(1001), /`documents`.*at most 1000 documents are ranked/],
    [documents(0), /`documents`/],
    [{ ...body, documents: [7] }, /it must be a text or an object with `text`/],
    [{ ...body, top_n: 0 }, /`top_n`/],
    [{ ...body, query: ' ' }, /The field `query`.*empty/],
    [{ ...body, query: 'x'.repeat(101) }, /The field `query`.*100 characters/],
  ] as const) {
    const { status, json, task } = await rerank(payload);
    assert.deepEqual([status, task], [400, undefined]);
    assert.match(json.error.message, message);
  }
});
