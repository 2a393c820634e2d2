import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { abortReason } from '../../core/deadline.ts';
import type { Hit } from '../../core/terms.ts';
import { failed, found, type SearchBackend, type SearchQuery } from '../backend.ts';
import { openCollectionFile } from './collection-file.ts';
import { createCollectionSearch } from './collection-search.ts';

type Opened = {
  readonly search: (query: SearchQuery) => Hit[];
  readonly state: string;
  readonly close: () => void;
};

/**
 * A folder's texts as a back-end, from the index that `sayso index` wrote. Its hits carry the text itself, at most 20,000
 * characters of it around the best place. Searching blocks the process for the milliseconds it takes. A new index in
 * the place of the old one is taken up with the next question.
 *
 * Throws a Failure `misconfigured` with the remedy when the index cannot be used now; when it goes bad later, the back-end
 * answers `failed`.
 */
export function createCollection({ file }: { readonly file: string }): SearchBackend {
  let opened: Opened | undefined = openCollection(file);
  const close = () => {
    opened?.close();
    opened = undefined;
  };
  return {
    async search(query, signal) {
      if (signal.aborted) throw abortReason(signal);
      try {
        if (opened?.state !== stateOf(file)) {
          close();
          opened = openCollection(file);
        }
        return found(opened.search(query));
      } catch {
        close();
        const name = basename(file);
        return failed(
          'upstream',
          `The index ${name} has gone missing or is damaged; write it again with "sayso index".`,
        );
      }
    },
  };
}

function openCollection(file: string): Opened {
  const state = stateOf(file);
  const database = openCollectionFile(file);
  return { state, search: createCollectionSearch(database), close: () => database.close() };
}

/** Changes when another file takes the place of this one. */
function stateOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? 'missing' : `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeMs}`;
}
