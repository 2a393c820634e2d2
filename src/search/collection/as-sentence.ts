/** A heading that ends as a sentence does, so that it does not run into the text below it. */
export function asSentence(text: string): string {
  return !hasWords(text) || /[.!?:;。！？…]$/u.test(text) ? text : `${text}.`;
}

/** False for text without a letter or figure, such as what is left of a line of badges. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
