/** The weight factor of a term in another form: "erzielten" for "erzielte". */
const OTHER_FORM = 0.9;
/**
 * How many letters two forms must have in common at the start: as a number, as a share of the shorter form,
 * and as a share of the term.
 */
const FORM_CHARS = 4;
const FORM_SHARE_OF_SHORTER = 0.7;
const FORM_SHARE_OF_TERM = 0.6;
/** The maximum difference in length between forms of one word, unless the term is long. */
const FORM_CHARS_APART = 4;
const LONG_TERM_CHARS = 8;
const DIGIT = /\p{N}/u;

/** 1 if the term is among the stems, slightly less if another form of the term is, otherwise 0. */
export function formIn(stems: ReadonlySet<string>, term: string): number {
  if (stems.has(term)) return 1;
  if (term.length < FORM_CHARS || DIGIT.test(term)) return 0;
  for (const other of stems) if (isOtherForm(term, other)) return OTHER_FORM;
  return 0;
}

function isOtherForm(term: string, other: string): boolean {
  if (term[0] !== other[0]) return false;
  if (term.length < LONG_TERM_CHARS && Math.abs(term.length - other.length) > FORM_CHARS_APART) return false;
  const shorter = Math.min(term.length, other.length);
  const needed = Math.max(FORM_CHARS, FORM_SHARE_OF_TERM * term.length, FORM_SHARE_OF_SHORTER * shorter);
  let same = 1;
  while (same < shorter && term[same] === other[same]) same++;
  return same >= needed;
}
