/** The most characters of untrusted texts, as the service limits them by its usual settings. */
export const MAX_SOURCES = 10;
export const QUESTION = 2_000;
export const TITLE = 300;
export const SNIPPET = 2_000;
/** What selection looks at of one page. */
export const PAGE_TEXT = 40_000;
/** A page as it is fetched has up to 2 MB; that its time grows in proportion shows in less. */
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
/** What an error of an upstream may hold. */
export const ERROR = 65_536;
export const DOCUMENT = 500_000;
export const SETTING = 10_000;
