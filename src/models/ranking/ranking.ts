import { createRelevance, type Match } from '@sayso/text/relevance.ts';
import { firstChars } from '@sayso/text/text.ts';
import { createYielding } from '@sayso/text/yielding.ts';
import type { Embed, RankPassages, ScorePassages } from '../../core/ranking.ts';
import type { Diagnosis } from '../../core/status.ts';
import type { Upstream } from '../../net/upstream.ts';
import { createEmbedder, rankByEmbedding } from './embedder.ts';
import { createReranker } from './reranker.ts';

/** The operator's models that rank passages, if there are any. */
export type Ranking = {
  /** Null if words alone rank passages. */
  readonly rank: RankPassages | null;
  /** Null without an embedding model. */
  readonly embed: Embed | null;
  /** Scores the passages of callers by the reranker, or by words if there is none or it fails. */
  readonly score: ScorePassages;
  /** Makes one real call to each model. Rejects only with the signal's reason. */
  diagnose(signal: AbortSignal): Promise<readonly Diagnosis[]>;
};

type RankingModel = 'reranker' | 'embedder';

type ConfiguredModel = {
  /** Null if there is no such model. */
  readonly url: string | null;
  /** Null if the server has only one model. */
  readonly model: string | null;
  /** Null if the server needs no key. */
  readonly key: string | null;
};

/** The models, the connection to them, and listeners for what happens to them. */
export type RankingOptions = Readonly<Record<RankingModel, ConfiguredModel>> & {
  readonly upstream: Upstream;
  /** Called after each call. */
  onCall(name: RankingModel, outcome: string, tookMs: number): void;
  /** Called when a model is suspended after failures. */
  onSuspend(name: RankingModel, cause: string): void;
};

/** The configured models; the reranker ranks if there is one, otherwise the embedding model. */
export function createRanking(options: RankingOptions): Ranking {
  const rerankerOptions = serverOptions('reranker', options);
  const embedderOptions = serverOptions('embedder', options);
  const reranker = rerankerOptions && createReranker(rerankerOptions);
  const embedder = embedderOptions && createEmbedder(embedderOptions);
  const models = [reranker, embedder].filter((model) => model !== null);
  return {
    rank: reranker?.rank ?? (embedder && rankByEmbedding(embedder.embed)),
    embed: embedder?.embed ?? null,
    async score(task, signal) {
      const scored = await reranker?.score(task, signal);
      return scored ?? { scores: await wordScores(task.question, task.passages), model: null };
    },
    diagnose: (signal) => Promise.all(models.map((model) => model.diagnose(signal))),
  };
}

/** What a model's client needs; null if the model is not configured. */
function serverOptions(name: RankingModel, { upstream, onCall, onSuspend, ...models }: RankingOptions) {
  const { url, ...choice } = models[name];
  if (url === null) return null;
  return {
    ...choice,
    url,
    upstream,
    onCall: (outcome: string, tookMs: number) => onCall(name, outcome, tookMs),
    onSuspend: (cause: string) => onSuspend(name, cause),
  };
}

/** The part of a passage whose words are compared, in characters: about 4,000 tokens, as rerankers read. */
const MAX_CHARS = 16_000;

/** How many of a question's words each passage has, from 0 to 1: BM25 as a share of the highest score. */
export async function wordScores(question: string, passages: readonly string[]): Promise<readonly number[]> {
  const relevance = createRelevance(question);
  const yieldIfDue = createYielding();
  const matches: Match[] = [];
  for (const passage of passages) {
    matches.push(relevance.match(firstChars(passage, MAX_CHARS)));
    await yieldIfDue();
  }
  return relevance.shares(matches);
}
