/**
 * One text of a collection; `title` and `text` are plain text. `url` is its http(s) address; a document without one has
 * the `path` at which the service shows it, with slashes, relative to its folder.
 */
export type CollectionDocument = {
  readonly title: string;
  readonly text: string;
  /** Further words by which it is found, separated by spaces or commas; they are not part of its text. */
  readonly keywords?: string;
} & ({ readonly url: string } | { readonly path: string });

/** A document and what of its file was left out, in words. */
export type ReadDocument = CollectionDocument & { readonly remark?: string };

/** Something that should have become a document and did not; `path` is its file or, for lack of one, its URL. */
export type Refusal = { readonly path: string; readonly reason: string };
