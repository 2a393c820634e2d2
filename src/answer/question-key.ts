import { cacheKey } from '../cache/cache.ts';
import { isOwnQuery, type Question } from '../core/question.ts';

/**
 * Punctuation at the end that does not change what is asked ("Who is she??"). After a number, a bracket or a
 * single letter, `!` means a factorial and is kept: "5!", "(a+b)!", "n!".
 */
const LAST_MARKS = /(?<=[^\d)\]}\s.?!。…？！؟]{2})[\s.?!。…？！؟]{1,50}$|[\s.?。…？؟]{1,50}$/u;
/** Full-width forms of ASCII, as typed on East Asian keyboards. NFKC would also turn `5²` into `52`. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;
/**
 * A word whose case may be ignored: "Paris" and "paris", "HELLO" and "hello". Short words ("US", "us") and
 * words after a number ("5 Mg", "5 mg") keep their case, because it may distinguish two meanings.
 */
const ORDINARY_WORD =
  /(?<![\p{L}\p{N}])(?<!\p{N}\s?)(?:\p{L}[\p{Ll}\p{Lo}\p{M}]{2,}|\p{Lu}{4,})(?![\p{L}\p{N}])/gu;

/**
 * The key of a question's answer in the cache, a hash. Two questions with the same key get the same answer:
 * their texts differ at most in white space, full-width forms, final punctuation and the case of ordinary
 * words, and all other fields are equal except `id`, `deadlineAtMs`, `fresh`, `readerLanguage` and, if
 * the question is searched for as it is, `sent`. Of earlier answers, only the id of the last one counts.
 * `fingerprint` stands for the settings that affect answers.
 */
export function questionKey(question: Question, fingerprint: string): string {
  // `fresh` decides whether the cache is read; the reader's language matters only to instant answers.
  const { id: _id, deadlineAtMs: _deadlineAtMs, fresh: _fresh, readerLanguage: _reader, ...rest } = question;
  const { sent, text, scope, history, ...others } = rest;
  // An answer from sources uses only the style of the sent conversation, which is a field. A message that may
  // need no search is answered from all of it, word by word, and from what the id of the last answer opens.
  const plain = isOwnQuery(question) ? {} : { exact: text, sent, answerId: history.at(-1)?.answerId };
  const wording = wordingOf(text);
  const language = scope.language.toLowerCase();
  // If a question consists only of punctuation, its key includes the punctuation, so that two such questions
  // have different keys.
  return cacheKey(fingerprint, {
    ...others,
    ...plain,
    history: history.map(({ question, answer }) => ({ question, answer })),
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
