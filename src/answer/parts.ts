import type { Admissions } from '../admission/admission.ts';
import type { Settings } from '../config/settings.ts';
import type { SlotPosition } from '../core/attempt.ts';
import type { RankPassages } from '../core/ranking.ts';
import type { Answerer, ObserveAnswer } from '../core/run.ts';
import type { Documents } from '../core/service.ts';
import type { PageReading } from '../read/reading.ts';
import type { Search } from '../search/search.ts';
import type { Writing } from '../write/create-writing.ts';
import type { AnswerSources } from './answer-sources.ts';
import type { VerdictCaching } from './judge-with-model.ts';
import type { AnswerCaching } from './reuse-answers.ts';

/** What answers are made with: opened once, in `service/parts.ts`, and passed whole. */
export type Parts = {
  readonly settings: Settings;
  /** Searches all slots, with a cache if there is one. */
  readonly search: Search;
  /** The slots that search documents of the operator. */
  readonly documentSlots: ReadonlySet<SlotPosition>;
  /** True if there are no other slots. */
  readonly hasOnlyDocuments: boolean;
  /** The documents that the service itself serves. */
  readonly documents: readonly Documents[];
  /** Reads the pages of hits; null if answers use only what the back-ends return. */
  readonly reading: PageReading | null;
  /** Ranks passages with a model; null without one. */
  readonly rank: RankPassages | null;
  /** The models that write, plan and judge. */
  readonly models: Writing;
  readonly admissions: Admissions;
  /** Null if answers are not cached. */
  readonly answers: AnswerCaching | null;
  /** The sources of recent answers; null if they are not remembered. */
  readonly answerSources: AnswerSources | null;
  /** The verdicts of a model on recent answers; null if they are not cached. */
  readonly verdicts: VerdictCaching | null;
  /** Who watches answers: once for each caller, once for each run, and once for each gathering. */
  readonly observers: Readonly<Record<'callers' | 'runs' | 'gatherings', readonly ObserveAnswer[]>>;
};

/** Changes an answer; returns `next` itself where it has nothing to do. */
export type Stage = (next: Answerer, parts: Parts) => Answerer;
