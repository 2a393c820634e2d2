import type { Grade } from './grade.ts';

/** A mistake of the operator, or a server that refuses every question: the run cannot go on. */
export class EvalFailure extends Error {}

/** How many statements of an answer have each verdict of the service; those that are not checked do not count. */
export type StatementCount = {
  readonly supported: number;
  readonly differs: number;
  readonly notFound: number;
};

/** The step of the service at which a right answer was lost. */
export const LOST_STEPS = ['search', 'selection', 'writing'] as const;
/** One of them. */
export type LostStep = (typeof LOST_STEPS)[number];

/** What a question led to: one line of the file with all results. */
export type EvalRecord = {
  readonly id: string;
  readonly kind: string;
  readonly question: string;
  /** What would have been right, for the report: answers, or patterns. */
  readonly answers: readonly string[];
  readonly isAnswerable: boolean;
  /** Markdown; empty if there is none. */
  readonly text: string;
  /** The name of the model that wrote it; empty if none did. */
  readonly model: string;
  /** Why there is no answer; null if there is one. */
  readonly failure: string | null;
  /** Absent for a failure. */
  readonly exact?: Grade;
  /** What the model judge says; absent if it was not asked, or failed. */
  readonly judged?: Grade;
  /** Where the answer was lost; absent if it is right, or if the server is no Sayso. */
  readonly lostIn?: LostStep;
  /** Absent if the server gives no verdicts. */
  readonly statements?: StatementCount;
  /** Prompts and replies together, as reported or estimated; null if the server does not say. */
  readonly tokens: number | null;
  readonly totalMs: number;
};
