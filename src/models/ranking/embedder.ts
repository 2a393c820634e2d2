import { fuseRanks, similarity } from '@sayso/text/ranks.ts';
import * as z from 'zod';
import type { Embed, RankPassages } from '../../core/ranking.ts';
import type { Diagnosis } from '../../core/status.ts';
import { type ModelRequest, ModelServer, type ModelServerOptions, SAMPLE } from './model-server.ts';

/** An embedding model, as configured in the settings. */
type EmbedderOptions = Omit<ModelServerOptions, 'name' | 'prefix'> & {
  /** Null if the server has only one model. */
  readonly model: string | null;
};

/** A model that turns texts into vectors. */
type Embedder = {
  readonly embed: Embed;
  diagnose(signal: AbortSignal): Promise<Diagnosis>;
};

/** Creates an embedder. Its server is recognised by the request to which it replies. */
export function createEmbedder({ model, ...options }: EmbedderOptions): Embedder {
  const server = new ModelServer({ ...options, name: 'embedding model', prefix: 'EMBED_' });
  const prompts = promptsFor(model ?? '');
  const requestsFor = (question: string | undefined, passages: readonly string[]) =>
    embedRequests(options.url, model, [
      ...(question === undefined ? [] : [prompts.question + question]),
      ...passages.map((passage) => prompts.passage + passage),
    ]);
  return {
    async embed({ question, passages, timeoutMs }, signal) {
      const outcome = await server.call(requestsFor(question, passages), timeoutMs, signal);
      if (outcome.status === 'failed') return { status: 'failed', cause: outcome.cause };
      const { vectors, model: named } = outcome.value;
      return { status: 'ok', vectors, model: model ?? named ?? '' };
    },
    diagnose: (signal) =>
      server.diagnose(
        requestsFor(SAMPLE.question, SAMPLE.passages),
        // The question comes first, then the passages in the order of `SAMPLE`.
        ({ vectors: [question = EMPTY, train = EMPTY, water = EMPTY] }) =>
          similarity(question, water) > similarity(question, train)
            ? [`its vectors have ${question.length} dimensions`, '']
            : [
                'it finds a passage about trains closer to "What is water?" than one about water',
                'check that the model of EMBED_URL makes embeddings',
              ],
        signal,
      ),
  };
}

/** Ranks passages by combining their given order with the order of their similarity to the question. */
export function rankByEmbedding(embed: Embed): RankPassages {
  return async ({ question, passages, timeoutMs }, signal) => {
    const embedded = await embed({ question, passages, timeoutMs }, signal);
    if (embedded.status === 'failed') return null;
    const [questionVector = EMPTY, ...vectors] = embedded.vectors;
    const nearest = vectors
      .map((vector, at) => ({ at, likeness: similarity(questionVector, vector) }))
      .sort((one, other) => other.likeness - one.likeness);
    return fuseRanks([[...passages.keys()], nearest.map(({ at }) => at)]);
  };
}

/** The prompts that a model expects before a question and before a passage. */
type Prompts = { readonly question: string; readonly passage: string };

const REPRESENT = 'Represent this sentence for searching relevant passages: ';
const INSTRUCT =
  'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:';

/** Models trained with prompts find less without them (their makers' documentation, November 2026). */
const PROMPTS: readonly (readonly [RegExp, Prompts])[] = [
  [/nomic-embed-text/i, { question: 'search_query: ', passage: 'search_document: ' }],
  [/embedding-?gemma/i, { question: 'task: search result | query: ', passage: 'title: none | text: ' }],
  [/qwen3-embedding|e5-.*instruct/i, { question: INSTRUCT, passage: '' }],
  [/(?:^|[/-])e5-(?!mistral)/i, { question: 'query: ', passage: 'passage: ' }],
  [/arctic-embed.*(?:v2|2\.0)|arctic-embed2/i, { question: 'query: ', passage: '' }],
  [/mxbai-embed|arctic-embed|bge-(?:small|base|large)-en/i, { question: REPRESENT, passage: '' }],
];

/** The prompts of a model by its name; empty for an unknown model, and for one that needs none. */
export function promptsFor(model: string): Prompts {
  return PROMPTS.find(([name]) => name.test(model))?.[1] ?? { question: '', passage: '' };
}

type Vectors = { readonly vectors: readonly Float32Array[]; readonly model: string | null };

const NUMBERS = z.array(z.number()).min(1);
const MODEL = { model: z.string().nullish() };
/** The formats of OpenAI and of Ollama. */
const REPLY = z.union([
  z
    .object({ ...MODEL, data: z.array(z.object({ index: z.number(), embedding: NUMBERS })) })
    .transform(({ model, data }) => {
      const sorted = [...data].sort((one, other) => one.index - other.index);
      return {
        model,
        rows: sorted.every(({ index }, at) => index === at) ? sorted.map(({ embedding }) => embedding) : [],
      };
    }),
  z
    .object({ ...MODEL, embeddings: z.array(NUMBERS) })
    .transform(({ model, embeddings: rows }) => ({ model, rows })),
]);

const OLLAMA_PORT = '11434';

/** The requests to try: `/v1/embeddings`, then Ollama's `/api/embed`; reversed at Ollama's usual port. */
function embedRequests(
  address: string,
  model: string | null,
  texts: readonly string[],
): ModelRequest<Vectors>[] {
  const base = new URL(address);
  const path = base.pathname.replace(/\/+$/, '');
  const at = (pathname: string) => Object.assign(new URL(base), { pathname }).href;
  const root = path.replace(/\/(?:v\d+|api)$/, '');
  const version = /\/v\d+$/.exec(path)?.[0] ?? '/v1';
  const body = { ...(model !== null && { model }), input: texts };
  const request = (pathname: string) => ({
    url: at(pathname),
    body,
    read: (reply: unknown) => readVectors(reply, texts.length),
  });
  if (/\/embed(?:dings)?$/.test(path)) return [request(path)];
  const requests = [request(`${root}${version}/embeddings`), request(`${root}/api/embed`)];
  return base.port === OLLAMA_PORT || path.endsWith('/api') ? requests.reverse() : requests;
}

/** A vector without a direction. */
const EMPTY = new Float32Array();

/** The vectors in a reply, of length 1; null unless `count` of one dimension, none zero. Linear. */
export function readVectors(reply: unknown, count: number): Vectors | null {
  const { data } = REPLY.safeParse(reply);
  if (data === undefined || data.rows.length !== count) return null;
  const vectors = data.rows.map(toUnitVector);
  const dimensions = new Set(vectors.map(({ length }) => length));
  return dimensions.size <= 1 && !dimensions.has(0) ? { vectors, model: data.model ?? null } : null;
}

/** Empty if all numbers are zero, so that the vector has no direction. */
function toUnitVector(numbers: readonly number[]): Float32Array {
  const length = Math.sqrt(numbers.reduce((sum, number) => sum + number * number, 0));
  return length > 0 && Number.isFinite(length)
    ? Float32Array.from(numbers, (number) => number / length)
    : EMPTY;
}
