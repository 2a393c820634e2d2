/**
 * Joins lines into paragraphs. A word that is hyphenated at the end of a line becomes one word, and a line
 * that is much shorter than the others ends its paragraph.
 */
export function toParagraphs(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  const lengths = lines
    .map(({ length }) => length)
    .filter((length) => length > 0)
    .toSorted((a, b) => a - b);
  const usual = lengths[Math.floor(lengths.length * 0.75)] ?? 0;
  const parts: string[] = [];
  for (const line of lines) {
    if (line === '') parts.push('\n\n');
    else if (/\p{Ll}-$/u.test(line)) parts.push(line.slice(0, -1));
    else parts.push(line, line.length < usual * 0.7 ? '\n\n' : ' ');
  }
  return parts
    .join('')
    .replace(/ ?\n\n(?:\n\n)*/g, '\n\n')
    .trim();
}
