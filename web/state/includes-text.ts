/** The letters and digits of a text, without the escapes that Markdown adds to quotes. */
export function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** True if the text contains it; markup is ignored. */
export function includesText(text: string, what: string): boolean {
  return bare(text).includes(bare(what));
}
