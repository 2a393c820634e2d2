import type { RankingTask, RankPassages, ScoredPassages } from '../../core/ranking.ts';
import type { Diagnosis } from '../../core/status.ts';
import { firstChars } from '../../lib/text/text.ts';
import type { ModelServerOptions } from './model-request.ts';
import { createModelServer, SAMPLE } from './model-server.ts';
import { rerankRequests } from './rerank-protocols.ts';

/** A reranker, as configured in the settings. */
export type RerankerOptions = Omit<ModelServerOptions, 'name' | 'prefix'> & {
  /** Null if the server has only one model. */
  readonly model: string | null;
};

/** A model that ranks passages by reading each of them together with the question. */
export type Reranker = {
  readonly rank: RankPassages;
  /** Scores any number of passages, whatever their length; null if it failed. Rejects as `rank` does. */
  score(task: RankingTask, signal: AbortSignal): Promise<ScoredPassages | null>;
  diagnose(signal: AbortSignal): Promise<Diagnosis>;
};

/** Text Embeddings Inference accepts 32 texts per call, and the question may have to be one of them. */
const MAX_PASSAGES = 30;
/** The part of a passage that is scored, in characters: some models refuse more than 512 tokens. */
const PASSAGE_CHARS = 2000;

/** Creates a reranker. The reranker tries each protocol to find the one that the server supports. */
export function createReranker({ model, ...options }: RerankerOptions): Reranker {
  const server = createModelServer({ ...options, name: 'reranker', prefix: 'RERANK_' });
  // A server of its own: passages from outside that the model refuses must not suspend it for answers.
  const scorer = createModelServer({ ...options, name: 'reranker', prefix: 'RERANK_' });
  const requestsFor = (question: string, passages: readonly string[]) =>
    rerankRequests(options.url, { model, question, passages });
  return {
    async rank({ question, passages, timeoutMs }, signal) {
      const outcome = await server.call(requestsFor(question, passages), timeoutMs, signal);
      return outcome.status === 'ok' ? toOrder(outcome.value) : null;
    },
    async score({ question, passages, timeoutMs }, signal) {
      const endsAtMs = performance.now() + timeoutMs;
      const scores: number[] = [];
      while (scores.length < passages.length) {
        const batch = passages.slice(scores.length, scores.length + MAX_PASSAGES);
        const requests = requestsFor(
          question,
          batch.map((passage) => firstChars(passage, PASSAGE_CHARS)),
        );
        const leftMs = endsAtMs - performance.now();
        const outcome = leftMs <= 0 ? null : await scorer.call(requests, leftMs, signal);
        if (outcome?.status !== 'ok') return null;
        scores.push(...outcome.value);
      }
      return { scores: toShares(scores), model: model ?? 'reranker' };
    },
    diagnose: (signal) =>
      server.diagnose(
        requestsFor(SAMPLE.question, SAMPLE.passages),
        ([train = 0, water = 0]) =>
          water > train
            ? ['it ranked two passages', '']
            : [
                'it put a passage about trains before one about water',
                'check that RERANK_MODEL is a reranker',
              ],
        signal,
      ),
  };
}

/** The indexes of passages with these scores, best first. */
export function toOrder(scores: readonly number[]): readonly number[] {
  return [...scores.entries()]
    .sort(([one, score], [other, otherScore]) => otherScore - score || one - other)
    .map(([place]) => place);
}

/** Scores from 0 to 1; some servers return logits, which the logistic function makes into such scores. */
function toShares(scores: readonly number[]): readonly number[] {
  const areShares = scores.every((score) => score >= 0 && score <= 1);
  return areShares ? scores : scores.map((score) => 1 / (1 + Math.exp(-score)));
}
