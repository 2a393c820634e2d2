import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CollectionProblem,
  closestPieces,
  type FoundDocument,
  openForReading,
  openStoreThreads,
  type Store,
  ThreadEnded,
} from '@sayso/collections';
import { isAddressOf, toDocumentUrl } from '@sayso/text/url.ts';
import { abortReason, untilAborted } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import type { Embed } from '../core/ranking.ts';
import type { Documents, StoredDocument } from '../core/service.ts';
import type { Hit } from '../core/source.ts';
import { failed, found, SENDS_NOTHING, type SearchBackend } from '../search/search.ts';

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
 * texts that say the same in other words. When the index changes, the next question uses what it then has.
 *
 * @throws Failure `misconfigured` with the remedy if the index cannot be used now. If the index becomes
 * unusable later, the back-end reports `failed`.
 */
export function createCollection({ file, name = 'documents', embed = null }: CollectionPlace): Collection {
  let opened: ReturnType<typeof openIndex> | undefined = openIndex(file);
  const close = () => {
    // What was asked before is still answered.
    opened?.store.close();
    opened = undefined;
  };
  const current = () => {
    if (opened?.place === placeOf(file)) return opened;
    close();
    opened = openIndex(file);
    return opened;
  };
  return {
    documents: {
      name,
      sampleWord: async () => await current().store.sampleWord(),
      find: async (path) => await findDocument(current().store, 'documents', path),
    },
    sends: SENDS_NOTHING,
    async search(query, signal) {
      if (signal.aborted) throw abortReason(signal);
      let used: typeof opened;
      try {
        const queried = current();
        used = queried;
        const { near, hint } = await closestPieces(
          query,
          { embed, vectors: queried.store.vectors },
          signal,
        ).catch((error: unknown) => {
          // Another index has taken its place meanwhile, and it was closed.
          if (opened !== queried) return { near: [], hint: null };
          throw error;
        });
        used = current();
        const { text, limit } = query;
        const search = used.store.search({ text, limit }, used === queried ? near : []);
        const documents = await untilAborted(search, signal);
        const outcome = found(documents.map((document) => toHit(document, name)));
        return outcome.status === 'ok' && hint !== null ? { ...outcome, hint } : outcome;
      } catch (error) {
        if (signal.aborted) throw abortReason(signal);
        if (error instanceof ThreadEnded) return failed('upstream', error.message);
        // Another question may have opened it anew.
        if (used === opened) close();
        return failed(
          'upstream',
          `The index ${basename(file)} is missing or damaged; create it again with "sayso index".`,
        );
      }
    },
  };
}

/** A document as a hit; without an address of its own it gets one below `name`, where the service shows it. */
export function toHit({ url, path, title, snippet, text }: FoundDocument, name: string): Hit {
  // A document may give an address that only the service may make.
  if (url !== null && isAddressOf({ url })) return { url, title, snippet, text };
  const document = `${name}/${path}`;
  return { url: toDocumentUrl(document), title, snippet, text, document };
}

/** The number of parts that are read at a time; together they have at most 256,000 characters. */
const PARTS_AT_ONCE = 64;

/** The document at a path of a collection, which the service shows. */
export async function findDocument(
  store: Store,
  collection: string,
  path: string,
): Promise<StoredDocument | null> {
  const found = await store.find(collection, path);
  if (found === null) return null;
  const { id, title, partCount } = found;
  return {
    title,
    partCount,
    async *parts(from = 0, to = partCount) {
      for (let at = from; at < Math.min(to, partCount); at += PARTS_AT_ONCE)
        yield* await store.parts(id, at, Math.min(at + PARTS_AT_ONCE, to, partCount));
    },
  };
}

function openIndex(file: string) {
  const place = placeOf(file);
  try {
    openForReading(file).close();
    return { place, store: openStoreThreads(file, 'read') };
  } catch (error) {
    throw asMisconfigured(error);
  }
}

/** What the operator has to change, as a Failure `misconfigured`; any other error as it is. */
export function asMisconfigured(error: unknown): unknown {
  if (!(error instanceof CollectionProblem)) return error;
  return new Failure('misconfigured', error.message, { cause: error });
}

/** Changes when another file replaces it. */
function placeOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? 'missing' : `${stat.dev}:${stat.ino}`;
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
