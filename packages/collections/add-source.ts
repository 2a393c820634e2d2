import { statSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { parseSources } from './sources-file.ts';
import { CollectionProblem } from './store.ts';

const KINDS = ['folder', 'site', 'feed', 'git'] as const;
export type AddedKind = (typeof KINDS)[number];

/** Addresses that feeds usually have. */
const FEED = /(?:\/(?:feed|rss|atom)\/?|\.(?:rss|atom)|(?:feed|rss|atom|index)\.(?:xml|json))$/i;
const REPOSITORY = /^(?:git@|ssh:|git:)|\.git\/?$/i;

/** What kind of source a place is, by its form. */
export function kindOfPlace(place: string): AddedKind {
  if (REPOSITORY.test(place)) return 'git';
  const url = /^https?:/i.test(place) ? URL.parse(place) : null;
  if (url !== null) return FEED.test(url.pathname) ? 'feed' : 'site';
  if (statSync(place, { throwIfNoEntry: false })?.isDirectory()) return 'folder';
  throw new CollectionProblem(`"${place}" is neither a folder nor an address with http:// or https://`);
}

/**
 * The text of `sources.yml` with one more source; comments stay.
 * @param text what is there; empty for a new file
 * @throws CollectionProblem if the file or the new source cannot be used
 */
export function withSource(
  text: string,
  {
    place,
    kind,
    collection,
  }: { readonly place: string; readonly kind: AddedKind; readonly collection: string },
): string {
  if (text.trim() !== '') parseSources(text);
  const document = parseDocument(text.trim() === '' ? 'collections: {}\n' : text);
  const path = ['collections', collection, 'sources'];
  const added = document.createNode({ [kind]: place });
  if (document.hasIn(path)) document.addIn(path, added);
  else document.setIn(path, document.createNode([added]));
  const collections = document.get('collections');
  if (typeof collections === 'object' && collections !== null && 'flow' in collections)
    collections.flow = false;
  const written = document.toString();
  parseSources(written);
  return written;
}
