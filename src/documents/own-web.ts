import { type CollectionSettings, closestPieces, type OpenStore } from '@sayso/collections';
import { abortReason } from '../core/deadline.ts';
import type { Embed } from '../core/ranking.ts';
import type { Documents } from '../core/service.ts';
import { failed, found, SENDS_NOTHING, type SearchBackend } from '../search/search.ts';
import { toHit } from './collection.ts';

/** The first part of the path under which the service shows the documents of collections. */
export const OWN_WEB = 'own';

/** What the search of collections needs. */
export type OwnWebParts = {
  readonly store: OpenStore;
  /** The collections as they are now; the file that names them may change. */
  collections(): readonly CollectionSettings[];
  /** Makes the vector of a question; null without an embedding model. */
  readonly embed: Embed | null;
  /** Whether all models that get passages are on this machine, or at an address that the operator trusts. */
  isLocal(): boolean;
};

/**
 * A back-end over the operator's collections, which change while it is used. Collections that must not leave this
 * machine are searched only if every model is on it.
 */
export function createOwnWeb({
  store,
  collections,
  embed,
  isLocal,
}: OwnWebParts): SearchBackend & { readonly documents: Documents } {
  return {
    documents: {
      name: OWN_WEB,
      sampleWord: () => store.sampleWord(),
      async find(path) {
        const [collection = '', ...rest] = path.split('/');
        return await store.find(collection, rest.join('/'));
      },
    },
    sends: SENDS_NOTHING,
    async search(query, signal) {
      if (signal.aborted) throw abortReason(signal);
      const all = collections();
      const searched = all.filter((each) => isLocal() || !each.local_only).map(({ name }) => name);
      try {
        const { near } = await closestPieces(query, { embed, vectors: store.vectors() }, signal);
        const hits = await store.search({ ...query, collections: searched }, near);
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
