/** The longest id, in characters. */
const MOST_CHARS = 60;

/** An id from the text of a heading: its letters and digits with hyphens between the words. */
export function slugOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return `part-${words.join('-').slice(0, MOST_CHARS)}`.toWellFormed();
}
