import type { Exchange } from '../../core/question.ts';
import { toWords } from '../../lib/text/words.ts';
import { firstWords, type Leaning, leaningOf, namesTime, namesTwo } from './leaning.ts';
import { searchWords } from './search-words.ts';
import {
  expandedName,
  firstStatement,
  namesAlternatives,
  personOf,
  subjectOf,
  type Understood,
} from './subject.ts';
import { swap } from './swap.ts';

/** The interpretation of a follow-up. */
export type Understanding = {
  /** A question that is complete without the conversation. */
  readonly text: string;
  /** False if another interpretation is plausible, so that a model should be asked. */
  readonly isCertain: boolean;
};

const END = /[\s?？؟!！.。…]+$/u;
/** The rules read one sentence; others may change what it means. */
const SEVERAL_SENTENCES = /\p{L}{3,}[.!?]+\s+\S/u;
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
const MIN_SHARED_CHARS = 5;

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
  if (before === null) return { question: question.trim(), answer, earlier: '', isKnown: true };
  const { text, isCertain, compared } = read(question.trim(), before);
  // A question with a subject of its own can be searched as it is, even if it may belong to the one before.
  const isKnown = isCertain || text === question.trim();
  return { question: text, answer, earlier: before.question, isKnown, ...(compared && { compared }) };
}

function read(text: string, before: Understood): Interpretation {
  const leaning = leaningOf(text, before.question);
  const reading = interpret(text, leaning, before);
  const isMeasured = leaning.lexicon.isMeasured && !SEVERAL_SENTENCES.test(text);
  return { ...reading, isCertain: reading.isCertain && isMeasured };
}

/** A meaning; `compared` has the two things of a question in which one replaced the other. */
type Interpretation = Understanding & Pick<Understood, 'compared'>;

function interpret(text: string, leaning: Leaning, before: Understood): Interpretation {
  const { asks, start, own, isFragment, pronoun, points } = leaning;
  if (start === 'topic' && pronoun === null && points === null) return { text: own, isCertain: true };
  if (asks === 'more') return { text: before.question, isCertain: before.isKnown };
  if (asks === 'reason') return withReason(text, leaning, before);
  const person = pronoun === null ? '' : personOf(before, leaning);
  if (pronoun !== null && person !== '') return { text: withName(own, pronoun, person), isCertain: true };
  if (pronoun !== null || expandedName(leaning.words, before.answer) !== '')
    return joinQuestions(leaning, before);
  const isReplacing = start !== 'none' || (isFragment && !leaning.lexicon.isSpaceless);
  const swapped = points === null && isReplacing ? swap(before.question.replace(END, ''), leaning) : null;
  if (swapped !== null) return { ...swapped, isCertain: swapped.isCertain && before.isKnown };
  if (start === 'none' && points === null && !isFragment && hasOwnSubject(leaning))
    return { text, isCertain: isCertainlyNew(leaning, before) || isAboutOwnName(leaning) };
  return joinQuestions(leaning, before);
}

/** `why?` asks for the reason of the answer. */
function withReason(text: string, { lexicon }: Leaning, before: Understood): Understanding {
  const { question, answer, isKnown } = before;
  const asked = text.replace(END, '');
  // "Yes" is no statement.
  const isYesOrNo = lexicon.words.yes.has(toWords(question)[0] ?? '');
  if (isYesOrNo) return { text: `${asked} ${question}`, isCertain: isKnown };
  const statement = firstStatement(answer).replace(END, '');
  const isUsed = statement !== '' && statement.length <= LONGEST_STATEMENT;
  return { text: `${asked} ${isUsed ? statement : question}`, isCertain: false };
}

/** `how old is he?`: with the name instead of the pronoun; behind it for `est-il`. */
function withName(own: string, pronoun: string, name: string): string {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}-])${pronoun}(?![\\p{L}\\p{N}])`, 'u');
  return pattern.test(own) ? own.replace(pattern, () => name) : `${own} ${name}`;
}

/** The message, and behind it what it is likely to refer to. */
function joinQuestions(leaning: Leaning, before: Understood): Understanding {
  const text = `${leaning.own.replace(END, '')} ${subjectOf(before, leaning)}`.trim();
  return { text, isCertain: isClearlyJoined(leaning, before) };
}

/**
 * Whether only the previous question can be meant, which is known: a message that narrows or corrects it,
 * that compares what it names, or that refers to one thing of the only exchange.
 */
function isClearlyJoined(leaning: Leaning, before: Understood): boolean {
  const { start, pronoun, points, content, words } = leaning;
  if (expandedName(words, before.answer) !== '')
    return pronoun === null && content.length >= OWN_WORDS_WITH_NAME;
  const { names, lexicon } = leaning;
  const isAlone = names.length === 0 || lexicon.capitalNouns;
  const isShort = content.length < OWN_WORDS;
  const isKnown = before.isKnown && pronoun === null;
  if (namesTwo(leaning) && (pronoun === null || points !== null))
    return isShort && isAlone && (before.compared !== undefined || isChoice(leaning, before));
  if (start === 'limit' || start === 'correction') return isKnown;
  if (points === 'one' && before.earlier === '') return isKnown && isShort && (isAlone || namesTime(leaning));
  return isKnown && start === 'change' && points === null && asksMore(leaning);
}

function isChoice(leaning: Leaning, { question, isKnown }: Understood): boolean {
  return isKnown && namesAlternatives(question, leaning);
}

/** "And how deep?": a question about the same thing, which has no subject of its own. */
function asksMore({ content, names, own, words, lexicon }: Leaning): boolean {
  const { questions, pronouns, person } = lexicon.words;
  const isQuestion = firstWords(own).some((word) => questions.has(word.toLowerCase()));
  const hasPronoun = words.some((word) => pronouns.has(word) || person.has(word));
  return isQuestion && !hasPronoun && names.length === 0 && content.length < OWN_WORDS_WITH_NAME;
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

/** Whether a question is about a name in it; in German, any noun could be one. */
function isAboutOwnName({ names, words, lexicon }: Leaning): boolean {
  const { questions, definite } = lexicon.words;
  const small = words.map((word) => word.toLowerCase());
  // "Who won the final for Spain?" depends on the conversation; Romance languages have articles everywhere.
  const isOpen = !lexicon.dropsSubject && small.some((word) => definite.has(word));
  return !lexicon.capitalNouns && names.length > 0 && questions.has(small[0] ?? '') && !isOpen;
}

/** Whether a question with a subject of its own shares no word with the conversation. */
function isCertainlyNew(
  { content, words, names, lexicon }: Leaning,
  { question, answer }: Understood,
): boolean {
  const said = new Set(toWords(`${question} ${answer}`.slice(0, COMPARED_CHARS)));
  const isShared = (word: string) => word.length >= MIN_SHARED_CHARS && said.has(word);
  const isQuestion = firstWords(words.join(' ')).some((word) =>
    lexicon.words.questions.has(word.toLowerCase()),
  );
  // "What does the battery cost?" speaks of a battery that was mentioned.
  const isDefinite =
    names.length === 0 && words.some((word) => lexicon.words.definite.has(word.toLowerCase()));
  return (
    isQuestion && content.length >= (isDefinite ? OWN_WORDS + 1 : OWN_WORDS - 1) && !content.some(isShared)
  );
}
