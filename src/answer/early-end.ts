import { abortReason, startDeadline } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';

/** A signal that aborts at a deadline, and also when the caller of a deep answer wants the answer at once. */
export function addEarlyEnd(
  signal: AbortSignal,
  wanted: AbortSignal,
): Disposable & { readonly signal: AbortSignal } {
  const endedEarly = new AbortController();
  const onEndEarly = () =>
    endedEarly.abort(
      new Failure('deadline-exceeded', 'The research was ended before a sentence was written.'),
    );
  const onAbort = () => endedEarly.abort(abortReason(signal));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  wanted.addEventListener('abort', onEndEarly);
  return {
    signal: endedEarly.signal,
    [Symbol.dispose]() {
      signal.removeEventListener('abort', onAbort);
      wanted.removeEventListener('abort', onEndEarly);
    },
  };
}

/** A deadline for a step of research that also ends when the caller wants the answer at once. Dispose it. */
export function startResearchDeadline(
  timeoutMs: number,
  signal: AbortSignal,
  wanted: AbortSignal | undefined,
): Disposable & { readonly signal: AbortSignal } {
  const deadline = startDeadline(timeoutMs, signal);
  wanted?.addEventListener('abort', deadline.end, { once: true });
  if (wanted?.aborted === true) deadline.end();
  return {
    signal: deadline.signal,
    [Symbol.dispose]() {
      wanted?.removeEventListener('abort', deadline.end);
      deadline[Symbol.dispose]();
    },
  };
}
