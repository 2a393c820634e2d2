import { webUrl } from './address-settings.ts';
import { secret, text, type ValuesOf } from './setting.ts';

/** The part of the settings table about models that rank passages. */
export const rankingSettings = {
  rerankUrl: webUrl({
    name: 'RERANK_URL',
    fallback: null,
    help:
      'Address of a reranker, e.g. http://localhost:8080, which sorts passages by how well they answer ' +
      '(docs/ranking.md).',
  }),
  rerankModel: text({
    name: 'RERANK_MODEL',
    fallback: null,
    help: 'Name of the reranker, if the server has several.',
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
      'Address of an embedding model, e.g. http://localhost:11434: finds documents in other words, and ' +
      'ranks passages if there is no reranker (docs/ranking.md).',
  }),
  embedModel: text({
    name: 'EMBED_MODEL',
    fallback: null,
    help: 'Name of the embedding model, if the server has several.',
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
