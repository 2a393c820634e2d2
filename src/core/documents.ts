/** One document of a collection, as shown to a reader. */
export type StoredDocument = {
  readonly title: string;
  /** The number of pieces of its text; each has a few thousand characters. */
  readonly partCount: number;
  /** The pieces of its plain text from `from` to before `to`; joined, all of them are the text. */
  parts(from?: number, to?: number): Iterable<string>;
};

/** The documents of a slot that searches one of the operator's collections. */
export type Documents = {
  /** The first part of the path under which the service shows documents. */
  readonly name: string;
  /** A word that one of the documents contains, for testing the search; null when there is none. */
  sampleWord(): string | null;
  /** The document under a path, which is a key and not on disk; or null. Throws for an unreadable index. */
  find(path: string): StoredDocument | null;
};
