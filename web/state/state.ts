import type { PageAnswer, PageHealth, PageSource, PageStep, PageTimes } from './messages.ts';

/** The ways a question can end without an answer. */
export type AskFailureKind =
  | 'stopped'
  | 'offline'
  | 'unreachable'
  | 'key'
  | 'wrong-key'
  | 'rate'
  | 'busy'
  | 'refused'
  | 'search'
  | 'broken'
  | 'failed';

/** Why a question ended without a whole answer, also if its reader stopped it. */
type AskFailure = {
  readonly kind: AskFailureKind;
  /** The service's own words; empty if there are none. */
  readonly message: string;
  readonly retryAfterSeconds: number | null;
};

/** What the field says of its question: why it was not sent, or that it waits. */
export type FieldNote = 'empty' | 'too-long' | 'unasked' | 'queued';

/** A question and its outcome, as part of a conversation. */
export type ShownExchange = {
  readonly question: string;
  readonly sources: readonly PageSource[];
  /** HTML of the answer's top-level blocks, in order. The last one may still grow. */
  readonly blocks: readonly string[];
  /** The numbers of the sources that each of the blocks cites; empty if unknown. */
  readonly citations: readonly (readonly number[])[];
  /** The supporting sentence of each citation's source, in the order of the citations; empty if unknown. */
  readonly quotes: readonly string[];
  /** The `statement` messages so far; they are read when they are shown. */
  readonly statements: readonly unknown[];
  /** The whole answer, or what there is of one that ended early; null until then. */
  readonly answer: PageAnswer | null;
  /** The searches and pages so far, in the order of the events. */
  readonly steps: readonly PageStep[];
  /** The sentences that can be read aloud so far. */
  readonly sentences: readonly string[];
  /** BCP 47 tag of the answer's language; empty if unknown. */
  readonly language: string;
  /** The time of the whole answer, in milliseconds; null until known. */
  readonly totalMs: number | null;
  readonly times: PageTimes | null;
  /** What the models cost, such as `0.0028 USD`; empty if that is not known. */
  readonly cost: string;
  readonly failure: AskFailure | null;
};

/** An exchange before anything is known. */
export const emptyExchange: ShownExchange = {
  question: '',
  sources: [],
  blocks: [],
  citations: [],
  quotes: [],
  statements: [],
  answer: null,
  steps: [],
  sentences: [],
  language: '',
  totalMs: null,
  times: null,
  cost: '',
  failure: null,
};

/** The citation whose card is open: its exchange, its position among the citations there, and its source. */
export type OpenCard = { readonly turn: number; readonly place: number; readonly source: number };

/** The sentence being read aloud, by its exchange and its number there. */
export type Speaking = {
  readonly turn: number;
  readonly at: number;
  readonly paused: boolean;
  /** True if the reading ended because the browser has no voice for the language. */
  readonly isMute?: boolean;
};

/** A question that waits for the end of the answer in progress. */
export type QueuedQuestion = { readonly question: string; readonly isDeep: boolean };

/** The parts of the state that only the field shows. */
export type FieldState = {
  /** The text in the field. */
  readonly draft: string;
  readonly note: FieldNote | null;
  /** The questions that are asked after this one, in this order. */
  readonly queue: readonly QueuedQuestion[];
};

/**
 * The stored form of a conversation: the data that the page needs to show it again, and the time of its
 * answer, in milliseconds since 1970.
 */
export type HistoryEntry = {
  readonly id: string;
  readonly at: number;
  /** The first question of the conversation, shown in the history. */
  readonly title: string;
  /** The name that the reader gave it; empty or absent if there is none. */
  readonly name?: string | undefined;
  readonly isPinned?: boolean | undefined;
  /** The name of the reader's collection that has it; empty or absent if it is in none. */
  readonly collection?: string | undefined;
  readonly shown: StoredConversation;
};

/** The part of the state with questions and answers; the rest is temporary. */
type StoredConversation = ShownExchange &
  Pick<State, 'thread' | 'scope' | 'isDeep' | 'plan'> &
  Partial<Pick<State, 'versions' | 'stream' | 'requestId'>>;

/** The questions that the reader asked in place of one another, oldest first, and where they stand. */
export type Versions = { readonly turn: number; readonly questions: readonly string[] };

/** What is beside the conversation: the history, and the panel that covers the page. */
export type AsideState = {
  /** The earlier conversations, newest first. */
  readonly entries: readonly HistoryEntry[];
  /** Those that were removed last, until the panel closes. */
  readonly removed: readonly HistoryEntry[];
  readonly panel: 'none' | 'history' | 'settings' | 'keys';
};

/** All the data that the page shows. It changes only through `reduce`. */
export type State = FieldState & ShownState;

/** What is shown besides the field. */
export type ShownState = ShownExchange & {
  /** True if the switch for the next question is on. */
  readonly wantsDeep: boolean;
  /** True if this answer is a deep one. */
  readonly isDeep: boolean;
  /** The queries of a deep answer, in the order of its searches. */
  readonly plan: readonly string[];
  /** The plan that the reader changes before the research starts; null if there is none. */
  readonly planDraft: readonly string[] | null;
  /** The service's id of the answer in progress; empty until it is known. */
  readonly requestId: string;
  /** The id by which the page can come back to the answer; empty if it ends when the page is left. */
  readonly stream: string;
  /** When a deep answer must have ended, in milliseconds since 1970; null if that is not known. */
  readonly endsAtMs: number | null;
  /** The Markdown of the answer so far, for an answer that ends early. */
  readonly written: string;
  /** True if the model is being loaded, so that the first word will be late. */
  readonly isModelLoading: boolean;
  /** True after the reader asked for a deep answer from the findings so far. */
  readonly isFinishing: boolean;
  /** The exchanges before this one, oldest first. */
  readonly thread: readonly ShownExchange[];
  /** Set if a question of the conversation was edited. */
  readonly versions: Versions | null;
  readonly phase: 'idle' | 'searching' | 'reading' | 'writing' | 'ended';
  readonly card: OpenCard | null;
  readonly speaking: Speaking | null;
  /** True while the browser listens to the reader. */
  readonly listening: boolean;
  /** True after speech recognition failed: there is no microphone, or the page may not use it. */
  readonly hasListeningFailed: boolean;
  readonly health: PageHealth | null;
  readonly aside: AsideState;
  /** The limits on the sources of the next answer, as parameters of an address; empty if there are none. */
  readonly scope: string;
};

export type Action =
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'noted'; readonly note: FieldNote }
  /** The text of the field waits for the end of the answer in progress. */
  | { readonly type: 'queued'; readonly question: string }
  /** A waiting question returns to the field; a text that was there waits in its place. */
  | { readonly type: 'unqueued'; readonly at: number }
  | { readonly type: 'dequeued'; readonly at: number }
  | { readonly type: 'deepened'; readonly wantsDeep: boolean }
  | {
      readonly type: 'asked';
      readonly question: string;
      readonly thread: readonly ShownExchange[];
      readonly isDeep: boolean;
      readonly queue: readonly QueuedQuestion[];
      readonly versions?: Versions | null;
    }
  /** The service has accepted the question. */
  | { readonly type: 'begun'; readonly requestId: string; readonly stream: string }
  /** More questions to search for, and the time limit if it is known. */
  | { readonly type: 'planned'; readonly questions: readonly string[]; readonly endsAtMs: number | null }
  /** The plan that the reader may change. */
  | { readonly type: 'drafted'; readonly plan: readonly string[] }
  | { readonly type: 'finishing' }
  | { readonly type: 'steps'; readonly steps: readonly PageStep[] }
  | {
      readonly type: 'sources';
      readonly sources: readonly PageSource[];
      readonly language: string;
      readonly isModelLoading?: boolean;
    }
  | { readonly type: 'delta'; readonly text: string }
  | {
      readonly type: 'block';
      readonly index: number;
      readonly html: string;
      readonly citations: readonly number[];
    }
  | { readonly type: 'sentence'; readonly index: number; readonly text: string }
  | ({ readonly type: 'quotes' } & Pick<ShownExchange, 'quotes'>)
  | { readonly type: 'statement'; readonly message: unknown }
  | { readonly type: 'timed'; readonly totalMs: number | null; readonly times: PageTimes | null }
  | { readonly type: 'priced'; readonly cost: string }
  | { readonly type: 'answered'; readonly answer: PageAnswer }
  | { readonly type: 'failed'; readonly failure: AskFailure }
  | { readonly type: 'card'; readonly card: OpenCard | null }
  | { readonly type: 'speaking'; readonly speaking: Speaking | null }
  | { readonly type: 'listening'; readonly listening: boolean; readonly hasListeningFailed?: boolean }
  /** Closes the card and ends reading aloud and listening; the answer continues. */
  | { readonly type: 'hushed' }
  | { readonly type: 'health'; readonly health: PageHealth }
  | { readonly type: 'aside'; readonly aside: Partial<AsideState> }
  /** An earlier answer is shown again, by the browser's Back or Forward. */
  | { readonly type: 'restored'; readonly earlier: State }
  | { readonly type: 'scoped'; readonly scope: string }
  | { readonly type: 'cleared'; readonly scope: string };

export const initialState: State = {
  ...emptyExchange,
  draft: '',
  queue: [],
  wantsDeep: false,
  isDeep: false,
  plan: [],
  planDraft: null,
  written: '',
  requestId: '',
  stream: '',
  endsAtMs: null,
  isModelLoading: false,
  isFinishing: false,
  thread: [],
  versions: null,
  phase: 'idle',
  note: null,
  card: null,
  speaking: null,
  listening: false,
  hasListeningFailed: false,
  health: null,
  aside: { entries: [], removed: [], panel: 'none' },
  scope: '',
};

/** True from the question until its answer or failure. */
export function isInProgress(state: Pick<State, 'phase'>): boolean {
  return state.phase !== 'idle' && state.phase !== 'ended';
}

/** The exchange of the state, without what is temporary. */
export function exchangeIn(state: ShownExchange): ShownExchange {
  return {
    question: state.question,
    sources: state.sources,
    blocks: state.blocks,
    citations: state.citations,
    quotes: state.quotes,
    statements: state.statements,
    answer: state.answer,
    steps: state.steps,
    sentences: state.sentences,
    language: state.language,
    totalMs: state.totalMs,
    times: state.times,
    cost: state.cost,
    failure: state.failure,
  };
}

/** All exchanges of a conversation, oldest first; the last one is the state itself. */
export function exchangesOf(state: ShownState): readonly ShownExchange[] {
  return [...state.thread, state];
}

/** A stored exchange; what an older version did not store is empty. */
export function wholeExchange(stored: Partial<ShownExchange>): ShownExchange {
  return { ...emptyExchange, ...stored };
}

/** The questions of a conversation, oldest first. */
export function questionsOf({ thread, question }: Pick<State, 'thread' | 'question'>): [string, ...string[]] {
  const [first, ...others] = thread.map((exchange) => exchange.question);
  return first === undefined ? [question] : [first, ...others, question];
}
