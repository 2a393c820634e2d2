import { createRelevance, type Match } from '@sayso/text/relevance.ts';
import { firstChars } from '@sayso/text/text.ts';
import { createYielding } from '@sayso/text/yielding.ts';
import * as z from 'zod';
import type { Embed, RankingTask, RankPassages, ScoredPassages, ScorePassages } from '../../core/ranking.ts';
import type { Diagnosis } from '../../core/status.ts';
import type { Upstream } from '../../net/upstream.ts';
import { createEmbedder, rankByEmbedding } from './embedder.ts';
import { type ModelRequest, ModelServer, type ModelServerOptions, SAMPLE } from './model-server.ts';

/** The operator's models that rank passages, if there are any. */
type Ranking = {
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
  readonly url: string;
  /** Null if the server has only one model. */
  readonly model: string | null;
  /** Null if the server needs no key. */
  readonly key: string | null;
};

/** The models, the connection to them, and listeners for what happens to them. */
/** Null for a model that is not configured. */
type RankingOptions = Readonly<Record<RankingModel, ConfiguredModel | null>> & {
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
  const choice = models[name];
  if (choice === null) return null;
  return {
    ...choice,
    upstream,
    onCall: (outcome: string, tookMs: number) => onCall(name, outcome, tookMs),
    onSuspend: (cause: string) => onSuspend(name, cause),
  };
}

/** The part of a passage whose words are compared, in characters: about 4,000 tokens, as rerankers read. */
const MAX_CHARS = 16_000;

/** How many of a question's words each passage has, from 0 to 1: BM25 as a share of the highest score. */
async function wordScores(question: string, passages: readonly string[]): Promise<readonly number[]> {
  const relevance = createRelevance(question);
  const yieldIfDue = createYielding();
  const matches: Match[] = [];
  for (const passage of passages) {
    matches.push(relevance.match(firstChars(passage, MAX_CHARS)));
    await yieldIfDue();
  }
  return relevance.shares(matches);
}

/** A reranker, as configured in the settings. */
type RerankerOptions = Omit<ModelServerOptions, 'name' | 'prefix'> & {
  /** Null if the server has only one model. */
  readonly model: string | null;
};

/** A model that ranks passages by reading each of them together with the question. */
type Reranker = {
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
  const server = new ModelServer({ ...options, name: 'reranker', prefix: 'RERANK_' });
  // A server of its own: passages from outside that the model refuses must not suspend it for answers.
  const scorer = new ModelServer({ ...options, name: 'reranker', prefix: 'RERANK_' });
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
                'check that the model of RERANK_URL is a reranker',
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

/** Cohere's format, which Jina, vLLM and llama.cpp share, and the format of Text Embeddings Inference. */
const REPLY = z.union([
  z
    .object({ results: z.array(z.object({ index: z.number(), relevance_score: z.number() })) })
    .transform(({ results }) => results.map(({ index, relevance_score: score }) => ({ index, score }))),
  z.array(z.object({ index: z.number(), score: z.number() })),
]);

type Reranking = {
  readonly model: string | null;
  readonly question: string;
  readonly passages: readonly string[];
};

/** `/v1/rerank` with `documents`, then `/rerank` with `texts`; a URL ending in `/rerank` as it is. */
function rerankRequests(address: string, reranking: Reranking): ModelRequest<readonly number[]>[] {
  const { model, question: query, passages } = reranking;
  const named = model === null ? {} : { model };
  const read = (reply: unknown) => readScores(reply, passages.length);
  const base = new URL(address);
  const path = base.pathname.replace(/\/+$/, '');
  const at = (pathname: string) => Object.assign(new URL(base), { pathname }).href;
  const isWhole = /\/rerank(?:ing)?$/.test(path);
  const root = path.replace(/\/v\d+$/, '');
  const usual = root === path ? `${root}/v1/rerank` : `${path}/rerank`;
  return [
    { url: at(isWhole ? path : usual), body: { ...named, query, documents: passages }, read },
    { url: at(isWhole ? path : `${root}/rerank`), body: { query, texts: passages, truncate: true }, read },
  ];
}

/** The scores of the passages from a reply; null unless each has one. Takes linear time. */
export function readScores(reply: unknown, count: number): readonly number[] | null {
  if (lengthOf(reply) !== count) return null;
  const { data: results } = REPLY.safeParse(reply);
  const found = new Map(results?.map(({ index, score }) => [index, score]));
  const scores = Array.from({ length: count }, (_, place) => found.get(place));
  return scores.every((score) => score !== undefined) ? scores : null;
}

/** The number of results in a reply of either format; the results themselves are not examined. */
function lengthOf(reply: unknown): number | null {
  const list = Array.isArray(reply) ? reply : (reply as { results?: unknown } | null)?.results;
  return Array.isArray(list) ? list.length : null;
}
