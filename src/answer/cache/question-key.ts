import { cacheKey } from '../../cache/cache.ts';
import type { Question } from '../../core/question.ts';

/**
 * Punctuation at the end whose only meaning is that the text is a question. After a number, a bracket or a
 * single letter, `!` has a meaning: 5! is not 5, and n! is not n.
 */
const LAST_MARKS = /(?<=[^\d)\]}\s.?!。…？！؟]{2})[\s.?!。…？！؟]{1,50}$|[\s.?。…？؟]{1,50}$/u;
/**
 * Full-width forms of ASCII, as typed on East Asian keyboards; `½`, `²`, `₂` and `⑤` have a meaning of
 * their own.
 */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;
/**
 * A word whose capitals carry no meaning: three letters or more with at most the first one capital, or four
 * or more that are all capitals. A word after a number does not match, because it may be a unit: 5 Mg is a
 * billion times 5 mg.
 */
const ORDINARY_WORD =
  /(?<![\p{L}\p{N}])(?<!\p{N}\s?)(?:\p{L}[\p{Ll}\p{Lo}\p{M}]{2,}|\p{Lu}{4,})(?![\p{L}\p{N}])/gu;

/**
 * The key of questions that get the same answer: they are equal in all fields except those that name the
 * caller or the time. The text may differ in white space, full-width forms, final punctuation and the case of
 * ordinary words. `fingerprint` represents the settings that matter. The question cannot be reconstructed
 * from it.
 */
export function questionKey(question: Question, fingerprint: string): string {
  const { id: _id, deadlineAtMs: _deadlineAtMs, fresh: _fresh, ...told } = question;
  // The history and the style are the parts of the sent conversation that an answer from sources uses.
  const { readerLanguage: _reader, sent: _sent, text, scope, ...others } = told;
  const wording = wordingOf(text);
  const language = scope.language.toLowerCase();
  // If a question consists only of punctuation, its key includes the punctuation, so that two such questions
  // have different keys.
  return cacheKey(fingerprint, {
    ...others,
    text: wording === '' ? text : wording,
    scope: { ...scope, language },
  });
}

function wordingOf(text: string): string {
  return text
    .normalize('NFC')
    .replace(FULL_WIDTH, (form) => String.fromCharCode(form.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(/\s+/g, ' ')
    .replace(ORDINARY_WORD, (word) => word.toLowerCase())
    .replace(LAST_MARKS, '')
    .trim();
}
