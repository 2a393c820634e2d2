import { questionInAddress, showInAddress } from './address.ts';
import { askService } from './ask.ts';
import { readKey } from './key.ts';
import { isAsking, type State } from './state.ts';
import type { Store } from './store.ts';

/** Asks, stops, and goes back and forth between what was asked. At most one question is under way. */
export type Asking = { ask(question: string): void; stop(): void; followAddress(): void };

/** Binds a store to the service and to the page's address. */
export function createAsking(store: Store): Asking {
  let current = new AbortController();
  // Answers of this visit by question: going back must not cost a search and a model call.
  const answered = new Map<string, State>();

  function leave() {
    const { state } = store;
    if (state.answer !== null) answered.set(state.question, state);
    current.abort();
    current = new AbortController();
  }

  function ask(text: string) {
    const question = text.trim();
    if (question === '') return;
    leave();
    showInAddress(question);
    store.send({ type: 'asked', question });
    void askService(question, readKey(), store.send, current.signal);
  }

  function stop() {
    if (!isAsking(store.state)) return;
    leave();
    store.send({ type: 'troubled', trouble: { kind: 'stopped', message: '', retryAfterSeconds: null } });
  }

  function followAddress() {
    const question = questionInAddress();
    if (question === store.state.question) return;
    leave();
    const earlier = answered.get(question);
    if (earlier !== undefined) store.send({ type: 'restored', earlier });
    else if (question === '') store.send({ type: 'cleared' });
    else ask(question);
  }

  return { ask, stop, followAddress };
}
