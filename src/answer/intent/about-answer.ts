import type { IntentLists } from './intent-lists.ts';
import { type IntentWords, intentWordsFor } from './intent-words.ts';
import {
  consistsOf,
  countUnknown,
  hasAny,
  type Plain,
  phraseAt,
  plainForms,
  startsWithAny,
  withoutLeadingPhrases,
} from './phrases.ts';

/** Longer messages say something else, too. */
const MAX_CHARS = 320;
/** The longest continuation of a task: "and in Spanish?". */
const MAX_NEXT_CHARS = 60;

/** Whether a message only asks for another form of the previous answer, or doubts it. */
export function isAboutAnswer(message: string): boolean {
  return hasOneRequest(message, (sentence) => isRequest(sentence) || isDoubtful(sentence));
}

/** Whether a message only doubts the previous answer, or asks for its sources. */
export function isDoubt(message: string): boolean {
  return hasOneRequest(message, isDoubtful);
}

/** A sentence that asks for another form of the previous answer, and the language that it is in. */
export type FormRequest = { readonly sentence: string; readonly language: IntentWords };

/** The request for another form in a message that asks nothing else; null if there is none. */
export function findRequest(message: string): FormRequest | null {
  if (!hasOneRequest(message, isRequest)) return null;
  for (const sentence of message.match(SENTENCES) ?? []) {
    const language = requestLanguage(sentence);
    if (language !== undefined) return { sentence, language };
  }
  return null;
}

/** The sentences of a message, and the clauses of one. */
const SENTENCES = /[^.!?…。！？]+[.!?…。！？]*/gu;
const CLAUSES = /[,;—–]+/u;
const ASKING = /[?？]/u;

function hasOneRequest(message: string, is: (sentence: string) => boolean): boolean {
  if (message.length > MAX_CHARS) return false;
  const sentences = message.match(SENTENCES) ?? [];
  const others = sentences.filter((sentence) => !is(sentence));
  return others.length < sentences.length && !others.some((sentence) => ASKING.test(sentence));
}

function isRequest(sentence: string): boolean {
  return requestLanguage(sentence) !== undefined;
}

function requestLanguage(sentence: string): IntentWords | undefined {
  const isStrict = QUOTED.test(sentence);
  return languageIn(
    sentence,
    (plain, lists) => asksForForm(plain, lists) || (!isStrict && isAimedAtAnswer(plain, lists)),
  );
}

/** Whether a sentence doubts the answer, or its last clause does: "Forgive me, but are you sure". */
function isDoubtful(sentence: string): boolean {
  if (isInAnyLanguage(sentence, doubts)) return true;
  const last = sentence.split(CLAUSES).at(-1) ?? '';
  return last.trim().includes(' ') && isInAnyLanguage(last, doubts);
}

/** A request may have this many words that say nothing of its kind, and this share of them. */
const MAX_UNKNOWN = 2;
const MAX_UNKNOWN_SHARE = 0.3;
/** The longest description of a person for whom another form is wanted: "for my son in second grade". */
const MAX_AUDIENCE_WORDS = 8;
/** A longer complaint says something else, too. */
const MAX_COMPLAINT_WORDS = 10;

/** Quoted words are what a message is about. */
const QUOTED = /["“”«»„「『]/u;

/** Whether a message names the answer ("that") and a form ("a table"), or complains ("too long"). */
function isAimedAtAnswer(whole: Plain, lists: IntentLists): boolean {
  if (whole.isSpaceless || startsWithAny(whole, [...lists.questions, ...lists.checks])) return false;
  const plain = withoutAudience(whole, lists.audiences);
  const words = plain.text.split(' ').length;
  if (startsWithAny(plain, lists.complaints)) return words <= MAX_COMPLAINT_WORDS;
  const others = [...lists.aboutBesides, ...lists.answers, ...lists.selves];
  const telling = hasAny(plain, lists.says) ? [...lists.forms, ...lists.names] : lists.forms;
  const unknown = countUnknown(plain, { telling, others });
  const isClear = unknown <= Math.min(MAX_UNKNOWN, words * MAX_UNKNOWN_SHARE);
  return isClear && (unknown === 0 || hasAny(plain, lists.answers));
}

/** A request without the words for whom it is: "for my daughter". */
function withoutAudience(plain: Plain, audiences: readonly string[]): Plain {
  const { text } = plain;
  for (const { index } of text.matchAll(/ /g)) {
    if (phraseAt(plain, index + 1, audiences) === 0) continue;
    const isShort = text.slice(index + 1).split(' ').length <= MAX_AUDIENCE_WORDS;
    return isShort ? { ...plain, text: text.slice(0, index) } : plain;
  }
  return plain;
}

/** Whether a text asks for another form, or to say the answer in a language that it names. */
function asksForForm(plain: Plain, lists: IntentLists): boolean {
  const { forms, says, names, aboutBesides: others } = lists;
  if (consistsOf(plain, { telling: forms, others })) return true;
  return hasAny(plain, says) && consistsOf(plain, { telling: names, others });
}

function doubts(plain: Plain, { doubts: telling, aboutBesides, openers }: IntentLists): boolean {
  return consistsOf(plain, { telling, others: [...aboutBesides, ...openers] });
}

type PhraseTest = (plain: Plain, lists: IntentLists) => boolean;

function isInAnyLanguage(message: string, is: PhraseTest): boolean {
  return languageIn(message, is) !== undefined;
}

/** The first language in which a text passes a test. */
function languageIn(message: string, is: PhraseTest): IntentWords | undefined {
  const plain = plainForms(message);
  return intentWordsFor(message).find(({ isSpaceless, lists }) =>
    is(withoutLeadingPhrases(plain(isSpaceless), lists.talk), lists),
  );
}

/** Whether a message right after a task continues it. */
export function isContinuation(message: string): boolean {
  if (message.length > MAX_NEXT_CHARS) return false;
  const plain = plainForms(message);
  return intentWordsFor(message).some(({ isSpaceless, lists }) => {
    const { openers, names: telling, nextBesides: others } = lists;
    return startsWithAny(plain(isSpaceless), openers) && consistsOf(plain(isSpaceless), { telling, others });
  });
}
