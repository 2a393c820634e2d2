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
