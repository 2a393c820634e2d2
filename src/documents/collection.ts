import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { abortReason } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import type { Embed } from '../core/ranking.ts';
import type { Documents } from '../core/service.ts';
import { failed, found, SENDS_NOTHING, type SearchBackend } from '../search/search.ts';
import { createCollectionSearch } from './collection-search.ts';
import { openCollectionFile, PARTS_PER_DOCUMENT } from './index-file.ts';
import { toQueryWords } from './index-text.ts';
import { closestPieces, openVectors } from './vectors.ts';

/** An index, and how it is searched. */
type CollectionPlace = {
  /** The path of the index. */
  readonly file: string;
  /** The name under which the service shows the documents. */
  readonly name?: string;
  /** Makes the vector of a question; null without an embedding model. */
  readonly embed?: Embed | null;
};

/** A back-end that searches the operator's own documents. */
type Collection = SearchBackend & { readonly documents: Documents };

/**
 * Creates a back-end over an index written by `sayso index`. Its hits include the text, at most 20,000
 * characters around the best match. With an embedding model, and vectors in the index, the search also finds
 * texts that say the same in other words. When a new index replaces the old one, the next question uses it.
 *
 * @throws Failure `misconfigured` with the remedy if the index cannot be used now. If the index becomes
 * unusable later, the back-end reports `failed`.
 */
export function createCollection({ file, name = 'documents', embed = null }: CollectionPlace): Collection {
  let opened: ReturnType<typeof openCollection> | undefined = openCollection(file, name);
  const close = () => {
    opened?.close();
    opened = undefined;
  };
  const current = () => {
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
        const queried = current();
        const { near, hint } = await closestPieces(query, { embed, vectors: queried.vectors }, signal);
        const latest = current();
        const outcome = found(latest.search(query, latest === queried ? near : []));
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

function openCollection(file: string, name: string) {
  const state = stateOf(file);
  const database = openCollectionFile(file);
  return {
    state,
    search: createCollectionSearch(database, name),
    vectors: openVectors(database),
    documents: storedDocuments(database),
    close: () => database.close(),
  };
}

/** Changes when another file replaces it. */
function stateOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? 'missing' : `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeMs}`;
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

/** The number of parts that are read at a time; together they have at most 256,000 characters. */
const PARTS_AT_ONCE = 64;
const MIN_WORD_CHARS = 4;

/** The documents of an open collection that the service shows: those without an address. */
function storedDocuments(database: DatabaseSync): Omit<Documents, 'name'> {
  const byPath = database.prepare('select id, title, parts from documents where path = ?');
  const firstText = database.prepare('select text from parts order by id limit 1');
  const textsOf = database.prepare('select text from parts where id between ? and ? order by id');
  function* partsOf(first: number, end: number): Generator<string> {
    for (let id = first; id < end; id += PARTS_AT_ONCE) {
      const last = Math.min(id + PARTS_AT_ONCE, end) - 1;
      for (const { text } of textsOf.all(id, last)) yield String(text);
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
      const [first, partCount] = [Number(id) * PARTS_PER_DOCUMENT, Number(parts)];
      return {
        title: String(title),
        partCount,
        parts: (from = 0, to = partCount) => partsOf(first + from, first + Math.min(to, partCount)),
      };
    },
  };
}
