import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { detectLanguage, UNDETERMINED } from '@sayso/text/language.ts';
import { findClock } from './clock.ts';
import { findConversion } from './conversion.ts';
import { findDate } from './dates.ts';
import { findSum } from './sum.ts';
import {
  type InstantFinding,
  type InstantWords,
  languagesFor,
  readPhrasing,
  type TidyQuestion,
  tidyQuestion,
} from './words.ts';

/** A finding with the language of its answer. */
type InstantAnswer = { readonly text: string; readonly language: InstantWords['code'] };

const MAX_PHRASES = 4;
/** The longest phrase has this many words. */
const MAX_WORDS = 6;

/**
 * Replies to a question that consists only of a greeting, thanks or a goodbye, with the usual additions
 * ("hello, how are you?"); null for every other question.
 */
export function findGreeting(
  text: string,
  { greeting, writing: { says } }: InstantWords,
): InstantFinding | null {
  const words = text
    .toLowerCase()
    .split(/[\s,.!?¿¡]+/)
    .filter((word) => word !== '');
  if (words.length > MAX_PHRASES * MAX_WORDS) return null;
  const said: string[] = [];
  for (let at = 0; at < words.length; ) {
    const phrase = phraseAt(words.slice(at, at + MAX_WORDS), greeting);
    if (phrase === null || said.length >= MAX_PHRASES) return null;
    said.push(phrase.kind);
    at += phrase.count;
  }
  const kind = (['thanks', 'bye', 'hello'] as const).find((each) => said.includes(each));
  return kind === undefined ? null : { text: says[kind], value: kind };
}

/** The longest phrase at the beginning of some words, and how many of them it takes. */
function phraseAt(words: readonly string[], greeting: InstantWords['greeting']) {
  for (let count = words.length; count > 0; count--) {
    const phrase = words.slice(0, count).join(' ');
    for (const kind of ['hello', 'thanks', 'bye', 'besides'] as const)
      if (greeting[kind].includes(phrase)) return { kind, count };
  }
  return null;
}

/** The time of a question, and its possible languages. Languages are BCP 47 tags. */
type InstantContext = {
  /** The present, in milliseconds since 1970. */
  readonly nowMs: number;
  /** The language that the answer must have. */
  readonly wanted?: string;
  /**
   * The likely languages of the person who asks, the likeliest first: they decide between several readings of
   * the question.
   */
  readonly preferred?: readonly string[];
};

/**
 * Answers a question that needs no search; null for every other question. The question must have only one
 * meaning as a whole. If two languages read it differently, the answer says which reading it used; if it
 * could mean two different things, there is no answer. Takes linear time in the question; never throws.
 */
export function findInstant(question: string, context: InstantContext): InstantAnswer | null {
  const tidied = tidyQuestion(question);
  const lexicons = tidied === null ? null : languagesFor(context.wanted, context.preferred?.[0]);
  if (tidied === null || lexicons === null) return null;
  const day = Math.floor(context.nowMs / DAY_MS);
  const key = [day, context.wanted, context.preferred?.[0], question].join('\n');
  if (unanswered.has(key)) return null;
  const found: LanguageFinding[] = [];
  for (const lexicon of lexicons) {
    const findings = findingsIn(lexicon, tidied, context.nowMs);
    if (findings.length > 1) return null;
    for (const finding of findings) found.push({ finding, lexicon });
  }
  if (found.length === 0) {
    if (unanswered.size >= MAX_UNANSWERED) unanswered.clear();
    unanswered.add(key);
    return null;
  }
  return chooseFinding(found, languagesOf(tidied.text, found, context));
}

/**
 * Questions that had no instant answer. The set holds about a day's questions, so a repeated question is
 * usually found here.
 */
const unanswered = new Set<string>();
const MAX_UNANSWERED = 1000;
const DAY_MS = 86_400_000;

/** A finding, and the language in which the question was read. */
type LanguageFinding = { readonly finding: InstantFinding; readonly lexicon: InstantWords };

function findingsIn(lexicon: InstantWords, tidied: TidyQuestion, nowMs: number): readonly InstantFinding[] {
  const asked = readPhrasing(tidied.text, tidied.isEquation, lexicon);
  return [
    findSum(asked, lexicon),
    findConversion(asked, lexicon),
    findDate(asked, lexicon, nowMs),
    findClock(asked, lexicon, nowMs),
    findGreeting(tidied.text, lexicon),
  ].filter((finding) => finding !== null);
}

/** Quoted texts, "am" and "pm" after an hour, and symbols of one letter look like words of some language. */
const UNTELLING = /"[^"]*"|(?<=\d ?)[ap]m\b|(?<![\p{L}\p{M}])\p{L}(?![\p{L}\p{M}'])/giu;

/**
 * The possible languages of the question, the likeliest first. Names of units show the language; otherwise,
 * the words of the question do.
 */
function languagesOf(
  text: string,
  found: readonly LanguageFinding[],
  { preferred = [] }: InstantContext,
): readonly string[] {
  const words = text.toLowerCase().split(' ');
  const own = found.find(({ lexicon: { unitWords } }) => {
    const names = unitWords.split(' ');
    return words.some((word) => names.includes(word));
  });
  const detected = detectLanguage(text.replaceAll(UNTELLING, ' '));
  const language = own?.lexicon.code ?? detected;
  return [...(language === UNDETERMINED ? [] : [language]), ...preferred];
}

/** The finding in the likeliest language; null if the question has two meanings. */
function chooseFinding(
  found: readonly LanguageFinding[],
  languages: readonly string[],
): InstantAnswer | null {
  const [first] = found;
  if (first === undefined) return null;
  const codes = languages.map((tag) => tag.slice(0, 2).toLowerCase());
  const byLikelihood = codes.map((code) => found.find(({ lexicon }) => lexicon.code === code));
  const chosen = byLikelihood.find((finding) => finding !== undefined) ?? first;
  const { text, notes = [], doubts = [] } = chosen.finding;
  const isAgreed = found.every(({ finding }) => finding.value === first.finding.value);
  const remarks = isAgreed && found.length === 1 ? notes : [...notes, ...doubts];
  // If two languages give different values and no mark explains the difference, they are different questions.
  if (!isAgreed && remarks.length === 0) return null;
  return { text: [text, ...new Set(remarks)].join('\n\n'), language: chosen.lexicon.writing.code };
}

/** One question for each kind that needs tables: units, dates and times of day. */
export const WARMING_QUESTIONS: readonly string[] = [
  '2 + 3',
  '5 km in miles',
  'days until 24 December 2000',
  'what time is it in Tokyo',
];

/**
 * After a delay in milliseconds, makes the tables that instant answers need. Each question has its own turn
 * of the event loop, so that requests are answered in between. Neither the delay nor the tables keep the
 * process alive.
 */
export async function warmUpInstant(delayMs: number, signal: AbortSignal): Promise<void> {
  await pause(delayMs, undefined, { ref: false, signal }).catch(() => undefined);
  for (const question of WARMING_QUESTIONS) {
    await setImmediate();
    if (signal.aborted) return;
    findInstant(question, { nowMs: 0 });
  }
}
