/**
 * A document of a collection; `title` and `text` are plain text. `url` is the document's http(s) address. A
 * document without an address has the `path` at which the service shows it, with slashes, relative to its
 * folder.
 */
export type CollectionDocument = {
  readonly title: string;
  readonly text: string;
  /** Additional search words, separated by spaces or commas; they are not part of the text. */
  readonly keywords?: string;
} & ({ readonly url: string } | { readonly path: string });

/** A document, and a remark on the text that was left out of its file. */
export type ReadDocument = CollectionDocument & { readonly remark?: string };

/** A file that did not become a document; `path` is its path or, if it has none, its URL. */
export type Refusal = { readonly path: string; readonly reason: string };
