/** This many letters and digits of a sentence are enough to know it. */
const END_LENGTH = 12;

/**
 * The number of the statement that this sentence speaks: the first one from number `from` on, otherwise any,
 * with its beginning or end. In between, numbers and signs are spoken as words. Null if there is none, as for
 * the words that stand for code.
 */
export function spokenStatement(turn: number, sentence: string, from: number): number | null {
  const texts: string[] = [];
  const spans = document.querySelectorAll<HTMLElement>(`[data-turn="${turn}"] [data-statement]`);
  for (const { dataset, textContent } of spans) {
    const number = Number(dataset.statement);
    texts[number] = (texts[number] ?? '') + bare(textContent);
  }
  const wanted = bare(sentence);
  if (wanted === '') return null;
  const ends = [wanted.slice(0, END_LENGTH), wanted.slice(-END_LENGTH)];
  const found = texts.flatMap((text, number) => (ends.some((end) => text.includes(end)) ? number : []));
  return found.find((number) => number >= from) ?? found[0] ?? null;
}

function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}
