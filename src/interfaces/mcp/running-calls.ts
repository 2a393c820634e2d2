import { fieldOf } from '../../lib/text/own.ts';

/** The calls in progress of clients that cancel a call by a second message. */
export type RunningCalls = {
  /** Records a call until the returned value is disposed. `stop` is called if the client cancels. */
  begin(session: string, message: unknown, stop: () => void): Disposable;
  /** Ends the call that a message cancels; does nothing for any other message. */
  cancel(session: string, message: unknown): void;
};

/**
 * Stores calls by session and id. Clients before 2026-07-28 cancel with `notifications/cancelled` in a
 * separate request, and only the session distinguishes calls with the same id. A session has no other state,
 * so none can expire, and a session that another instance started is just as valid.
 */
export function createRunningCalls(): RunningCalls {
  const running = new Map<string, () => void>();
  return {
    begin(session, message, stop) {
      const key = keyOf(session, fieldOf(message, 'id'));
      running.set(key, stop);
      return {
        [Symbol.dispose]() {
          if (running.get(key) === stop) running.delete(key);
        },
      };
    },
    cancel(session, message) {
      if (fieldOf(message, 'method') !== 'notifications/cancelled') return;
      running.get(keyOf(session, fieldOf(fieldOf(message, 'params'), 'requestId')))?.();
    },
  };
}

/** An id may be a number or a text, and 1 is not "1". */
function keyOf(session: string, id: unknown): string {
  return JSON.stringify([session, typeof id === 'string' || typeof id === 'number' ? id : null]);
}
