import type { DatabaseSync } from 'node:sqlite';
import {
  type CollectionSettings,
  closestPieces,
  createSearch,
  openDocuments,
  openVectors,
} from '@sayso/collections';
import { abortReason } from '../core/deadline.ts';
import type { Embed } from '../core/ranking.ts';
import type { Documents } from '../core/service.ts';
import { failed, found, SENDS_NOTHING, type SearchBackend } from '../search/search.ts';
import { toHit } from './collection.ts';

/** The first part of the path under which the service shows the documents of collections. */
export const OWN_WEB = 'own';

/** What the search of collections needs. */
export type OwnWebParts = {
  readonly database: DatabaseSync;
  /** The collections as they are now; the file that names them may change. */
  collections(): readonly CollectionSettings[];
  /** Makes the vector of a question; null without an embedding model. */
  readonly embed: Embed | null;
  /** Whether all models that get passages are on this machine, or at an address that the operator trusts. */
  readonly isLocal: boolean;
};

/**
 * A back-end over the operator's collections, which change while it is used. Collections that must not leave this
 * machine are searched only if every model is on it.
 */
export function createOwnWeb({
  database,
  collections,
  embed,
  isLocal,
}: OwnWebParts): SearchBackend & { readonly documents: Documents } {
  const search = createSearch(database);
  const documents = openDocuments(database);
  const version = database.prepare('select count(*) as vectors from vectors');
  let loaded: { readonly vectors: unknown; readonly table: ReturnType<typeof openVectors> } | undefined;
  const vectors = () => {
    const now = version.get()?.vectors;
    if (loaded?.vectors !== now) loaded = { vectors: now, table: openVectors(database) };
    return loaded?.table ?? null;
  };
  return {
    documents: {
      name: OWN_WEB,
      sampleWord: () => documents.sampleWord(),
      find(path) {
        const [collection = '', ...rest] = path.split('/');
        return documents.find(collection, rest.join('/'));
      },
    },
    sends: SENDS_NOTHING,
    async search(query, signal) {
      if (signal.aborted) throw abortReason(signal);
      const all = collections();
      const searched = all.filter((each) => isLocal || !each.local_only).map(({ name }) => name);
      try {
        const { near } = await closestPieces(query, { embed, vectors: vectors() }, signal);
        const hits = search({ ...query, collections: searched }, near);
        const outcome = found(hits.map((hit) => toHit(hit, `${OWN_WEB}/${hit.collection}`)));
        const hint =
          searched.length < all.length
            ? 'collections that must stay on this machine were left out, because a model is elsewhere: name its host in trusted_models, or use a model here'
            : undefined;
        return outcome.status === 'failed' ? outcome : { ...outcome, hint };
      } catch {
        if (signal.aborted) throw abortReason(signal);
        return failed('upstream', 'The index of the collections cannot be read.');
      }
    },
  };
}
