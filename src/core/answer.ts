import type { CitationMove } from '@sayso/markdown';
import type { Judgement } from '@sayso/verdicts';
import type { SlotPosition } from './attempt.ts';
import type { Source } from './source.ts';

export type { Block, CitationMove, CitationPosition } from '@sayso/markdown';

/** What an answer lacks, in the words of `problem` in docs/api.md. */
export const ANSWER_PROBLEMS = [
  'unconfigured',
  'nothing-found',
  'unsourced',
  'model-failed',
  'quoted',
  'cut-off',
  'broken-off',
  'stale',
] as const;
export type AnswerProblem = (typeof ANSWER_PROBLEMS)[number];

/** An answer in its three forms, with everything the contract reports about it. */
export type Answer = {
  /** Markdown. */
  readonly text: string;
  /** The answer as HTML, safe to put into a page. */
  readonly html: string;
  /** The answer as plain text to be spoken. */
  readonly speech: string;
  readonly sources: readonly Source[];
  /** BCP 47 tag of the answer's language, or `und`. */
  readonly language: string;
  /** Name of the model that wrote it; empty when none is configured. */
  readonly model: string;
  readonly slot: SlotPosition | null;
  /** What was searched for, if that is not the question as it was asked: the meaning of a follow-up. */
  readonly searchedFor?: string;
  /** Prompt and completion tokens together, 0 when no model was called. */
  readonly tokensUsed: number;
  /** A problem that occurred although an answer was possible; null if there was none. */
  readonly error: string | null;
  /** True when `error` says something of the answer that `text` lacks: the deadline cut it off. */
  readonly errorMissingInText: boolean;
  /** The kind of problem; absent if there was none. */
  readonly problem?: AnswerProblem;
  /** The reason why the text ends early: its time was up, or the model failed while it wrote. */
  readonly unfinished?: 'deadline' | 'model';
  /** The citations that were changed while it was written; absent if none was. */
  readonly citationMoves?: readonly CitationMove[];
  /** The id by which its caller refers to its sources in a later question; absent if it has none. */
  readonly answerId?: string;
  /** The facts about the answer's entry in the cache; absent if it has none. */
  readonly kept?: CacheFacts;
};

/** Facts about a cached answer. */
export type CacheFacts = {
  /** Identical for identical answers, on every instance and at any time. */
  readonly id: string;
  /** Its age in milliseconds; 0 for a new one. */
  readonly ageMs: number;
  /** The age up to which it is fresh, in milliseconds; a stale answer is older. */
  readonly lifetimeMs: number;
};

/** The two forms that are made from an answer's Markdown. */
export type Rendered = Pick<Answer, 'html' | 'speech'>;

/** A statement of an answer and its verdict. */
export type JudgedStatement = Judgement & {
  /** Its position among the statements of the answer; the first is 0. */
  readonly index: number;
  /** Plain text without markup and citations. */
  readonly text: string;
  /** Its offsets in the answer's Markdown. */
  readonly from: number;
  readonly to: number;
  /** Its citations that were changed while it was written; absent if none was. */
  readonly citationMoves?: readonly CitationMove[];
};
