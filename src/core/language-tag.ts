/** Includes SearXNG's `all`, which has three letters like a language. */
const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;
const MAX_CHARS = 35;

/** True for text in the form of a BCP 47 tag such as `de` or `pt-BR`; back-ends understand nothing else. */
export function isLanguageTag(text: string): boolean {
  return text.length <= MAX_CHARS && LANGUAGE_TAG.test(text);
}
