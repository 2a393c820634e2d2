import type { Exchange } from '../../core/question.ts';
import { toWords } from '../../lib/text/words.ts';
import { namesAlternatives } from './alternatives.ts';
import { contextOf } from './context.ts';
import { divideMessage } from './divide-message.ts';
import { type FollowUp, toFollowUp } from './follow-up.ts';
import { lexiconFor } from './lexicon.ts';
import { namesIn } from './names.ts';
import { expandedName, firstStatement, personOf } from './names-in-answer.ts';
import type { ResolvedTurn } from './resolved-turn.ts';
import { searchWords } from './search-words.ts';
import { swap } from './swap.ts';

/** The interpretation of a follow-up. */
export type ResolvedFollowUp = {
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
/** Less at the edges of a question than this, in characters, are its marks. */
const MIN_POLITE_CHARS = 4;
/** A longer sentence is not searched for, in UTF-16 code units. */
const LONGEST_STATEMENT = 160;

/**
 * Interprets a message in its conversation, by rules only. The rules are certain only where they were
 * measured to be right; otherwise the text is a guess, in which the message comes first. Earlier questions
 * are interpreted the same way.
 */
export function readFollowUp(text: string, history: readonly Exchange[]): ResolvedFollowUp {
  const before = history.reduce<ResolvedTurn | null>(understand, null);
  const query = searchWords(text);
  if (before === null || query !== text) return { text: query, isCertain: before === null };
  return read(text.trim(), before);
}

function understand(before: ResolvedTurn | null, { question, answer }: Exchange): ResolvedTurn {
  if (before === null)
    return { question: withoutPoliteness(question.trim(), answer), answer, earlier: '', isKnown: true };
  const { text, isCertain, compared = before.compared } = read(question.trim(), before);
  // A question with a subject of its own can be searched as it is, even if it may belong to the one before.
  const isKnown = isCertain || text === question.trim();
  return { question: text, answer, earlier: before.question, isKnown, ...(compared && { compared }) };
}

/** A first question; what it tells before stands behind. */
function withoutPoliteness(text: string, answer: string): string {
  const { own, background } = divideMessage(text, lexiconFor(text, { question: '', answer }));
  return text.length - own.length < MIN_POLITE_CHARS ? text : `${own} ${background}`.trim();
}

function read(text: string, before: ResolvedTurn): Interpretation {
  const message = toFollowUp(text, before);
  const reading = interpret(text, message, before);
  const isMeasured =
    message.lexicon.isMeasured && message.background === '' && !SEVERAL_SENTENCES.test(message.own);
  return { ...reading, isCertain: reading.isCertain && isMeasured };
}

/** A meaning; `compared` has the two things of a question in which one replaced the other. */
type Interpretation = ResolvedFollowUp & Pick<ResolvedTurn, 'compared'>;

function interpret(text: string, message: FollowUp, before: ResolvedTurn): Interpretation {
  const { asks, start, own, isFragment, pronoun, refers, position, lexicon } = message;
  const isFree = refers.size === 0 && position === null;
  if (start === 'topic' && isFree) return { text: own, isCertain: true };
  if (asks === 'more') return { text: before.question, isCertain: before.isKnown };
  if (asks === 'reason') return withReason(text, message, before);
  const person = pronoun === null ? '' : personOf(before, message);
  if (pronoun !== null && person !== '') return { text: withName(own, pronoun, person), isCertain: true };
  if (expandedName(own, before.answer) !== '') return join(message, before);
  const isReplacing = start !== 'none' || (isFragment && !lexicon.isSpaceless);
  const canReplace = isFree || (start === 'correction' && pronoun === null);
  const swapped = canReplace && isReplacing ? swap(before.question.replace(END, ''), message) : null;
  if (swapped !== null) return { ...swapped, isCertain: swapped.isCertain && isFree && before.isKnown };
  if (
    isFree &&
    (start === 'none' || (start === 'change' && isAboutOwnName(message))) &&
    hasOwnSubject(message)
  )
    return { text: whole(text, message), isCertain: isCertainlyNew(message) };
  return join(message, before);
}

/** A question about something new, with what is told besides. */
function whole(text: string, { own, background }: FollowUp): string {
  if (own === text.replace(END, '')) return text;
  return background === '' ? own : `${own} ${background}`;
}

/** The message, and behind it what it is likely to refer to. */
function join(message: FollowUp, before: ResolvedTurn): Interpretation {
  const { own, start, isFragment } = message;
  const text = `${own} ${contextOf(message, before)}`.trim();
  const [other] = namesIn(before.question);
  const isOther = start === 'change' && isFragment && other !== undefined;
  return {
    text,
    isCertain: isClearlyJoined(message, before),
    ...(isOther && { compared: `${own} ${other}` }),
  };
}

/** "And what did Galvani invent?" */
function isAboutOwnName({ names, content, lexicon }: FollowUp): boolean {
  return !lexicon.capitalNouns && names.length > 0 && content.length >= OWN_WORDS - 1;
}

/** `why?` asks for the reason of the answer. */
function withReason(text: string, { lexicon }: FollowUp, before: ResolvedTurn): ResolvedFollowUp {
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

/** Whether only the previous question can be meant: narrowed, corrected, compared or referred to. */
function isClearlyJoined(message: FollowUp, before: ResolvedTurn): boolean {
  const { start, pronoun, refers, content, names, lexicon, position } = message;
  if (position !== null) return false;
  if (expandedName(message.own, before.answer) !== '')
    return pronoun === null && content.length >= OWN_WORDS_WITH_NAME;
  const isAlone = names.length === 0 || lexicon.capitalNouns;
  const isShort = content.length < OWN_WORDS;
  const isKnown = before.isKnown && pronoun === null;
  if (refers.has('two'))
    return (
      isShort &&
      isAlone &&
      (before.compared !== undefined || (before.isKnown && namesAlternatives(before.question, message)))
    );
  if (start === 'limit' || start === 'correction') return isKnown;
  if (message.isChoice) return false;
  if (pronoun !== null && (refers.has('several') || refers.has('thing')))
    return before.isKnown && names.length === 0 && isShort;
  if (refers.has('place')) return isKnown;
  if ((refers.has('thing') && before.earlier === '') || refers.has('time'))
    return isKnown && isShort && (isAlone || refers.has('time'));
  return isKnown && start === 'change' && refers.size === 0 && asksMore(message);
}

/** "And how deep?": a question about the same thing, which has no subject of its own. */
function asksMore({ content, names, isQuestion, words, lexicon }: FollowUp): boolean {
  const { pronouns, person } = lexicon.words;
  const hasPronoun = words.some((word) => pronouns.has(word) || person.has(word));
  return isQuestion && !hasPronoun && names.length === 0 && content.length < OWN_WORDS_WITH_NAME;
}

function hasOwnSubject({ content, names, own, words, isRelated, isQuestion, lexicon }: FollowUp): boolean {
  if (lexicon.isSpaceless) return own.length >= OWN_CHARS && !isRelated;
  const isNamed = names.length > 0 && content.length >= OWN_WORDS_WITH_NAME;
  // "Typical pressure in the reactor" is that of a reactor that was mentioned.
  const isOpen = !isQuestion && words.some((word) => lexicon.words.definite.has(word));
  return isNamed || (content.length >= (isOpen ? OWN_WORDS : OWN_WORDS - 1) && !isRelated);
}

/** Whether a question with a subject of its own shares no word with the conversation. */
function isCertainlyNew({ content, words, names, isRelated, isQuestion, lexicon }: FollowUp): boolean {
  // "What does the battery cost?" speaks of a battery that was mentioned.
  const isDefinite = words.some((word) => lexicon.words.definite.has(word));
  if (names.length > 0 && isQuestion && !lexicon.capitalNouns && (lexicon.dropsSubject || !isDefinite))
    return true;
  const least = names.length === 0 && isDefinite ? OWN_WORDS + 1 : OWN_WORDS - 1;
  return isQuestion && content.length >= least && !isRelated;
}
