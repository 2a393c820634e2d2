/** The text of a web page and what the page says about it. */
export type Article = {
  /** Empty if the page has no title. */
  readonly title: string;
  /** Its text, with an empty line between blocks, without menus and hidden text. */
  readonly text: string;
  /** Where the main text is, if `text` is all that a visitor can read: pairs of offsets, in order. */
  readonly main?: readonly (readonly [from: number, to: number])[];
  /** The BCP 47 tag that the page declares; null if there is none. */
  readonly language: string | null;
  /** When it was published, as an ISO 8601 date or date and time; null if the page does not say. */
  readonly publishedAt: string | null;
  /** The name of the site; null if the page does not give one. */
  readonly siteName: string | null;
  /** The names of its authors; null if the page does not give them. */
  readonly author: string | null;
  /** The address of the picture that the page names for itself, as it is written there; absent if none is. */
  readonly imageUrl?: string;
};

/** A unit of what a visitor of a page can see or open. */
export type Block = {
  readonly kind: BlockKind;
  /** One passage; a value has its labels with it. */
  readonly text: string;
  /** The headings above it, the innermost last. */
  readonly headings: readonly string[];
  /** What its values are the values of: the heads of a row and its columns, a term, a short line above. */
  readonly labels: readonly string[];
  readonly place: Place;
  /** What of its text belongs to the text for which the page was made: pairs of offsets, in order. */
  readonly main: readonly (readonly [from: number, to: number])[];
};

/** What a block is on its page. */
export type BlockKind =
  | 'heading'
  | 'paragraph'
  | 'list item'
  | 'table row'
  | 'definition'
  | 'caption'
  | 'code'
  | 'form text';

/** Where a block stands, by tags, roles and the density of links. */
export type Place = 'main' | 'aside' | 'header' | 'footer' | 'nav';
