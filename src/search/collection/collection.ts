import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { abortReason } from '../../core/deadline.ts';
import type { Documents } from '../../core/documents.ts';
import type { Hit } from '../../core/terms.ts';
import { failed, found, type SearchBackend, type SearchQuery } from '../backend.ts';
import { openCollectionFile } from './collection-file.ts';
import { createCollectionSearch } from './collection-search.ts';
import { createStoredDocuments } from './stored-documents.ts';

type Opened = {
  readonly search: (query: SearchQuery) => Hit[];
  readonly documents: Omit<Documents, 'name'>;
  readonly state: string;
  readonly close: () => void;
};

/** Where an index is, and the name below which the service shows its documents. */
export type CollectionPlace = { readonly file: string; readonly name?: string };

/** A back-end over documents of the operator. */
export type Collection = SearchBackend & { readonly documents: Documents };

/**
 * A folder's texts as a back-end, from the index that `sayso index` wrote. Its hits carry the text itself, at most 20,000
 * characters of it around the best place. Searching blocks the process for the milliseconds it takes. A new index in
 * the place of the old one is taken up with the next question.
 *
 * Throws a Failure `misconfigured` with the remedy when the index cannot be used now; when it goes bad later, the back-end
 * answers `failed`.
 */
export function createCollection({ file, name = 'documents' }: CollectionPlace): Collection {
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
    async search(query, signal) {
      if (signal.aborted) throw abortReason(signal);
      try {
        return found(current().search(query));
      } catch {
        close();
        return failed(
          'upstream',
          `The index ${basename(file)} has gone missing or is damaged; write it again with "sayso index".`,
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
    documents: createStoredDocuments(database),
    close: () => database.close(),
  };
}

/** Changes when another file takes the place of this one. */
function stateOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? 'missing' : `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeMs}`;
}
