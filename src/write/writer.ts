import type { Question, Source } from '../core/terms.ts';
import type { Usage } from '../core/usage.ts';

/** What the search found for the writer. */
export type Ground =
  /** There are sources. */
  | 'sources'
  /** Every slot searched and found nothing. */
  | 'nothing-found'
  /** The search failed, so the answer cannot be checked against the web. */
  | 'unchecked';

/** The question to answer, and the sources to answer it from. */
export type WritingTask = {
  readonly question: Question;
  /** With the numbers by which the answer cites them; empty unless `ground` is `sources`. */
  readonly sources: readonly Source[];
  readonly ground: Ground;
  /**
   * The text that was searched for, if it differs from the question: a follow-up that was reworded to be
   * complete.
   */
  readonly searchedFor?: string;
  /** Statements of an answer to write again, one numbered line for each; absent to write an answer. */
  readonly toCorrect?: readonly string[];
  /** The maximum number of tokens for prompts and replies together; no limit if absent. */
  readonly mostTokens?: number;
  /** How long a writer may take to begin if another could take over, in milliseconds. */
  readonly patienceMs: number;
};

/** One step of an answer as it is written. */
export type WrittenPart =
  | { readonly type: 'text'; readonly text: string }
  /**
   * The tokens of everything so far, including failed attempts. Replaces earlier counts. Does not cover text
   * that follows it: if the writer fails, the caller estimates that text.
   */
  | ({ readonly type: 'usage' } & Usage)
  /** The model that writes the text that follows, if its name differs from the writer's `name`. */
  | { readonly type: 'model'; readonly name: string };

/**
 * Anything that can write an answer. `write` yields Markdown in pieces of any size, with citations as `[n]`.
 * It throws a Failure `model-unavailable` with a message for the person who asked, even if it merely ends
 * without any text. Aborting `signal` ends the upstream call at once.
 */
export type Writer = {
  /** The name reported as `model`, unless a `model` part replaces it. */
  readonly name: string;
  /** True when it can write only from sources. */
  readonly needsSources: boolean;
  write(task: WritingTask, signal: AbortSignal): AsyncIterable<WrittenPart>;
};
