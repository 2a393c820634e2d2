/** The letters and digits of a text: Markdown escapes what it quotes. */
export function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** True when the text says it, whatever its markup. */
export function saidIn(text: string, what: string): boolean {
  return bare(text).includes(bare(what));
}
