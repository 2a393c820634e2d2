/** What cannot be used, in words for the operator that say what to do. */
export class CollectionProblem extends Error {}

/** A document as a source gives it; `title` and `text` are plain text. */
export type NewDocument = {
  /** Its http(s) address; null if the service shows it at its `path`. */
  readonly url: string | null;
  /** Its name in its collection: the path of a file, with slashes, or the address of a page. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** More words by which it is found; they are not part of the text. */
  readonly keywords?: string;
  /** When it was published or changed, as far as it says so: an ISO date. */
  readonly publishedAt?: string | null;
};

/** What a source says of one of its items: a file, a page or an entry. */
export type Item = {
  /** Its name in its source. */
  readonly key: string;
  /** By this, the source sees that it has not changed: a size and time, an ETag. */
  readonly mark: string;
  /** SHA-256 of its content; empty if it was not received. */
  readonly hash: string;
} & (
  | { readonly is: 'document'; readonly document: NewDocument; readonly remark?: string | undefined }
  | { readonly is: 'refused'; readonly reason: string }
  /** Its mark may have changed, its content has not. */
  | { readonly is: 'unchanged' }
  | { readonly is: 'gone' }
);

/** An item as it was when it was last looked at. */
export type KnownItem = {
  readonly key: string;
  readonly mark: string;
  readonly hash: string;
  readonly depth: number;
  /** The id of its document: the later it was written, the higher. Null if it is none. */
  readonly document: number | null;
  /** Why it is no document; null if it is one. */
  readonly refusal: string | null;
  readonly remark: string | null;
};

/** A file that did not become a document; `path` is its path or, if it has none, its URL. */
export type Refusal = { readonly path: string; readonly reason: string };

/** How a source is. */
export type SourceState = {
  /** How often it was looked at to the end. */
  readonly runs: number;
  /** When it was last looked at to the end, in milliseconds since 1970; null for never. */
  readonly doneAtMs: number | null;
  /** When it is looked at next. */
  readonly nextAtMs: number;
  /** Failures in a row, and the last one's words; null if the last time was a success. */
  readonly failures: number;
  readonly problem: string | null;
};

/** How many items a source has. */
export type SourceCounts = { readonly documents: number; readonly refused: number; readonly pending: number };

/** The index as one source writes it. All that is written at once is there or not there after a crash. */
export type SourceStore = {
  known(key: string): Promise<KnownItem | null>;
  /** Items that were not looked at in this run, and those added by `add`, the first ones first. */
  pending(limit: number): Promise<readonly KnownItem[]>;
  /** Adds items to look at; those that are known stay as they are. Returns how many are new. */
  add(items: readonly { readonly key: string; readonly depth: number }[]): Promise<number>;
  /** Writes what was seen in this run; of two documents with one address or, in a site, one text, the first stays. */
  write(items: readonly Item[], options?: { readonly uniqueTexts?: boolean }): Promise<void>;
  /** Removes all items but these, and returns how many documents that were. */
  retain(keys: ReadonlySet<string>): Promise<number>;
  /** Ends a run: removes all that was not looked at in it, and returns how many documents that were. */
  sweep(): Promise<number>;
  /** Removes all documents but the newest ones by their dates. */
  keepNewest(count: number): Promise<void>;
  counts(): Promise<SourceCounts>;
  /** How many items were looked at in this run. */
  seen(): Promise<number>;
  refusals(limit: number): Promise<readonly { readonly key: string; readonly reason: string }[]>;
  /** What was left out of documents, for their owner. */
  remarks(limit: number): Promise<readonly { readonly path: string; readonly remark: string }[]>;
  /** What it has, in some order, so many behind the item with a key: null for the first ones. */
  items(after: string | null, limit: number): Promise<readonly KnownItem[]>;
  /** What was written of items, with the texts of documents; nothing of those that were not looked at yet. */
  read(keys: readonly string[]): Promise<readonly Item[]>;
  state(): Promise<SourceState>;
  setState(state: SourceState): Promise<void>;
  /** Takes the source for an instance, so that no other one looks at it; false if another has it. */
  lease(holder: string, forMs: number): Promise<boolean>;
  release(holder: string): Promise<void>;
};

const ITEMS_AT_ONCE = 1_000;

/** All items of a source, in some order. */
export async function* allItems(source: SourceStore): AsyncGenerator<KnownItem> {
  let after: string | null | undefined = null;
  while (after !== undefined) {
    const group: readonly KnownItem[] = await source.items(after, ITEMS_AT_ONCE);
    yield* group;
    after = group.at(-1)?.key;
  }
}

/** A document that was found, with the text around its best part. */
export type FoundDocument = {
  readonly collection: string;
  readonly url: string | null;
  readonly path: string;
  readonly title: string;
  readonly snippet: string;
  readonly text: string;
  readonly publishedAt: string | null;
};

/** A document as a reader opens it. */
export type StoredDocument = {
  readonly id: number;
  readonly title: string;
  /** The number of parts of its text; each has a few thousand characters. */
  readonly partCount: number;
};

/** What is searched for, and where. */
export type DocumentQuery = {
  readonly text: string;
  /** The maximum number of documents. */
  readonly limit: number;
  /** The names of the collections; all of them if absent. */
  readonly collections?: readonly string[];
  /** By how much the scores of a collection's documents are multiplied; 1 for those that it does not name. */
  readonly weights?: Readonly<Record<string, number>>;
};

/** The best piece of a document in meaning: the id of its part, and the position of the piece in that part. */
export type PieceMatch = { readonly part: number; readonly piece: number };

/** The ids of a document's parts are its id times this, plus their position: grouping needs no join. */
export const PARTS_PER_DOCUMENT = 65_536;

/** The document that a part belongs to. */
export function documentOf(part: number): number {
  return Math.floor(part / PARTS_PER_DOCUMENT);
}

/** A document as the search compares it. */
export type IndexedDocument = Omit<FoundDocument, 'snippet' | 'text'> & {
  readonly keywords: string;
  readonly parts: number;
};

/** The number of parts, and the ids of the first and the last document. */
export type IndexSize = { readonly parts: number; readonly first: number; readonly last: number };

/** The ids of the collections that are searched; all of them if undefined. */
export type Scope = readonly number[] | undefined;

/** What the search needs of an index; `search.ts` decides which document is the best. */
export type SearchIndex = {
  /** The ids of all collections by their names. */
  collections(): Promise<ReadonlyMap<string, number>>;
  size(within: Scope): Promise<IndexSize>;
  /** For each set of words (`words.ts`), the first parts by their ids, at most `most`, that have all of them. */
  having(
    sets: readonly (readonly string[])[],
    within: Scope,
    most: number,
  ): Promise<readonly (readonly number[])[]>;
  /** The documents of these ids that are there. */
  documents(ids: readonly number[]): Promise<ReadonlyMap<number, IndexedDocument>>;
  /** The texts of the parts of these ids that are there. */
  texts(parts: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Documents spread over the index: their words are those that a misspelled one may mean. */
  sample(
    limit: number,
  ): Promise<readonly { readonly id: number; readonly title: string; readonly parts: number }[]>;
};

/** The names of the collections that are searched; all of them if undefined. */
export type Within = readonly string[] | undefined;

/**
 * The index of all collections. It takes and gives plain data, but for the part of a source, so that it can be in
 * another thread.
 */
export type Store = {
  /**
   * The best documents for a question, best first; none if nothing matches. If `near` is given (the pieces nearest to
   * the question in meaning, best first), the order depends on both words and meaning.
   */
  search(query: DocumentQuery, near?: readonly PieceMatch[]): Promise<readonly FoundDocument[]>;
  /** The document at a path of a collection, unless it has an address of its own. */
  find(collection: string, path: string): Promise<StoredDocument | null>;
  /** The parts of a document from `from` to before `to`; joined, all of them are its text. */
  parts(document: number, from: number, to: number): Promise<readonly string[]>;
  /** A word that one of the documents contains, for testing the search; null when there is none. */
  sampleWord(): Promise<string | null>;
  /** All sources that it has. */
  sources(): Promise<readonly { readonly collection: string; readonly name: string }[]>;
  /** The part of one source; it is made if it is new. */
  source(collection: string, name: string): Promise<SourceStore>;
  /** Removes the sources, with their documents, that are not among these. */
  keepOnly(sources: readonly { readonly collection: string; readonly name: string }[]): Promise<void>;
  close(): Promise<void>;
};
