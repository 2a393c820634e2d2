import {
  type Embed,
  type Embedded,
  type EmbedTexts,
  fuseRanks,
  type RankPassages,
  similarity,
} from '../../core/ranking.ts';
import type { Diagnosis } from '../../core/status.ts';
import { EMPTY, embedRequests } from './embed-protocols.ts';
import type { ModelServerOptions } from './model-request.ts';
import { createModelServer, SAMPLE } from './model-server.ts';

/** An embedding model, as configured in the settings. */
export type EmbedderOptions = Omit<ModelServerOptions, 'name' | 'prefix'> & {
  /** Null if the server has only one model. */
  readonly model: string | null;
};

/** A model that turns texts into vectors. */
export type Embedder = {
  readonly embed: Embed;
  /** Embeds any number of texts. */
  readonly embedTexts: EmbedTexts;
  diagnose(signal: AbortSignal): Promise<Diagnosis>;
};

/** Text Embeddings Inference accepts 32 texts per call. */
const MAX_TEXTS = 32;

/** Creates an embedder. Its server is recognised by the request to which it replies. */
export function createEmbedder({ model, ...options }: EmbedderOptions): Embedder {
  const server = createModelServer({ ...options, name: 'embedding model', prefix: 'EMBED_' });
  // A server of its own: texts from outside that the model refuses must not suspend it for searches.
  const forCallers = createModelServer({ ...options, name: 'embedding model', prefix: 'EMBED_' });
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
    async embedTexts({ texts, timeoutMs }, signal): Promise<Embedded> {
      const endsAtMs = performance.now() + timeoutMs;
      const vectors: Float32Array[] = [];
      let name = model;
      while (vectors.length < texts.length) {
        const batch = texts.slice(vectors.length, vectors.length + MAX_TEXTS);
        const leftMs = endsAtMs - performance.now();
        if (leftMs <= 0) return { status: 'failed', cause: 'it did not answer in time' };
        const outcome = await forCallers.call(embedRequests(options.url, model, batch), leftMs, signal);
        if (outcome.status === 'failed') return { status: 'failed', cause: outcome.cause };
        vectors.push(...outcome.value.vectors);
        name ??= outcome.value.model;
      }
      return { status: 'ok', vectors, model: name ?? '' };
    },
    diagnose: (signal) =>
      server.diagnose(
        requestsFor(SAMPLE.question, SAMPLE.passages),
        ({ vectors: [question = EMPTY, train = EMPTY, water = EMPTY] }) =>
          similarity(question, water) > similarity(question, train)
            ? [`its vectors have ${question.length} dimensions`, '']
            : [
                'it finds a passage about trains closer to "What is water?" than one about water',
                'check that EMBED_MODEL makes embeddings',
              ],
        signal,
      ),
  };
}

/** Ranks passages by combining their given order with the order of their similarity to the question. */
export function rankByMeaning(embed: Embed): RankPassages {
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

/**
 * Models that were trained with prompts find less without them. From their makers' documentation, November
 * 2026.
 */
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
