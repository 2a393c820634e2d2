import type { Question } from '../core/question.ts';
import type { Source } from '../core/source.ts';
import type { CutPrompt, Spent, Usage } from '../core/usage.ts';

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
  /** The model's server read only a part of the prompt, so the answer may miss what was asked. */
  | ({ readonly type: 'cut' } & CutPrompt)
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

/** What a message asks for, and what it took to find out; nothing if no model was called. */
export type Understanding = Spent & {
  /** What to search for; null if nothing is to be searched: work on a text or on the last answer, or talk. */
  readonly query: string | null;
  /** True if no model confirmed the query of a follow-up. */
  readonly isGuess: boolean;
};

/** Understands a message in its conversation within `budgetMs`. Never throws. */
export type Understand = (
  question: Question,
  budgetMs: number,
  signal: AbortSignal,
) => Promise<Understanding>;

/** Decides which queries a deep answer uses. Never throws: it falls back to rules. */
export type Researcher = {
  /** The queries in addition to the question itself, at most four. */
  plan(question: string, limits: PlanLimits, signal: AbortSignal): Promise<PlannedQueries>;
  /** The queries for facts that the sources lack; none if the sources have enough. */
  findGap(findings: Findings, limits: GapLimits, signal: AbortSignal): Promise<PlannedQueries>;
};

/** What has been found for a question so far. */
type Findings = { readonly question: string; readonly sources: readonly Source[] };

/** The search queries, and what it took to find them; nothing if rules alone decided. */
export type PlannedQueries = Spent & { readonly queries: readonly string[] };

/** The limits of one model call. */
type PlanLimits = {
  readonly timeoutMs: number;
  /** Prompt and completion tokens. */
  readonly maxTokens: number;
};

type GapLimits = PlanLimits & { readonly maxQueries: number };

/** Statements of one answer, and the sources that it was written from. */
type JudgeTask = {
  readonly question: string;
  /** Plain text, without citations. */
  readonly statements: readonly string[];
  readonly sources: readonly Source[];
};

/** What a model says about one statement. */
export type ModelVerdict = {
  /** The position of the statement in the task, from 0. */
  readonly at: number;
  /** `missing`: no source says it. `no-claim`: there is nothing in it that a source could say. */
  readonly verdict: 'supported' | 'contradicted' | 'missing' | 'no-claim';
  /** For `contradicted`: the words of a source, as the model wrote them; otherwise empty. */
  readonly quote: string;
};

/**
 * Asks a model about statements. Emits each verdict as soon as it arrives, at most one for a statement, in
 * any order, and returns what it took. Never throws: a statement without a verdict was not judged. Ends when
 * `signal` aborts.
 */
export type ModelJudge = (task: JudgeTask, signal: AbortSignal) => AsyncGenerator<ModelVerdict, Spent>;
