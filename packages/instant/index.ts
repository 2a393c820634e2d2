import { findGreeting, findInstant } from './find-instant.ts';
import { languagesFor, tidyQuestion } from './words.ts';

export { warmUpInstant } from './find-instant.ts';

/** Options of `answerInstantly`. */
export type InstantOptions = {
  /** The present; by default the time of the call. */
  readonly now?: Date;
  /** The BCP 47 tag of the language that the answer must have; by default that of the question. */
  readonly language?: string;
  /**
   * The likely languages of the person who asks, the likeliest first: they decide between several readings.
   */
  readonly preferredLanguages?: readonly string[];
};

/** An exact answer. */
type ExactAnswer = {
  /** Markdown. */
  readonly text: string;
  /** A BCP 47 tag. */
  readonly language: string;
};

/**
 * Answers a question that needs no search: sums, percentages, units, dates, the time elsewhere and greetings, in
 * English, French, German, Italian, Portuguese and Spanish. Null for every other question, and for one that
 * could mean two different things. Never throws; takes linear time, so it is safe for untrusted text.
 */
export function answerInstantly(question: string, options: InstantOptions = {}): ExactAnswer | null {
  const { now = new Date(), language, preferredLanguages = [] } = options;
  const context = { nowMs: now.getTime(), preferred: preferredLanguages };
  return findInstant(question, language === undefined ? context : { ...context, wanted: language });
}

/** Whether a text is nothing but a greeting, thanks or a goodbye in one of these languages. Takes linear time. */
export function isGreeting(text: string): boolean {
  const tidied = tidyQuestion(text);
  if (tidied === null) return false;
  return (
    languagesFor(undefined, undefined)?.some((words) => findGreeting(tidied.text, words) !== null) === true
  );
}
