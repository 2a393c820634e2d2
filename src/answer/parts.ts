import type { Admissions } from '../admission/admission.ts';
import type { Caching } from '../cache/cache.ts';
import type { Settings } from '../config/settings.ts';
import type { SlotPosition } from '../core/attempt.ts';
import type { Question } from '../core/question.ts';
import type { Answerer, ObserveAnswer } from '../core/run.ts';
import type { Documents } from '../core/service.ts';
import type { Hit, Page, Source } from '../core/source.ts';
import type { OwnWeb } from '../documents/own-web.ts';
import type { PageReader } from '../read/read.ts';
import type { Search } from '../search/search.ts';
import type { Writing } from '../write/create-writing.ts';
import type { ModelVerdict } from '../write/writer.ts';
import type { CachedAnswer } from './cached-answer.ts';

/** What answers are made with: opened once, in `service/open-parts.ts`, and passed whole. */
export type Parts = {
  readonly settings: Settings;
  /** Searches all slots, with a cache if there is one. */
  readonly search: Search;
  /** The slots that search documents of the operator. */
  readonly documentSlots: ReadonlySet<SlotPosition>;
  /** True if there are no other slots. */
  readonly hasOnlyDocuments: boolean;
  /** The collections of the operator; null without any. */
  readonly ownWeb: OwnWeb | null;
  /** The documents that the service itself serves. */
  readonly documents: readonly Documents[];
  /** Reads the pages of hits; null if answers use only what the back-ends return. */
  readonly reader: PageReader | null;
  readonly select: SelectSources;
  /** The models that write, plan and judge. */
  readonly models: Writing;
  readonly admissions: Admissions;
  /** The cached answers; null if answers are not cached. */
  readonly answers: Caching<CachedAnswer> | null;
  /** The sources of recent answers; null if they are not remembered. */
  readonly answerSources: SourceCaching | null;
  /** The verdicts of a model on recent answers; null if they are not cached. */
  readonly verdicts: Caching<readonly AnswerVerdict[]> | null;
  /** Count and record what each caller uses, to the end of an answer. */
  readonly accounts: readonly ObserveAnswer[];
  /** Who watches answers: once for each caller, once for each run, and once for each gathering. */
  readonly observers: Readonly<Record<'callers' | 'runs' | 'gatherings', readonly ObserveAnswer[]>>;
};

/** The cache of the sources of recent answers, each under an id that only its caller can use. */
export type SourceCaching = Caching<readonly Source[]> & {
  /** The secret that signs the ids; the same on all instances. Never rejects. */
  secret(): Promise<string>;
};

/** The verdict of a model on the statement of an answer with this index. */
export type AnswerVerdict = Pick<ModelVerdict, 'verdict' | 'quote'> & { readonly index: number };

/** Changes an answer; `pipeline.ts` says for which runs and which services. */
export type Stage = (next: Answerer, parts: Parts) => Answerer;

/** Chooses the sources; another server may take at most `budgetMs` to rank their passages. */
export type SelectSources = (
  choice: SourceChoice,
  budgetMs: number,
  signal: AbortSignal,
) => Promise<readonly Source[]>;

/** The hits and pages from which the sources are chosen. */
export type SourceChoice = {
  readonly question: Question;
  readonly hits: readonly Hit[];
  /** The pages that were read, by the URL of their hit. */
  readonly pages: ReadonlyMap<string, Page>;
  /** The maximum amount of text in all sources, in tokens. */
  readonly contextTokens: number;
};
