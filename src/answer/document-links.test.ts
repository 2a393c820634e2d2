import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answerer } from '../core/events.ts';
import type { GatherEvidence, SearchOnce } from '../core/house.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Question } from '../core/terms.ts';
import { toDocumentUrl } from '../core/url.ts';
import { withDocumentLinks, withLinkedEvidence, withLinkedHits } from './document-links.ts';

const question: Question = {
  ...{ id: 't', text: 'What is an axolotl?', maxSources: 3, history: [], deadlineMs: 60_000 },
  scope: ANY_SCOPE,
};

test('linked answers, evidence and hits end with their caller', async () => {
  const linkTo = (path: string) => `https://a.test/documents/${path}`;
  const gone = AbortSignal.abort(new Error('left'));
  const answer: Answerer = async function* answer(_, signal) {
    signal.throwIfAborted();
    yield { type: 'answer-delta', text: 'a' };
  };
  const gather: GatherEvidence = async function* gather(_, signal) {
    signal.throwIfAborted();
    yield* [];
    throw new Error('not ended');
  };
  const search: SearchOnce = async (_, signal) => {
    signal.throwIfAborted();
    throw new Error('not ended');
  };
  const request = { text: 'axolotl', limit: 3, scope: ANY_SCOPE, timeoutMs: 60_000 };
  await assert.rejects(withDocumentLinks(answer, linkTo)(question, gone).next(), /left/);
  await assert.rejects(withLinkedEvidence(gather, linkTo)(question, gone).next(), /left/);
  await assert.rejects(withLinkedHits(search, linkTo)(request, gone), /left/);
});

test('documents get the addresses that a caller can open, web pages keep theirs', async () => {
  const own = toDocumentUrl('primary/my notes.md');
  const hits = [own, 'https://b.test/'].map((url) => ({ url, title: 'A', snippet: '' }));
  const record = { words: 'w', engine: 'engine_a', trail: [] } as const;
  const search: SearchOnce = async () => ({ ...record, outcome: { status: 'ok', hits } });
  const linked = withLinkedHits(search, (path) => `https://a.test/documents/${path}`);
  const request = { text: 'axolotl', limit: 3, scope: ANY_SCOPE, timeoutMs: 60_000 };
  const { outcome } = await linked(request, new AbortController().signal);
  assert.ok(outcome.status === 'ok');
  assert.deepEqual(
    outcome.hits.map(({ url }) => url),
    ['https://a.test/documents/primary/my%20notes.md', 'https://b.test/'],
  );
});
