import type { Question, Source } from '../core/terms.ts';

/** What the search left the writer with. */
export type Ground =
  /** There are sources. */
  | 'sources'
  /** Every slot searched and found nothing. */
  | 'nothing-found'
  /** The search failed: the answer cannot be checked against the web. */
  | 'unchecked';

/** What a writer is to answer, and from what. */
export type WritingTask = {
  readonly question: Question;
  /** Numbered as the answer shall cite them; empty unless `ground` is `sources`. */
  readonly sources: readonly Source[];
  readonly ground: Ground;
  /** What was searched for, where that is not the question itself: a follow-up in words that stand alone. */
  readonly searchedFor?: string;
  /** What is left of the answer's time, in milliseconds. */
  readonly remainingMs: number;
};

/** Tokens of a prompt and of what was written to it. */
export type TokenSplit = { readonly input: number; readonly output: number };

/** What a writer tells while it writes. */
export type WrittenPart =
  | { readonly type: 'text'; readonly text: string }
  /** Prompt and completion tokens together, and each for itself where that is known; the last one counts. */
  | { readonly type: 'usage'; readonly tokens: number; readonly split?: TokenSplit }
  /** Who writes what follows, where that is another than the writer's `name`. */
  | { readonly type: 'model'; readonly name: string };

/**
 * Anything that can write an answer. `write` yields Markdown in pieces of any size with citations as `[n]`. It throws a
 * Failure `model-unavailable` with a message for the person who asked; ending without a single piece of text is a
 * failure too and is thrown as one. Aborting `signal` ends the upstream call at once.
 */
export type Writer = {
  /** Name reported as `model`, unless the writer tells another while it writes. */
  readonly name: string;
  /** True when it can only write from sources. */
  readonly needsSources: boolean;
  write(task: WritingTask, signal: AbortSignal): AsyncIterable<WrittenPart>;
};
