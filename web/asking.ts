import { nameEntry, questionInAddress } from './address.ts';
import { askService } from './ask.ts';
import { readKey } from './key.ts';
import { canFollow } from './notice.ts';
import { type Exchange, isAsking, type State } from './state.ts';
import type { Store } from './store.ts';

/** Asks, stops, and goes back and forth between what was asked. At most one question is under way. */
export type Asking = {
  /** Asks what follows an answer where one stands, else a first question. */
  ask(question: string): void;
  /** Asks the last question once more, after the same exchanges. */
  askAgain(): void;
  /** Back to the empty page. */
  begin(): void;
  stop(): void;
  /** Shows an answer of the history. */
  reopen(earlier: State): void;
  followAddress(): void;
};

/** Binds a store to the service and to the page's address, which holds the first question of a conversation. */
export function createAsking(store: Store): Asking {
  let current = new AbortController();
  let entry = '';
  // Answers of this visit by entry of the history: going back must not cost a search and a model call.
  const answered = new Map<unknown, State>();

  function leave() {
    const { phase, answer, thread } = store.state;
    if (phase === 'ended' && (answer !== null || thread.length > 0)) answered.set(entry, store.state);
    current.abort();
    current = new AbortController();
  }

  function askAfter(thread: readonly Exchange[], question: string, { isNew = false, isFresh = false }) {
    leave();
    entry = nameEntry(thread[0]?.question ?? question, isNew);
    store.send({ type: 'asked', question, thread });
    void askService({ question, thread, key: readKey(), isFresh }, store.send, current.signal);
  }

  function ask(text: string) {
    const question = text.trim();
    const { state } = store;
    if (question !== '')
      askAfter(canFollow(state) ? [...state.thread, exchangeOf(state)] : state.thread, question, {
        isNew: true,
      });
  }

  function begin() {
    leave();
    entry = nameEntry('', true);
    store.send({ type: 'cleared' });
  }

  function stop() {
    if (!isAsking(store.state)) return;
    leave();
    store.send({ type: 'troubled', trouble: { kind: 'stopped', message: '', retryAfterSeconds: null } });
  }

  function reopen(earlier: State) {
    leave();
    entry = nameEntry(earlier.thread[0]?.question ?? earlier.question, true);
    store.send({ type: 'restored', earlier });
  }

  function followAddress() {
    const earlier = answered.get(history.state);
    const question = questionInAddress();
    if (earlier === undefined && question !== '') return askAfter([], question, {});
    leave();
    entry = String(history.state);
    store.send(earlier === undefined ? { type: 'cleared' } : { type: 'restored', earlier });
  }

  return {
    ask,
    askAgain: () => askAfter(store.state.thread, store.state.question, { isFresh: true }),
    begin,
    stop,
    reopen,
    followAddress,
  };
}

function exchangeOf({ question, sources, blocks, quotes, answer }: State): Exchange {
  return { question, sources, blocks, quotes, answer };
}
