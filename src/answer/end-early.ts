import { abortReason } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';

/** A signal that aborts at a deadline, and also when the caller of a deep answer wants the answer at once. */
export function endEarly(
  signal: AbortSignal,
  wanted: AbortSignal | undefined,
): Disposable & { readonly signal: AbortSignal } {
  const endedEarly = new AbortController();
  const onEndEarly = () =>
    endedEarly.abort(
      new Failure('deadline-exceeded', 'The research was ended before a sentence was written.'),
    );
  const onAbort = () => endedEarly.abort(abortReason(signal));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  wanted?.addEventListener('abort', onEndEarly);
  return {
    signal: endedEarly.signal,
    [Symbol.dispose]() {
      signal.removeEventListener('abort', onAbort);
      wanted?.removeEventListener('abort', onEndEarly);
    },
  };
}
