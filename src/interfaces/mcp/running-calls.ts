import { fieldOf } from '../../lib/text/own.ts';

/**
 * The calls in progress by session and id. Clients before 2026-07-28 cancel with `notifications/cancelled` in
 * a separate request, and only the session distinguishes calls with the same id. A session has no other
 * state, so none can expire, and a session that another instance started is just as valid.
 */
export class RunningCalls {
  readonly #stops = new Map<string, () => void>();

  /** Records a call until the returned value is disposed. `stop` is called if the client cancels. */
  begin(session: string, message: unknown, stop: () => void): Disposable {
    const key = keyOf(session, fieldOf(message, 'id'));
    this.#stops.set(key, stop);
    return {
      [Symbol.dispose]: () => {
        if (this.#stops.get(key) === stop) this.#stops.delete(key);
      },
    };
  }

  /** Ends the call that a message cancels; does nothing for any other message. */
  cancel(session: string, message: unknown): void {
    if (fieldOf(message, 'method') !== 'notifications/cancelled') return;
    this.#stops.get(keyOf(session, fieldOf(fieldOf(message, 'params'), 'requestId')))?.();
  }
}

/** An id may be a number or a text, and 1 is not "1". */
function keyOf(session: string, id: unknown): string {
  return JSON.stringify([session, typeof id === 'string' || typeof id === 'number' ? id : null]);
}
