import type { Exchange } from '../../core/question.ts';
import { toWords } from '../../lib/text/words.ts';
import { type Leaning, leaningOf } from './leaning.ts';
import { searchWords } from './search-words.ts';
import { expandedName, firstStatement, personOf, subjectOf, type Understood } from './subject.ts';
import { swap } from './swap.ts';

/** The interpretation of a follow-up. */
export type Understanding = {
  /** A question that is complete without the conversation. */
  readonly text: string;
  /** False if another interpretation is plausible, so that a model should be asked. */
  readonly isCertain: boolean;
};

const END = /[\s?？؟!！.。…]+$/u;
/** A question with at least this many content words has a subject of its own. */
const OWN_WORDS = 4;
/** The same for one that names something new. */
const OWN_WORDS_WITH_NAME = 2;
/** A message without spaces between words that is longer has its own subject. */
const OWN_CHARS = 11;
/** The part of a conversation whose words are compared with those of a message, in characters. */
const COMPARED_CHARS = 1_000;
/** A longer sentence is not searched for, in UTF-16 code units. */
const LONGEST_STATEMENT = 160;
/** Shorter words are in any conversation: "how long". */
const LEAST_SHARED_CHARS = 5;

/**
 * Interprets a message in its conversation, by rules only. The rules are certain only where they were
 * measured to be right; otherwise the text is a guess, in which the message comes first. Earlier questions
 * are interpreted the same way.
 */
export function readFollowUp(text: string, history: readonly Exchange[]): Understanding {
  const before = history.reduce<Understood | null>(understand, null);
  const query = searchWords(text);
  if (before === null || query !== text) return { text: query, isCertain: before === null };
  return read(text.trim(), before);
}

function understand(before: Understood | null, { question, answer }: Exchange): Understood {
  const meaning = before === null ? question.trim() : read(question.trim(), before).text;
  return { question: meaning, answer, earlier: before?.question ?? '' };
}

function read(text: string, before: Understood): Understanding {
  const leaning = leaningOf(text, before.question);
  const { text: meaning, isCertain } = interpret(text, leaning, before);
  return { text: meaning, isCertain: isCertain && leaning.lexicon.isMeasured };
}

function interpret(text: string, leaning: Leaning, before: Understood): Understanding {
  const { asks, start, own, isFragment, pronoun, points } = leaning;
  if (asks === 'more') return { text: before.question, isCertain: true };
  if (asks === 'reason') return withReason(text, leaning, before);
  const person = pronoun === null ? '' : personOf(before, leaning);
  if (pronoun !== null && person !== '') return { text: withName(own, pronoun, person), isCertain: true };
  if (pronoun !== null || expandedName(leaning.words, before.answer) !== '')
    return joined(own, leaning, before);
  if (!points && (start !== 'none' || (isFragment && !leaning.lexicon.isSpaceless))) {
    const swapped = swap(before.question.replace(END, ''), leaning);
    if (swapped !== null) return swapped;
  }
  if (start === 'none' && !points && !isFragment && hasOwnSubject(leaning))
    return { text, isCertain: isCertainlyNew(leaning, before) };
  return joined(own, leaning, before);
}

/** `why?` asks for the reason of the answer. */
function withReason(text: string, { lexicon }: Leaning, { question, answer }: Understood): Understanding {
  // "Yes" is no statement.
  const isYesOrNo = lexicon.words.yes.has(toWords(question)[0] ?? '');
  const statement = isYesOrNo ? '' : firstStatement(answer).replace(END, '');
  const isUsed = statement !== '' && statement.length <= LONGEST_STATEMENT;
  return unsure(`${text.replace(END, '')} ${isUsed ? statement : question}`);
}

/** `how old is he?`: with the name instead of the pronoun; behind it for `est-il`. */
function withName(own: string, pronoun: string, name: string): string {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}-])${pronoun}(?![\\p{L}\\p{N}])`, 'u');
  return pattern.test(own) ? own.replace(pattern, () => name) : `${own} ${name}`;
}

/** The message, and behind it what it is likely to refer to. */
function joined(own: string, leaning: Leaning, before: Understood): Understanding {
  return unsure(`${own.replace(END, '')} ${subjectOf(before, leaning)}`.trim());
}

function hasOwnSubject({ content, names, own, words, lexicon }: Leaning): boolean {
  if (lexicon.isSpaceless) return own.length >= OWN_CHARS;
  // A pronoun that refers to a word of the same sentence: "why do cats purr when they sleep?".
  const isBound = words.some((word) => lexicon.words.pronouns.has(word.toLowerCase()));
  return (
    content.length >= (isBound ? OWN_WORDS - 1 : OWN_WORDS) ||
    (names.length > 0 && content.length >= OWN_WORDS_WITH_NAME)
  );
}

/** Whether a question with a subject of its own shares no word with the conversation. */
function isCertainlyNew(
  { content, words, names, lexicon }: Leaning,
  { question, answer }: Understood,
): boolean {
  const said = new Set(toWords(`${question} ${answer}`.slice(0, COMPARED_CHARS)));
  const isShared = (word: string) => word.length >= LEAST_SHARED_CHARS && said.has(word);
  const isQuestion = lexicon.words.questions.has(words[0]?.toLowerCase() ?? '');
  // "What does the battery cost?" speaks of a battery that was mentioned.
  const isDefinite =
    names.length === 0 && words.some((word) => lexicon.words.definite.has(word.toLowerCase()));
  return (
    isQuestion && content.length >= (isDefinite ? OWN_WORDS + 1 : OWN_WORDS - 1) && !content.some(isShared)
  );
}

function unsure(text: string): Understanding {
  return { text, isCertain: false };
}
