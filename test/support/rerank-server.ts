import { json } from 'node:stream/consumers';
import { type LocalServer, serve } from './local-server.ts';

/** The servers of rerankers whose protocols differ. */
export type RerankKind = 'tei' | 'vllm' | 'llama.cpp' | 'jina' | 'cohere';

/** A server for one test, and the bodies of the requests that it ranked. */
type RerankServer = LocalServer & {
  readonly ranked: Readonly<Record<string, unknown>>[];
  /** All requests, as path and key. */
  readonly calls: string[];
};

/** The paths of each server, the field of the passages, and the error for a request without that field. */
const PROTOCOLS: Readonly<
  Record<RerankKind, { paths: RegExp; field: string; missing: number; needsKey?: true; needsModel?: true }>
> = {
  tei: { paths: /^\/rerank$/, field: 'texts', missing: 422 },
  vllm: { paths: /^\/(?:v[12]\/)?rerank$/, field: 'documents', missing: 400 },
  'llama.cpp': { paths: /^\/(?:v1\/)?rerank(?:ing)?$/, field: 'documents', missing: 400 },
  jina: { paths: /^\/v1\/rerank$/, field: 'documents', missing: 422, needsKey: true, needsModel: true },
  cohere: { paths: /^\/v[12]\/rerank$/, field: 'documents', missing: 400, needsKey: true, needsModel: true },
};
/** The key that servers with keys accept. */
export const RERANK_KEY = 'secret-rerank-key';
const MOST_TEXTS = 32;

/** A server that ranks by how often a passage contains a word, in the format of a real one. */
export async function startRerankServer(kind: RerankKind, word: string): Promise<RerankServer> {
  const ranked: Record<string, unknown>[] = [];
  const calls: string[] = [];
  const { paths, field, missing, needsKey, needsModel } = PROTOCOLS[kind];
  const server = await serve(async (request, response) => {
    const body = (await json(request).catch(() => ({}))) as Record<string, unknown>;
    const key = request.headers.authorization ?? '';
    calls.push(`${request.url} ${key}`.trim());
    const reply = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    if (request.method !== 'POST' || !paths.test(request.url ?? ''))
      return reply(404, { detail: 'Not Found' });
    if (needsKey && key !== `Bearer ${RERANK_KEY}`) return reply(401, { message: 'invalid api token' });
    const texts = body[field];
    const isWrong = !Array.isArray(texts) || typeof body.query !== 'string' || (needsModel && !body.model);
    if (isWrong) return reply(missing, { error: { message: `missing field ${field}`, code: missing } });
    if (kind === 'tei' && texts.length > MOST_TEXTS)
      return reply(422, { error: 'batch size', error_type: 'Validation' });
    ranked.push(body);
    return reply(
      200,
      replyOf(
        kind,
        texts.map((text) => String(text).split(word).length - 1),
      ),
    );
  });
  return { ...server, ranked, calls };
}

function replyOf(kind: RerankKind, scores: readonly number[]): unknown {
  const sorted = scores
    .map((score, index) => ({ index, score }))
    .sort((one, other) => other.score - one.score);
  if (kind === 'tei') return sorted;
  const results = sorted.map(({ index, score }) => ({ index, relevance_score: score }));
  if (kind === 'cohere') return { id: '1', results, meta: { api_version: { version: '1' } } };
  return { model: 'a', object: 'list', usage: { prompt_tokens: 1, total_tokens: 1 }, results };
}
