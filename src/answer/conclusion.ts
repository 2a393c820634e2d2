import { finishedSentences } from '../core/finished-sentences.ts';
import { withoutAddresses } from '../core/without-addresses.ts';
import type { AnswerWords } from './answer-words.ts';
import type { Draft } from './draft.ts';
import { notes } from './notes.ts';

/** What the answer says in the end, and what is said beside it. */
export type Conclusion = {
  readonly text: string;
  readonly error: string | null;
  /** True when `error` says something that `text` leaves out. */
  readonly errorMissingInText: boolean;
};

/** What is known before the writing. */
export type Before = {
  /** What went wrong, or null. */
  readonly error: string | null;
  /** What the search came to, in words, where there are no sources to show it; else empty. */
  readonly finding: string;
  /** What was put in front of the draft; it alone is no answer. */
  readonly preface: string;
  /** What the sources say themselves, said where the writer wrote nothing; may be empty. */
  readonly quotes: string;
  readonly words: AnswerWords;
};

/** Nothing was written, because something fixed is said. */
export const NOTHING_BEFORE = { finding: '', preface: '' } as const;

/**
 * The answer a draft amounts to. A draft cut by time ends with its last finished sentence, and `error` says so; one that
 * broke off says so itself, in its last sentence ("When parts fail" of docs/api.md).
 */
export function conclude(draft: Draft, { error, finding, preface, quotes, words }: Before): Conclusion {
  const { failure } = draft;
  if (failure === null) return { text: draft.text.trimEnd(), error, errorMissingInText: false };
  const text = finishedText(draft, preface);
  if (text !== '' && failure.code === 'deadline-exceeded')
    return { text, error: join(error, words.cut), errorMissingInText: true };
  const note = `${text === '' ? notes.noAnswer : notes.brokenOff} ${withoutAddresses(failure.message)}`;
  const said = text === '' ? join(finding === '' ? null : finding, note) : `${text}\n\n${note}`;
  const introduced = quotes.startsWith(words.notAnswered) ? quotes : `${words.sourcesSay}\n\n${quotes}`;
  const quoted = quotes === '' ? said : `${said}\n\n${introduced}`;
  return { text: quoted, error: join(error, note), errorMissingInText: false };
}

/** The finished sentences of a draft; empty where none of them is the writer's own. */
export function finishedText(draft: Draft, preface: string): string {
  const text = finishedSentences(draft.text).trimEnd();
  return text === preface ? '' : text;
}

function join(first: string | null, second: string): string {
  return first === null ? second : `${first} ${second}`;
}
