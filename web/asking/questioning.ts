import type { Later } from '../browser/drawing.tsx';
import { readSettings } from '../settings/settings.ts';
import { field } from '../state/messages.ts';
import { canFollow } from '../state/outcome.ts';
import {
  type AskFailureKind,
  exchangeIn,
  initialState,
  isInProgress,
  type QueuedQuestion,
  questionsOf,
  type ShownExchange,
  type State,
  type Versions,
  wholeExchange,
} from '../state/state.ts';
import { reduce, type Store } from '../state/store.ts';
import { addressOf, followUpsInAddress, questionInAddress, scopeInAddress } from './address.ts';
import { askService, type Request, type Send } from './ask.ts';
import { readKey } from './key.ts';

/** Asks, stops, and moves between the questions asked so far. At most one question is in progress. */
type Questioning = {
  /**
   * Asks a follow-up if there is an answer, otherwise a first question. While an answer is in progress, the
   * question waits for its end.
   */
  ask(question: string): void;
  /** Asks the last question again, after the same exchanges. */
  askAgain(): void;
  /** Asks another question after the exchanges before that one. */
  askInstead(turn: number, question: string): void;
  /** Starts the deep answer whose plan was shown, with this plan. */
  startPlan(plan: readonly string[]): void;
  /** Returns to the empty page. */
  begin(): void;
  /**
   * Ends the answer. For a deep answer, the first call ends the research, and the answer is written from the
   * findings so far; the next call ends the answer.
   */
  stop(): void;
  /** Shows an answer from the history. */
  reopen(earlier: State): void;
  followAddress(): void;
  /**
   * Called after every change of the state: stores complete answers and asks the next question that waits.
   */
  follow(): void;
};

/** The maximum number of queries in a plan that the service accepts. */
const MAX_PLANNED = 6;

type AskOptions = Partial<Pick<Underway, 'isDeep' | 'queue' | 'plan' | 'draft' | 'versions' | 'begun'>> & {
  readonly isNew?: boolean;
  readonly isFresh?: boolean;
};

/**
 * Connects a store to the service and to the page's address, which contains the questions of a conversation.
 */
export function createQuestioning(store: Store, loadLater: () => Promise<Later>): Questioning {
  const tools = { loadLater, send: store.send };
  let current = new AbortController();
  let kept: State | null = null;
  let begunKept = '';

  function leave() {
    current.abort();
    current = new AbortController();
  }

  function askAfter(
    thread: readonly ShownExchange[],
    question: string,
    {
      isNew = false,
      isFresh = false,
      isDeep = false,
      queue = store.state.queue,
      plan,
      draft,
      versions = store.state.versions,
      begun,
    }: AskOptions,
  ) {
    leave();
    const { scope } = store.state;
    const asked = { question, thread, isDeep, queue, plan, draft, versions };
    const waiting = queue.map((each) => each.question);
    // A link to a heading of an answer leads there once the answer is complete.
    const heading = store.state.phase === 'idle' && !isNew ? location.hash : '';
    nameEntry(addressOf([...questionsOf(asked), ...waiting], scope) + heading, isNew, { ...asked, begun });
    store.send({ type: 'asked', ...asked });
    if (begun !== undefined) return void comeBack(begun);
    const request = { ...asked, scope, isFresh };
    const isEdited = isDeep && plan === undefined && field(readSettings().answers, 'editsPlan') === true;
    if (draft !== undefined) store.send({ type: 'drafted', plan: draft });
    else if (isEdited) void draftPlan(request, asked);
    else void askService(request, tools, current.signal);
  }

  /** Shows the plan of a deep answer before it starts; without a plan, it starts at once. */
  async function draftPlan(request: Request, asked: Underway) {
    const { signal } = current;
    const load = loadLater().then(({ planFor }) => planFor(request, signal));
    const draft = await load.catch(() => []);
    if (signal.aborted) return;
    if (draft.length === 0) return void askService(request, tools, signal);
    nameEntry(location.href, false, { ...asked, draft });
    store.send({ type: 'drafted', plan: draft });
  }

  /** Shows an answer that went on while the page was away. */
  async function comeBack(begun: Begun) {
    const { signal } = current;
    store.send({ type: 'begun', ...begun });
    // How much time is left was said when the event was sent.
    const send: Send = (action) =>
      signal.aborted || store.send(action.type === 'planned' ? { ...action, endsAtMs: null } : action);
    await loadLater()
      .then(({ followAnswer }) => followAnswer(begun.stream, '', send, signal))
      .catch(() => fail('unreachable'));
  }

  /** Keeps what Reload continues with: the answer that goes on, or the same plan. */
  function keepBegun({ thread, question, isDeep, queue, plan, requestId, stream }: State) {
    if ((plan.length === 0 && stream === '') || requestId === begunKept) return;
    begunKept = requestId;
    const underway = { thread, question, isDeep, queue, plan: plan.slice(0, MAX_PLANNED) };
    nameEntry(location.href, false, { ...underway, begun: stream ? { requestId, stream } : undefined });
  }

  /** Ends an answer that would go on; one that the reader only leaves does. */
  function stopStream() {
    const { state } = store;
    if (!isInProgress(state) || state.stream === '') return;
    void loadLater().then(({ endAnswer }) => endAnswer(state.stream, 'stop'));
  }

  function fail(kind: AskFailureKind) {
    store.send({ type: 'failed', failure: { kind, message: '', retryAfterSeconds: null } });
  }

  function ask(text: string) {
    const question = text.trim();
    const { state } = store;
    if (question === '') return store.send({ type: 'noted', note: 'empty' });
    if (Array.from(question).length > (state.health?.maxQueryChars ?? Infinity))
      return store.send({ type: 'noted', note: 'too-long' });
    if (isInProgress(state)) return store.send({ type: 'queued', question });
    // A shared conversation continues only after its own first question.
    const isShared = state.phase === 'idle' && question === questionInAddress();
    askAfter(canFollow(state) ? [...state.thread, exchangeIn(state)] : state.thread, question, {
      isNew: question !== questionInAddress() || state.phase !== 'idle',
      isDeep: state.wantsDeep,
      ...(isShared && { queue: followUpsInAddress().map((each) => ({ question: each, isDeep: false })) }),
    });
  }

  function begin() {
    leave();
    nameEntry('./', true);
    store.send({ type: 'cleared', scope: '' });
  }

  function stop() {
    const { state } = store;
    if (!isInProgress(state)) return;
    if (state.isDeep && !state.isFinishing && state.requestId !== '') void finish(state.requestId);
    else end();
  }

  async function finish(requestId: string) {
    const { signal } = current;
    store.send({ type: 'finishing' });
    // Behind a load balancer, another instance may have received this request.
    const finished = loadLater().then(({ endAnswer }) => endAnswer(requestId, 'finish'));
    if (!(await finished.catch(() => false)) && !signal.aborted) end();
  }

  function end() {
    if (!isInProgress(store.state)) return;
    stopStream();
    leave();
    fail('stopped');
  }

  function reopen(earlier: State) {
    leave();
    const { thread, question, isDeep, stream, requestId } = earlier;
    if (earlier.answer === null && stream !== '')
      return askAfter(thread, question, { isNew: true, isDeep, queue: [], begun: { stream, requestId } });
    nameEntry(addressOf(questionsOf(earlier), earlier.scope), true);
    store.send({ type: 'restored', earlier });
  }

  function followAddress() {
    const { state: earlier = null, underway } = storedState();
    const question = questionInAddress();
    leave();
    kept = earlier;
    if (earlier !== null) return store.send({ type: 'restored', earlier });
    store.send({ type: 'cleared', scope: scopeInAddress() });
    if (underway !== undefined) return askAfter(underway.thread, underway.question, underway);
    if (question === '') return;
    if (mayAskAtOnce()) return ask(question);
    store.send({ type: 'typed', text: question });
    store.send({ type: 'noted', note: 'unasked' });
  }

  function follow() {
    const { state } = store;
    if (isInProgress(state)) keepBegun(state);
    if (state.phase !== 'ended') return;
    if (state.answer === kept?.answer && state.failure === kept?.failure) return;
    kept = state;
    storeState(state);
    // After a stop or a failure, the reader decides what to do with the questions that wait.
    const [next, ...queue] = state.failure === null && canFollow(state) ? state.queue : [];
    if (next === undefined) return;
    const { question, isDeep } = next;
    askAfter([...state.thread, exchangeIn(state)], question, { isDeep, queue });
  }

  // Reload shows what there is of an answer, instead of asking for all of it again. At `pagehide`, browsers
  // no longer store a state.
  addEventListener('beforeunload', () => {
    const { state } = store;
    const failure = { kind: 'broken', message: '', retryAfterSeconds: null } as const;
    if (isInProgress(state) && state.blocks.length > 0 && state.stream === '')
      storeState(reduce(state, { type: 'failed', failure }));
  });

  return {
    ask,
    askAgain() {
      const { thread, question, isDeep } = store.state;
      askAfter(thread, question, { isFresh: true, isDeep });
    },
    askInstead(turn, question) {
      stopStream();
      const { thread, isDeep, versions } = store.state;
      const before = questionsOf(store.state)[turn] ?? '';
      const known = versions?.turn === turn ? versions.questions : [before];
      const edited = { turn, questions: [...known, question] };
      askAfter(thread.slice(0, turn), question, { isNew: true, isDeep, versions: edited });
    },
    startPlan(plan) {
      const { thread, question, isDeep } = store.state;
      askAfter(thread, question, { isDeep, plan });
    },
    begin,
    stop,
    reopen,
    followAddress,
    follow,
  };
}

/**
 * True if the question in the address may be asked at once, false if it only fills in the field. Any web site
 * can send a visitor here, and the answer would cost a search and a model call in the visitor's name. The
 * headers of the request show whether the visitor asked. Only the service sees these headers, so it sets
 * `data-ask`. Browsers do not send these headers over plain http; in that case, a tab asks at once only while
 * it has no key.
 */
function mayAskAtOnce(): boolean {
  const { ask } = document.documentElement.dataset;
  return ask === 'yes' || (ask === 'keyless' && readKey() === '');
}

/** The version of the stored form. Data of older versions is ignored. */
const VERSION = 1;

/** The question, until there is an answer. */
type Underway = {
  readonly thread: readonly ShownExchange[];
  readonly question: string;
  readonly isDeep: boolean;
  readonly queue: readonly QueuedQuestion[];
  /** The plan of a deep answer, and one that the reader had not started yet. */
  readonly plan?: readonly string[] | undefined;
  readonly draft?: readonly string[] | undefined;
  readonly versions?: Versions | null | undefined;
  /** Set if the answer goes on, so that the page can come back to it. */
  readonly begun?: Begun | undefined;
};

type Begun = Pick<State, 'requestId' | 'stream'>;

type StoredState = { readonly version: number; readonly state?: State; readonly underway?: Underway };

/** Adds an entry to the browser's history, or changes the address of the current one. */
function nameEntry(address: string, isNew: boolean, underway?: Underway): void {
  keep({ version: VERSION, ...(underway && { underway }) }, address, isNew);
}

/** Stores a state with the current entry, so that Reload, Back and Forward show it without asking again. */
function storeState(state: State): void {
  keep(
    { version: VERSION, state: { ...state, health: null, aside: initialState.aside } },
    location.href,
    false,
  );
}

/**
 * The state stored with the current entry, or the question that was in progress; each undefined if there is
 * none.
 */
function storedState(): Pick<StoredState, 'state' | 'underway'> {
  const kept: StoredState | null = history.state;
  if (kept?.version !== VERSION) return {};
  const { state } = kept;
  if (state === undefined) return kept;
  return { ...kept, state: { ...initialState, ...state, thread: state.thread.map(wholeExchange) } };
}

function keep(kept: StoredState, address: string, isNew: boolean): void {
  const method = isNew ? 'pushState' : 'replaceState';
  try {
    history[method](kept, '', address);
  } catch {
    // Browsers limit the size of the state and the number of changes.
    history[method]({ version: VERSION }, '', address);
  }
}
