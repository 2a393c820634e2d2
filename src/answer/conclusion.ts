import type { Answer } from '../core/answer.ts';
import type { AnswerWords } from './answer-words.ts';
import type { Draft } from './draft.ts';
import { finishedSentences } from './finished-sentences.ts';
import { notes } from './notes.ts';

/** The final text of an answer, and its error. */
export type Conclusion = {
  readonly text: string;
  readonly error: string | null;
  /** True if `error` contains something that is not in `text`. */
  readonly errorMissingInText: boolean;
  readonly unfinished?: NonNullable<Answer['unfinished']>;
};

/** The facts that are known before writing starts. */
export type Before = {
  /** The problem in words, or null. */
  readonly error: string | null;
  /** The outcome of the search in words if there are no sources; otherwise empty. */
  readonly finding: string;
  /** The text in front of the draft; it does not count as an answer by itself. */
  readonly preface: string;
  /** Quotes from the sources, used if the writer wrote nothing; may be empty. */
  readonly quotes: string;
  readonly words: AnswerWords;
};

/** Used with a fixed text, when no writer runs. */
export const NOTHING_BEFORE = { finding: '', preface: '' } as const;

/**
 * Turns a draft into an answer. A draft cut off by the deadline ends with its last complete sentence, and
 * `error` says so. A draft that broke off because of an error says so in its last sentence ("When parts fail"
 * in docs/api.md).
 */
export function conclude(draft: Draft, { error, finding, preface, quotes, words }: Before): Conclusion {
  const { failure } = draft;
  if (failure === null) return { text: draft.text.trimEnd(), error, errorMissingInText: false };
  const text = finishedText(draft, preface);
  if (text !== '' && failure.code === 'deadline-exceeded')
    return { text, error: join(error, words.cut), errorMissingInText: true, unfinished: 'deadline' };
  const note = `${text === '' ? notes.noAnswer : notes.brokenOff} ${failure.message}`;
  const said = text === '' ? join(finding === '' ? null : finding, note) : `${text}\n\n${note}`;
  const introduced = quotes.startsWith(words.notAnswered) ? quotes : `${words.sourcesSay}\n\n${quotes}`;
  const quoted = quotes === '' ? said : `${said}\n\n${introduced}`;
  const concluded = { text: quoted, error: join(error, note), errorMissingInText: false };
  return text === '' ? concluded : { ...concluded, unfinished: 'model' };
}

/** The complete sentences of a draft; empty if none of them comes from the writer. */
export function finishedText(draft: Draft, preface: string): string {
  const text = finishedSentences(draft.text).trimEnd();
  return text === preface ? '' : text;
}

function join(first: string | null, second: string): string {
  return first === null ? second : `${first} ${second}`;
}
