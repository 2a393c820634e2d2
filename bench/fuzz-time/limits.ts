/** The maximum lengths of untrusted texts in characters, as the service limits them by default. */
export const MAX_SOURCES = 10;
export const QUESTION = 2_000;
/** A message to a chat interface. */
export const MESSAGE = 50_000;
export const TITLE = 300;
export const SNIPPET = 2_000;
/** The length of one page that the selection examines. */
export const PAGE_TEXT = 40_000;
/** A fetched page has up to 2 MB; a shorter text is enough to show that the time grows in proportion. */
export const PAGE = 500_000;
export const ANSWER = 16_000;
/** All passages of an answer: `CONTEXT_TOKENS` (2,800) of long words. */
export const CONTEXT = 28_000;
export const REPLY = 2_000_000;
/** All header fields of a request together. */
export const HEADER = 40_000;
export const FIELD = 1_024;
export const LINE = 8_000;
export const WORD = 2_000;
/** The maximum length of an error from an upstream server. */
export const ERROR = 65_536;
export const DOCUMENT = 500_000;
export const SETTING = 10_000;
