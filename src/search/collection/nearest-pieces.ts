import type { Embed } from '../../core/ranking.ts';
import type { SearchQuery } from '../backend.ts';
import type { NearPiece, VectorSearch } from './vector-search.ts';

/** The longest time to embed a question; a search without it is better than none. */
const QUESTION_MS = 1_500;
/** How many documents are compared by meaning with those found by words. */
const NEAR_DOCUMENTS = 30;

/** How a question is compared with the documents by meaning. */
type ByMeaning = { readonly embed: Embed | null; readonly vectors: VectorSearch | null };

/** The pieces nearest to a question, none if it cannot be embedded, and what the operator can improve. */
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
