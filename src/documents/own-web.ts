import { type CollectionSettings, closestPieces, type OpenStore, ThreadEnded } from '@sayso/collections';
import { abortReason, untilAborted } from '../core/deadline.ts';
import type { Embed } from '../core/ranking.ts';
import type { Caller } from '../core/run.ts';
import type { Documents } from '../core/service.ts';
import { failed, found, SENDS_NOTHING, type SearchBackend } from '../search/search.ts';
import { findDocument, toHit } from './collection.ts';

/** The first part of the path under which the service shows the documents of collections. */
const OWN_WEB = 'own';

/** What the search of collections needs. */
type OwnWebParts = {
  /** The index; null while it cannot be reached. */
  store(): OpenStore | null;
  /** The collections as they are now; the file that names them may change. */
  collections(): readonly CollectionSettings[];
  /** Makes the vector of a question; null without an embedding model. */
  readonly embed: Embed | null;
  /** Whether all models that get passages are on this machine, or at an address that the operator trusts. */
  isLocal(): boolean;
};

/** The operator's collections: each caller finds, opens and hears of those only that it may see. */
export type OwnWeb = SearchBackend & {
  readonly documents: Documents;
  /** The names of the collections that are searched for a caller. */
  collectionsOf(caller: Caller): readonly string[];
  /** Why a caller cannot choose a collection, in words; null if it can. One that it may not see does not exist. */
  whyNot(name: string, caller: Caller): string | null;
};

/**
 * A back-end over the operator's collections, which change while it is used. Collections that must not leave this
 * machine are searched only if every model is on it.
 */
export function createOwnWeb({ store, collections, embed, isLocal }: OwnWebParts): OwnWeb {
  const seenBy = (caller: Caller) => collections().filter((each) => maySee(each, caller));
  const searchedFor = (all: readonly CollectionSettings[]) =>
    all.filter((each) => isLocal() || !each.local_only).map(({ name }) => name);
  const collectionsOf = (caller: Caller) => searchedFor(seenBy(caller));
  return {
    collectionsOf,
    whyNot(name, caller) {
      const names = collectionsOf(caller);
      if (names.includes(name)) return null;
      if (seenBy(caller).some((each) => each.name === name))
        return `The collection "${name}" is only for a model on this machine, and the model of this service is elsewhere.`;
      const others = names.length === 0 ? '' : ` There are: ${names.join(', ')}.`;
      return `There is no collection "${name}".${others}`;
    },
    documents: {
      name: OWN_WEB,
      sampleWord: async () => (await store()?.sampleWord()) ?? null,
      async find(path, caller) {
        const [collection = '', ...rest] = path.split('/');
        const isSeen = (caller === undefined ? collections() : seenBy(caller)).some(
          ({ name }) => name === collection,
        );
        const opened = isSeen ? store() : null;
        return opened && (await findDocument(opened, collection, rest.join('/')));
      },
    },
    sends: SENDS_NOTHING,
    async search({ scope, caller = NOBODY, isDiagnosis = false, ...query }, signal) {
      if (signal.aborted) throw abortReason(signal);
      const seen = isDiagnosis ? collections() : seenBy(caller);
      const all = seen.filter(({ name }) => (scope.collection ?? name) === name);
      const searched = searchedFor(all);
      const opened = store();
      if (opened === null) return failed('upstream', 'the index of the collections cannot be reached');
      try {
        const { text, limit } = query;
        const place = { limit, collections: searched };
        const weights = Object.fromEntries(all.map(({ name, weight }) => [name, weight]));
        const { near } = await closestPieces(
          { ...query, ...place },
          { embed, vectors: opened.vectors },
          signal,
        );
        const documents = await untilAborted(opened.search({ text, ...place, weights }, near), signal);
        const outcome = found(
          documents.map((document) => {
            const { collection } = document;
            return { ...toHit(document, `${OWN_WEB}/${collection}`), collection };
          }),
        );
        const kept = all.filter(({ name }) => !searched.includes(name)).map(({ name }) => `"${name}"`);
        if (kept.length === 0 || outcome.status === 'failed') return outcome;
        const leftOut = `${kept.join(', ')}: not searched, only for a model on this machine, and the model of this service is elsewhere`;
        return { ...outcome, leftOut, hint: `${leftOut}; its host can be named in trusted_models` };
      } catch (error) {
        if (signal.aborted) throw abortReason(signal);
        const isEnded = error instanceof ThreadEnded;
        return failed('upstream', isEnded ? error.message : 'the index of the collections cannot be read');
      }
    },
  };
}

const NOBODY: Caller = { name: '' };

/** Both the file of the collections and that of the keys may limit who sees a collection. */
function maySee(
  { name, visible_to: named }: CollectionSettings,
  { key, group, collections }: Caller,
): boolean {
  const isNamed = named === undefined || named.some((each) => each === key || each === group);
  return isNamed && collections?.includes(name) !== false;
}
