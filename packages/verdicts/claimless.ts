import { toWords } from '@sayso/text/words.ts';
import type { Claim } from './claim.ts';
import { isUnspaced, type VerdictWords, verdictWords } from './languages.ts';
import type { JudgedText } from './verdict.ts';

/** A sign, a number, or a label such as `Note:` before the first word. */
const LABEL = /^[^\p{L}\p{N}]{0,8}(?:\p{N}{1,3}[.)]\s)?(?:[^\s:：]{1,24}(?:\s[^\s:：]{1,24}){0,3}[:：]\s)?/u;
/** The number of words at the beginning of a statement among which its subject is. */
const SUBJECT_WORDS = 4;
const CLAUSE_END = /[,;:.!?–—]\s/u;
const MAX_CLAUSES = 20;
/** The number of characters that are enough for these words. */
const SUBJECT_CHARS = 80;

/**
 * Whether a statement tells what the sources do not say (`The sources do not say when`, `No names are
 * given`), or, without citing one, something else about them (`The article is from May`).
 */
export function isAboutSources({ text, citations }: JudgedText, { language }: Claim): boolean {
  const table = verdictWords(language);
  if (table === null) return false;
  const words = wordsIn(text, language);
  const denies = words.some(table.denying);
  if (denies && words.isSubjectOfClause(table.sources)) return true;
  if (citations.length > 0) return false;
  const saysWhatIsMissing = denies && (words.some(table.unstated) || words.some(table.sources));
  return saysWhatIsMissing || words.isSubject(table.sources);
}

/** Whether a statement claims nothing that a source could say: an announcement, or advice. */
export function isClaimless({ text, citations }: JudgedText, language: string): boolean {
  const table = verdictWords(language);
  if (table === null || citations.length > 0) return false;
  const words = wordsIn(text, language);
  const lower = text.toLowerCase();
  const begin = lower.search(/\p{L}/u);
  return (
    table.closing.some((phrase) => lower.startsWith(phrase, begin)) ||
    words.some(table.writer) ||
    words.some(table.reader) ||
    words.isFirst(table.advising)
  );
}

/** Tells where a statement has any word of a list. */
type HasWord = (words: VerdictWords['sources']) => boolean;

type StatementWords = {
  readonly some: HasWord;
  /** Among its first words. */
  readonly isSubject: HasWord;
  /** Among the first words of any of its clauses. */
  readonly isSubjectOfClause: HasWord;
  readonly isFirst: HasWord;
};

function wordsIn(text: string, language: string): StatementWords {
  // Words of a language without spaces are found as parts of the text, whose clauses are not told apart.
  if (isUnspaced(language)) {
    const some = (parts: ReadonlySet<string>) => [...parts].some((part) => text.includes(part));
    const isSubject = (parts: ReadonlySet<string>) =>
      [...parts].some((part) => text.slice(0, SUBJECT_WORDS * 2).includes(part));
    return { some, isSubject, isSubjectOfClause: some, isFirst: some };
  }
  const words = toWords(text);
  const first = subjectOf(text.replace(LABEL, ''));
  const clauses = [first, ...text.split(CLAUSE_END, MAX_CLAUSES).map(subjectOf)];
  return {
    some: (list) => words.some((word) => list.has(word)),
    isSubject: (list) => first.some((word) => list.has(word)),
    isSubjectOfClause: (list) => clauses.some((clause) => clause.some((word) => list.has(word))),
    isFirst: (list) => list.has(first[0] ?? ''),
  };
}

function subjectOf(clause: string): readonly string[] {
  return toWords(clause.slice(0, SUBJECT_CHARS)).slice(0, SUBJECT_WORDS);
}
