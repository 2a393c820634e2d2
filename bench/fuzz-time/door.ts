/** A way in for untrusted text. */
export type Door = {
  /** `speech toSpeech` for a library, `service headers` for the whole service. */
  readonly name: string;
  /** The longest text that reaches it, in characters. */
  readonly maxChars: number;
  /** Whether it runs on the thread that serves requests, which it must not block; otherwise only growth matters. */
  readonly isOnLoop: boolean;
  /** The folder with the regular expressions whose parts are tried. */
  readonly folder: string;
  /** Reads the text. Errors that it throws do not matter, as long as it ends in time. */
  run(text: string): unknown;
};

/** Plain words for the places without hostile text. */
export const PLAIN = 'The axolotl is a salamander that keeps its gills for life.';

/** The longest texts in characters, as the service limits them by default. */
export const MOST = {
  question: 2_000,
  answer: 16_000,
  /** All passages of an answer. */
  context: 28_000,
  /** What the selection examines of one page. */
  pageText: 40_000,
  /** A fetched page has up to 2 MB; a shorter text is enough to show that the time grows in proportion. */
  page: 500_000,
  /** All header fields of a request together. */
  header: 40_000,
  body: 65_536,
} as const;
