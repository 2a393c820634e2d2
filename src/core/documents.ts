/** One document of a collection, to be shown to a reader. */
export type StoredDocument = {
  readonly title: string;
  /** Its plain text in pieces, in their order; joined without anything between them they are the whole. */
  readonly parts: Iterable<string>;
};

/** The documents behind a slot that searches a collection of the operator. */
export type Documents = {
  /** The name below which the service shows them. */
  readonly name: string;
  /** A word that one of them contains, to find out whether searching works; null where there is none. */
  sampleWord(): string | null;
  /**
   * The document that was stored under a path, a key and never a place on the disk; null where there is none.
   * Throws when the index cannot be read.
   */
  find(path: string): StoredDocument | null;
};
