/** Ends a heading like a sentence, so that it does not run into the text after it. */
export function asSentence(text: string): string {
  return !hasWords(text) || /[.!?:;。！？…]$/u.test(text) ? text : `${text}.`;
}

/** False for text without a letter or digit, such as the remains of a line of badges. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
