import * as z from 'zod';
import type { ModelRequest } from './model-request.ts';

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

/**
 * `/v1/rerank` with `documents`, then `/rerank` with `texts`; a URL that ends in `/rerank` is used as it is.
 */
export function rerankRequests(address: string, reranking: Reranking): ModelRequest<readonly number[]>[] {
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

/**
 * The scores of the passages in their order, from a reply in either format; null unless it has each passage
 * once with a score. Takes time in proportion to the length of the reply.
 */
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
