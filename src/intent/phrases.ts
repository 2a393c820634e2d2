/** A text in the form in which phrases are found: lower case, words separated by single spaces. */
export type Plain = {
  readonly text: string;
  /** True for languages that are written without spaces between words. */
  readonly isSpaceless: boolean;
};

/** Characters that are neither letters nor digits, with the apostrophes in `what's`. */
const BETWEEN = /[^\p{L}\p{M}\p{N}]+/gu;

/** Brings a text into the form in which phrases are found. Takes linear time. */
export function toPlain(text: string, isSpaceless: boolean): Plain {
  const words = text.toLowerCase().normalize('NFC').replace(BETWEEN, ' ').trim();
  return { text: isSpaceless ? words.replaceAll(' ', '') : words, isSpaceless };
}

/** Whether one of the phrases occurs; `tradu*` stands for every word that begins so. */
export function hasAny({ text, isSpaceless }: Plain, phrases: readonly string[]): boolean {
  if (isSpaceless) return phrases.some((phrase) => text.includes(phrase));
  const padded = ` ${text} `;
  return phrases.some((phrase) =>
    padded.includes(phrase.endsWith('*') ? ` ${phrase.slice(0, -1)}` : ` ${phrase} `),
  );
}

/** The length of the longest phrase that stands at a place, as whole words; 0 if there is none. */
export function phraseAt({ text, isSpaceless }: Plain, at: number, phrases: readonly string[]): number {
  let longest = 0;
  for (const phrase of phrases) {
    const end = at + phrase.length;
    const isWhole = isSpaceless || end === text.length || text[end] === ' ';
    if (phrase.length > longest && isWhole && text.startsWith(phrase, at)) longest = phrase.length;
  }
  return longest;
}

/** The text after all phrases at its beginning. */
export function without(plain: Plain, phrases: readonly string[]): Plain {
  let at = 0;
  for (let length = phraseAt(plain, at, phrases); length > 0; length = phraseAt(plain, at, phrases)) {
    at += length;
    if (plain.text[at] === ' ') at++;
  }
  return { ...plain, text: plain.text.slice(at) };
}

/** Whether a text begins with one of the phrases. */
export function startsWithAny(plain: Plain, phrases: readonly string[]): boolean {
  return phraseAt(plain, 0, phrases) > 0;
}

/**
 * Whether a text consists of nothing but these phrases and has at least one telling phrase. Longer phrases
 * are preferred.
 */
export function consistsOf(
  plain: Plain,
  { telling, others }: { readonly telling: readonly string[]; readonly others: readonly string[] },
): boolean {
  let hasTelling = false;
  for (let at = 0; at < plain.text.length; ) {
    const told = phraseAt(plain, at, telling);
    const length = Math.max(told, phraseAt(plain, at, others));
    if (length === 0) return false;
    hasTelling ||= told === length;
    at += length;
    if (plain.text[at] === ' ') at++;
  }
  return hasTelling;
}
