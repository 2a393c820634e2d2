import type { Embed } from '../../core/ranking.ts';
import type { SearchQuery } from '../backend.ts';
import type { NearPiece, VectorSearch } from './vector-search.ts';

/** The maximum time to embed a question; after that, searching without it is better than no result. */
const QUESTION_MS = 1_500;
/** The number of documents found by meaning that are compared with those found by words. */
const NEAR_DOCUMENTS = 30;

/** The parts that compare a question with the documents by meaning. */
type ByMeaning = { readonly embed: Embed | null; readonly vectors: VectorSearch | null };

/**
 * The pieces nearest to a question (none if the question cannot be embedded), and advice for the operator.
 */
export async function nearestPieces(
  { text, leftMs, limit }: SearchQuery,
  { embed, vectors }: ByMeaning,
  signal: AbortSignal,
): Promise<{ readonly near: readonly NearPiece[]; readonly hint: string | null }> {
  if (embed === null) return { near: [], hint: null };
  const again = 'run `sayso index` again with the same EMBED_URL and EMBED_MODEL';
  if (vectors === null) return { near: [], hint: `its index has no vectors: ${again}` };
  const timeoutMs = Math.min(QUESTION_MS, (leftMs?.() ?? QUESTION_MS) / 2);
  const embedded = await embed({ question: text, passages: [], timeoutMs }, signal);
  const [vector] = embedded.status === 'ok' ? embedded.vectors : [];
  if (embedded.status === 'failed' || vector === undefined) return { near: [], hint: null };
  if (embedded.model !== vectors.model || vector.length !== vectors.dimension) {
    const made = `${vectors.model} (${vectors.dimension} dimensions)`;
    const hint = `its vectors were made by ${made}, not by ${embedded.model} (${vector.length}): ${again}`;
    return { near: [], hint };
  }
  return { near: await vectors.nearest(vector, Math.max(limit, NEAR_DOCUMENTS)), hint: null };
}
