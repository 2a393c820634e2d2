import { cacheKey } from '../cache/cache-key.ts';
import type { Question } from '../core/terms.ts';

/** Marks at the end of a question that say no more than that it is one; behind a number `!` says more: 5! is not 5. */
const LAST_MARKS = /(?<=[^\d)\s.?!。…؟])[\s.?!。…؟]+$|[\s.?。…؟]+$/u;
/** NFKC would let them down onto the line: 5² is not 52. */
const SUPERSCRIPTS = /[¹²³\u2070-\u207f]+/g;

/**
 * The same for questions that get the same answer: wording apart from case, blanks, compatible characters (Unicode NFKC)
 * and last marks; number of sources; language; history. `fingerprint` stands for the settings that matter. The question cannot be read
 * out of it.
 */
export function questionKey({ text, maxSources, language, history }: Question, fingerprint: string): string {
  const wording = text
    .replace(SUPERSCRIPTS, '^$&')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(LAST_MARKS, '')
    .trim();
  // A question of marks alone is told from others by them.
  return cacheKey(fingerprint, wording === '' ? text : wording, maxSources, language.toLowerCase(), history);
}
