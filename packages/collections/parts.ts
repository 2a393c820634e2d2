/** The length of a piece in characters; most models read 512 tokens of a text. */
const PIECE_CHARS = 1_200;

/** The pieces of a part, as they are embedded. */
export function toEmbeddedPieces(part: string): string[] {
  return toParts(part, PIECE_CHARS);
}

/** The best places to split a text, in order of preference. */
const BORDERS = ['\n\n', '\n', '. ', '。', ' '];

/**
 * Splits a text into parts of at most `maxChars` UTF-16 units and of similar length, at the end of a nearby
 * paragraph, line, sentence or word, or otherwise between two characters. Joined, the parts are the original
 * text.
 *
 * The length is similar because bm25 prefers short texts: a remainder of two lines would outrank the parts
 * before it.
 */
export function toParts(text: string, maxChars: number): string[] {
  const parts: string[] = [];
  let start = 0;
  while (text.length - start > maxChars) {
    const rest = text.length - start;
    const evenChars = Math.ceil(rest / Math.ceil(rest / maxChars));
    const end = start + cutOf(text.slice(start, start + maxChars), evenChars);
    parts.push(text.slice(start, end));
    start = end;
  }
  parts.push(text.slice(start));
  return parts;
}

/** Where to split the window: the last boundary within 3/4 to 5/4 of the average length. */
function cutOf(window: string, evenChars: number): number {
  const reach = window.slice(0, Math.ceil(evenChars * 1.25));
  for (const border of BORDERS) {
    const at = reach.lastIndexOf(border);
    if (at >= evenChars * 0.75) return at + border.length;
  }
  const last = window.charCodeAt(evenChars - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return splitsPair && evenChars > 1 ? evenChars - 1 : evenChars;
}
