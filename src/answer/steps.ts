import type { Render } from '../core/answer.ts';
import type { SlotPosition } from '../core/attempt.ts';
import type { Budget, FitSources } from '../core/budget.ts';
import type { Evidence, Gathering } from '../core/events.ts';
import type { Plain, Question } from '../core/question.ts';
import type { Caller, TimedRun, Trace } from '../core/run.ts';
import type { Hit, Page, Source } from '../core/source.ts';
import type { PageReading } from '../read/reading.ts';
import type { Search } from '../search/search.ts';
import type { ReadMessage, Writer } from '../write/writer.ts';
import type { Corpus } from './answer-words.ts';
import type { Draft, TextFilter } from './draft.ts';

/** The steps of an answer, each known only by its interface. */
export type AnswerDeps = {
  readonly gather: Gather;
  /** Null when no model is configured. */
  readonly writer: Writer | null;
  /**
   * The passages of the sources that fit a question, as Markdown, for an answer that the model did not write;
   * null to report only the failure.
   */
  readonly quotePassages: ((question: string, sources: readonly Source[]) => string) | null;
  /** `language` is a BCP 47 tag or `und`; `plain` is what the question asks for, if that needs no search. */
  createCitationFilter(sources: readonly Source[], language: string, plain?: Plain): TextFilter;
  /** The Markdown as the output policy writes it, with links to the sources. */
  sanitizeMarkdown(markdown: string, sources: readonly Source[]): string;
  readonly render: Render;
  /** Treats statements that the sources do not support; null to keep all of them. */
  readonly correct: Correct | null;
  /** Whether the model may answer without sources if all slots fail or find nothing. */
  readonly modelOnlyFallback: boolean;
  /** The material that the configured slots search. */
  readonly corpus: Corpus;
  /** The maximum amount of source text that the writer gets, in tokens, or what decides it. */
  readonly contextTokens: number | FitSources;
  /** The maximum number of tokens of all model calls together; no limit if absent. */
  readonly maxTokens?: number;
};

/** Finds the evidence for one question within a budget. */
export type Gather = (run: TimedRun) => Gathering;

/** The steps from a question to its sources. */
export type GatherDeps = {
  readonly readMessage: ReadMessage;
  /** The sources of the last answer of the history; none if they are not known. Absent without a cache. */
  readonly recallSources?: (question: Question, caller: Caller) => Promise<readonly Source[]>;
  readonly search: Search;
  /** The slots that search documents of the operator; none if absent. */
  readonly documents?: ReadonlySet<SlotPosition>;
  /** Reads the pages of hits; null if answers use only what the back-ends return. */
  readonly reading: PageReading | null;
  /** `budgetMs` is the longest time that another server may take to rank passages. */
  select(choice: SourceChoice, budgetMs: number, signal: AbortSignal): Promise<readonly Source[]>;
};

/** The hits and pages from which the sources are chosen. */
export type SourceChoice = {
  readonly question: Question;
  readonly hits: readonly Hit[];
  /** The pages that were read, by the URL of their hit. */
  readonly pages: ReadonlyMap<string, Page>;
  /** The maximum amount of text in all sources, in tokens. */
  readonly contextTokens: number;
};

/** Corrects a finished text by its sources. Never throws. */
export type Correct = (correction: TextToCorrect, signal: AbortSignal) => Promise<CorrectedText>;

/** A finished text, and everything that it was written from. */
export type TextToCorrect = {
  readonly text: string;
  readonly question: Question;
  readonly evidence: Evidence;
  readonly draft: Draft;
  readonly budget: Budget;
  readonly trace?: Trace;
  /** The maximum number of tokens for prompts and replies together; no limit if absent. */
  readonly maxTokens?: number;
};

/** A corrected text, and the tokens that the correction took. */
export type CorrectedText = { readonly text: string; readonly tokens: number };
