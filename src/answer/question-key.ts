import { cacheKey } from '../cache/cache-key.ts';
import type { Question } from '../core/terms.ts';

/** Marks at the end of a question that only say that it is one; after a number `!` says more: 5! is not 5. */
const LAST_MARKS = /(?<=[^\d)\s.?!。…？！؟])[\s.?!。…？！؟]{1,50}$|[\s.?。…？؟]{1,50}$/u;
/** Full-width forms of ASCII, as East Asian keyboards type them; `½`, `²`, `₂` and `⑤` mean something of their own. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;
/**
 * A word whose capitals say nothing: of three letters or more, with a capital at most in front, or of four and more in
 * capitals throughout. Not after a number, where it may be a unit: 5 Mg is a million times 5 mg.
 */
const ORDINARY_WORD =
  /(?<![\p{L}\p{N}])(?<!\p{N}\s?)(?:\p{L}[\p{Ll}\p{Lo}\p{M}]{2,}|\p{Lu}{4,})(?![\p{L}\p{N}])/gu;

/**
 * The same for questions that get the same answer: wording apart from white space, full-width forms, last marks and the case
 * of ordinary words; number of sources; language; history. `fingerprint` stands for the settings that matter. The question
 * cannot be read out of it.
 */
export function questionKey({ text, maxSources, language, history }: Question, fingerprint: string): string {
  const wording = text
    .normalize('NFC')
    .replace(FULL_WIDTH, (form) => String.fromCharCode(form.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(/\s+/g, ' ')
    .replace(ORDINARY_WORD, (word) => word.toLowerCase())
    .replace(LAST_MARKS, '')
    .trim();
  // A question of marks alone is told apart by them.
  return cacheKey(fingerprint, wording === '' ? text : wording, maxSources, language.toLowerCase(), history);
}
