import * as z from 'zod';
import type { RankPassages } from '../core/ranking.ts';
import type { Diagnosis } from '../core/status.ts';
import { createModelServer, type ModelRequest, type ModelServerOptions } from './model-server.ts';

/** A reranker, as configured in the settings. */
export type RerankerOptions = Omit<ModelServerOptions, 'name' | 'prefix'> & {
  /** Null if the server has only one model. */
  readonly model: string | null;
};

/** A model that ranks passages by reading each of them together with the question. */
export type Reranker = {
  readonly rank: RankPassages;
  diagnose(signal: AbortSignal): Promise<Diagnosis>;
};

/** Cohere's format, which Jina, vLLM and llama.cpp share, and the format of Text Embeddings Inference. */
const REPLY = z.union([
  z
    .object({ results: z.array(z.object({ index: z.number(), relevance_score: z.number() })) })
    .transform(({ results }) => results.map(({ index, relevance_score: score }) => ({ index, score }))),
  z.array(z.object({ index: z.number(), score: z.number() })),
]);

const SAMPLE = {
  question: 'What is water?',
  passages: ['The next train to Oslo leaves at nine.', 'Water is a liquid without colour or taste.'],
};

/** Creates a reranker. The reranker tries each protocol to find the one that the server supports. */
export function createReranker({ model, ...options }: RerankerOptions): Reranker {
  const server = createModelServer({ ...options, name: 'reranker', prefix: 'RERANK_' });
  const waysFor = (question: string, passages: readonly string[]) =>
    waysToRerank(options.url, { model, question, passages });
  return {
    async rank({ question, passages, timeoutMs }, signal) {
      const outcome = await server.ask(waysFor(question, passages), timeoutMs, signal);
      return outcome.status === 'ok' ? outcome.value : null;
    },
    diagnose: (signal) =>
      server.diagnose(
        waysFor(SAMPLE.question, SAMPLE.passages),
        ([first]) =>
          first === 1
            ? ['it ranked two passages', '']
            : [
                'it put a passage about trains before one about water',
                'check that RERANK_MODEL is a reranker',
              ],
        signal,
      ),
  };
}

type Reranking = {
  readonly model: string | null;
  readonly question: string;
  readonly passages: readonly string[];
};

/**
 * `/v1/rerank` with `documents`, then `/rerank` with `texts`; a URL that ends in `/rerank` is used as it is.
 */
function waysToRerank(address: string, reranking: Reranking): ModelRequest<readonly number[]>[] {
  const { model, question: query, passages } = reranking;
  const named = model === null ? {} : { model };
  const read = (reply: unknown) => readOrder(reply, passages.length);
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

/**
 * The indexes of the passages, best first, from a reply in either format; null unless it has each passage
 * once with a score. Apart from sorting, the time is proportional to the length of the reply.
 */
export function readOrder(reply: unknown, count: number): readonly number[] | null {
  if (lengthOf(reply) !== count) return null;
  const { data: results } = REPLY.safeParse(reply);
  if (results === undefined) return null;
  const places = new Set(results.map(({ index }) => index));
  for (let place = 0; place < count; place++) if (!places.has(place)) return null;
  return [...results]
    .sort((one, other) => other.score - one.score || one.index - other.index)
    .map(({ index }) => index);
}

/** The number of results in a reply of either format; the results themselves are not examined. */
function lengthOf(reply: unknown): number | null {
  const list = Array.isArray(reply) ? reply : (reply as { results?: unknown } | null)?.results;
  return Array.isArray(list) ? list.length : null;
}
