import type { Question } from '../core/question.ts';
import type { Source } from '../core/source.ts';
import type { Usage } from '../core/usage.ts';

/** The outcome of the search, for the writer. */
export type EvidenceStatus =
  /** There are sources. */
  | 'sources'
  /** Every slot searched and found nothing. */
  | 'nothing-found'
  /** The search failed, so the answer cannot be checked against the web. */
  | 'unchecked';

/** The question to answer, and the sources for the answer. */
export type WritingTask = {
  readonly question: Question;
  /** With the numbers by which the answer cites them; empty unless `evidenceStatus` is `sources`. */
  readonly sources: readonly Source[];
  readonly evidenceStatus: EvidenceStatus;
  /**
   * The query, if it differs from the question: a follow-up that was rewritten to be complete.
   */
  readonly searchedFor?: string;
  /** Statements of an answer to rewrite, one numbered line for each; absent if an answer is to be written. */
  readonly toCorrect?: readonly string[];
  /** The maximum number of tokens for prompts and replies together; no limit if absent. */
  readonly maxTokens?: number;
  /** The length to ask for, in words; the usual length if absent. */
  readonly maxWords?: number;
  /** The time after which another writer could take over if this one has not begun, in milliseconds. */
  readonly patienceMs: number;
};

/** One part of an answer as it is written. */
export type WrittenPart =
  | { readonly type: 'text'; readonly text: string }
  /**
   * The tokens of everything so far, including failed attempts. Replaces earlier counts. Does not cover the
   * text after this part: if the writer fails, the caller estimates the tokens of that text.
   */
  | ({ readonly type: 'usage' } & Usage)
  /** The model that writes the following text, if its name differs from the writer's `name`. */
  | { readonly type: 'model'; readonly name: string };

/**
 * Anything that can write an answer. `write` yields Markdown in pieces of any size, with citations as `[n]`.
 * It throws a Failure `model-unavailable` with a message for the person who asked, even if it merely ends
 * without any text. When `signal` aborts, it ends its upstream call and throws the signal's reason at once.
 */
export type Writer = {
  /** The name reported as `model`, unless a `model` part replaces it. */
  readonly name: string;
  /** True when it can write only from sources. */
  readonly needsSources: boolean;
  write(task: WritingTask, signal: AbortSignal): AsyncGenerator<WrittenPart>;
};
