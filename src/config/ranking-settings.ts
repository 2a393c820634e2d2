import { webUrl } from './address-settings.ts';
import { secret, text, type ValuesOf } from './setting.ts';

/** The part of the settings table about models that rank passages. */
export const rankingSettings = {
  rerankUrl: webUrl({
    name: 'RERANK_URL',
    fallback: null,
    help:
      'Address of a reranker, e.g. http://localhost:8080. The reranker sorts the parts of pages by how ' +
      'well they answer the question. Sayso supports Text Embeddings Inference, vLLM, llama.cpp, Jina, ' +
      'Cohere and compatible servers. See docs/ranking.md.',
  }),
  rerankModel: text({
    name: 'RERANK_MODEL',
    fallback: null,
    help: 'Name of the reranker. You can leave out the name if the server has only one model.',
  }),
  rerankKey: secret({
    name: 'RERANK_KEY',
    fallback: null,
    help: "Key for the reranker's API.",
  }),
  embedUrl: webUrl({
    name: 'EMBED_URL',
    fallback: null,
    help:
      "Address of an embedding model with an API like OpenAI's or Ollama's, e.g. http://localhost:11434. " +
      'With an embedding model, Sayso also finds documents that say the same thing in other words. If ' +
      'there is no reranker, Sayso also ranks the parts of pages with this model. See docs/ranking.md.',
  }),
  embedModel: text({
    name: 'EMBED_MODEL',
    fallback: null,
    help:
      'Name of the embedding model, e.g. nomic-embed-text. You can leave out the name if the server has ' +
      'only one model.',
  }),
  embedKey: secret({
    name: 'EMBED_KEY',
    fallback: null,
    help: "Key for the embedding model's API.",
  }),
} as const;

/** A warning for each model that is named, or has a key, but has no address. */
export function rankingWarnings(given: ValuesOf<typeof rankingSettings>): string[] {
  const { rerankUrl, rerankModel, rerankKey, embedUrl, embedModel, embedKey } = given;
  return [
    ...warningOf('RERANK', { url: rerankUrl, model: rerankModel, key: rerankKey }),
    ...warningOf('EMBED', { url: embedUrl, model: embedModel, key: embedKey }),
  ];
}

type GivenRanker = Readonly<Record<'url' | 'model' | 'key', string | null>>;

function warningOf(prefix: string, { url, model, key }: GivenRanker): string[] {
  if (url !== null || (model === null && key === null)) return [];
  const given = key === null ? 'MODEL' : 'KEY';
  return [`${prefix}_${given} is not used, because ${prefix}_URL is not set.`];
}
