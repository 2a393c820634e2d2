import { select } from '@sayso/passages';
import {
  createEmbedder,
  promptsFor,
  rankByEmbedding,
  readVectors,
} from '../../../src/models/ranking/embedder.ts';
import { wordScores } from '../../../src/models/ranking/ranking.ts';
import { createReranker, readScores } from '../../../src/models/ranking/reranker.ts';
import type { Upstream } from '../../../src/net/upstream.ts';
import type { Entry } from '../entry.ts';
import { LINE, PAGE_TEXT, REPLY } from '../limits.ts';
import { replying } from '../replying.ts';
import { hitsOf, never, PLAIN, pagesOf, questionOf } from '../subjects.ts';

const place = 'loop';
const MANY_PASSAGES = 1_000;

const observed = (upstream: Upstream) => ({
  ...{ url: 'http://model.test', model: null, key: null, upstream },
  onCall: () => undefined,
  onSuspend: () => undefined,
});

async function reranked(reply: string): Promise<void> {
  const { rank, score, diagnose } = createReranker(observed(replying(reply, 'application/json')));
  await score({ question: PLAIN, passages: [PLAIN], timeoutMs: 1_000 }, never);
  await rank({ question: PLAIN, passages: [PLAIN, PLAIN], timeoutMs: 1_000 }, never);
  await diagnose(never);
}

async function embedded(reply: string): Promise<void> {
  const { embed, diagnose } = createEmbedder(observed(replying(reply, 'application/json')));
  await embed({ question: PLAIN, passages: [PLAIN, PLAIN], timeoutMs: 1_000 }, never);
  await diagnose(never);
}

const VECTOR = Float32Array.of(0.6, 0.8);

/** Replies of models that rank passages, and the passages that are sent to them. */
export const rankingEntries: readonly Entry[] = [
  { name: 'models/ranking/reranker.ts createReranker', maxChars: REPLY, place, run: reranked },
  {
    name: 'models/ranking/ranking.ts wordScores',
    maxChars: PAGE_TEXT,
    place,
    run: (text) => wordScores(PLAIN, [text, PLAIN, text]),
  },
  { name: 'models/ranking/embedder.ts createEmbedder', maxChars: REPLY, place, run: embedded },
  {
    name: 'models/ranking/embedder.ts readVectors',
    maxChars: REPLY / 10,
    place,
    run: (text) => readVectors({ embeddings: text.split(' ').map((word) => [word.length + 1]) }, 30),
  },
  {
    name: 'models/ranking/embedder.ts rankByEmbedding',
    maxChars: PAGE_TEXT,
    place,
    run: (text) => {
      const rank = rankByEmbedding(async () => ({
        status: 'ok',
        model: '',
        vectors: [VECTOR, VECTOR, VECTOR],
      }));
      return rank({ question: text, passages: [text, text], timeoutMs: 1_000 }, never);
    },
  },
  { name: 'models/ranking/embedder.ts promptsFor', maxChars: LINE, place, run: promptsFor },
  {
    name: 'models/ranking/reranker.ts readScores',
    maxChars: REPLY,
    place,
    // Few enough that making them takes no time compared with reading them.
    run: (text) => {
      const scores = text.split(' ', MANY_PASSAGES).map((score, index) => ({ index, score: score.length }));
      return readScores(scores, scores.length);
    },
  },
  {
    name: 'packages/passages/reorder.ts reorder',
    maxChars: PAGE_TEXT,
    place,
    run: (text) => {
      const hits = hitsOf(PLAIN, PLAIN);
      const rank = async (passages: readonly string[]) => [...passages.keys()].reverse();
      const pages = pagesOf(hits, text);
      return select({ question: questionOf(PLAIN), hits, pages, contextTokens: 2_800, rank });
    },
  },
];
