import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { abortReason } from '../../core/deadline.ts';
import type { Documents } from '../../core/documents.ts';
import { Failure } from '../../core/failure.ts';
import type { Embed } from '../../core/ranking.ts';
import { failed, found, SENDS_NOTHING, type SearchBackend, type SearchQuery } from '../backend.ts';
import { openCollectionFile, PARTS_PER_DOCUMENT } from './collection-file.ts';
import { createCollectionSearch } from './collection-search.ts';
import { toQueryWords } from './collection-words.ts';
import { createVectorSearch, type NearPiece, type VectorSearch } from './vector-search.ts';

/** The longest time to embed a question; a search without it is better than none. */
const QUESTION_MS = 1_500;
/** How many documents are compared by meaning with those found by words. */
const NEAR_DOCUMENTS = 30;

type Opened = {
  readonly search: ReturnType<typeof createCollectionSearch>;
  /** Null for an index without vectors. */
  readonly vectors: VectorSearch | null;
  readonly documents: Omit<Documents, 'name'>;
  readonly state: string;
  readonly close: () => void;
};

/** The path of an index, and the name below which the service shows its documents. */
export type CollectionPlace = {
  readonly file: string;
  readonly name?: string;
  /** Makes the vector of a question; null without an embedding model. */
  readonly embed?: Embed | null;
};

/** A back-end that searches the operator's own documents. */
export type Collection = SearchBackend & { readonly documents: Documents };

/**
 * Creates a back-end over an index written by `sayso index`. Its hits include the text, at most 20,000
 * characters around the best match. With an embedding model, and vectors in the index, texts that mean the
 * same in other words are found as well. When a new index replaces the old one, the next question uses it.
 *
 * Throws a Failure `misconfigured` with the remedy if the index cannot be used now; if it becomes unusable
 * later, the back-end reports `failed`.
 */
export function createCollection({ file, name = 'documents', embed = null }: CollectionPlace): Collection {
  let opened: Opened | undefined = openCollection(file, name);
  const close = () => {
    opened?.close();
    opened = undefined;
  };
  const current = (): Opened => {
    if (opened?.state === stateOf(file)) return opened;
    close();
    opened = openCollection(file, name);
    return opened;
  };
  return {
    documents: {
      name,
      sampleWord: () => current().documents.sampleWord(),
      find: (path) => current().documents.find(path),
    },
    sends: SENDS_NOTHING,
    async search(query, signal) {
      if (signal.aborted) throw abortReason(signal);
      try {
        const asked = current();
        const { near, hint } = await nearestTo(query, { embed, vectors: asked.vectors }, signal);
        const now = current();
        const outcome = found(now.search(query, now === asked ? near : []));
        return outcome.status === 'ok' && hint !== null ? { ...outcome, hint } : outcome;
      } catch {
        if (signal.aborted) throw abortReason(signal);
        close();
        return failed(
          'upstream',
          `The index ${basename(file)} is missing or damaged; create it again with "sayso index".`,
        );
      }
    },
  };
}

function openCollection(file: string, name: string): Opened {
  const state = stateOf(file);
  const database = openCollectionFile(file);
  return {
    state,
    search: createCollectionSearch(database, name),
    vectors: createVectorSearch(database, PARTS_PER_DOCUMENT),
    documents: createStoredDocuments(database),
    close: () => database.close(),
  };
}

/** How a question is compared with the documents by meaning. */
type ByMeaning = { readonly embed: Embed | null; readonly vectors: VectorSearch | null };

/** The pieces nearest to a question, none if it cannot be embedded, and what the operator can improve. */
async function nearestTo(
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

/** Changes when another file takes its place. */
function stateOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? 'missing' : `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeMs}`;
}

/** How many parts are read at a time: 256,000 characters. */
const PARTS_AT_ONCE = 64;
const MIN_WORD_CHARS = 4;

/** The documents of an open collection that the service shows: those without an address. */
export function createStoredDocuments(database: DatabaseSync): Omit<Documents, 'name'> {
  const byPath = database.prepare('select id, title, parts from documents where path = ?');
  const firstText = database.prepare('select text from parts order by id limit 1');
  const textsOf = database.prepare('select text from parts where id between ? and ? order by id');
  function* partsOf(first: number, count: number): Generator<string> {
    for (let from = 0; from < count; from += PARTS_AT_ONCE) {
      const to = Math.min(from + PARTS_AT_ONCE, count) - 1;
      for (const { text } of textsOf.all(first + from, first + to)) yield String(text);
    }
  }
  return {
    sampleWord() {
      const words = toQueryWords(String(firstText.get()?.text ?? ''));
      const isTelling = (word: string) => word.length >= MIN_WORD_CHARS && /^\p{L}+$/u.test(word);
      return words.find(isTelling) ?? words[0] ?? null;
    },
    find(path) {
      const { id, title, parts } = byPath.get(path) ?? {};
      if (id === undefined) return null;
      return { title: String(title), parts: partsOf(Number(id) * PARTS_PER_DOCUMENT, Number(parts)) };
    },
  };
}

/**
 * The path in a `file:INDEX` setting: relative (`file:notes.sqlite`), absolute (`file:/srv/notes.sqlite`) or
 * a full URL (`file:///srv/notes.sqlite`), with or without percent-encoding. Throws a Failure `misconfigured`
 * for anything else.
 */
export function collectionPath(url: string): string {
  const [, path] = /^file:(.+)$/isu.exec(url.trim()) ?? [];
  if (path === undefined) throw misfit(url);
  try {
    return path.startsWith('//') ? fileURLToPath(url.trim()) : decodeURIComponent(path);
  } catch (error) {
    // The name may contain a percent sign that is not an escape.
    if (error instanceof URIError && !path.startsWith('//')) return path;
    throw misfit(url);
  }
}

function misfit(url: string): Failure {
  return new Failure(
    'misconfigured',
    `"${url}" is not the address of a collection; ` +
      'write file: and the path of the index, such as file:notes.sqlite.',
  );
}
