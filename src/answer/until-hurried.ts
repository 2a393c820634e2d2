import { abortReason } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import type { Question } from '../core/terms.ts';

/** A signal that aborts at a deadline, and also when the caller of a deep answer wants the answer at once. */
export function untilHurried(
  { hurry }: Question,
  signal: AbortSignal,
): Disposable & { readonly signal: AbortSignal } {
  const hurried = new AbortController();
  const onHurry = () =>
    hurried.abort(new Failure('deadline-exceeded', 'The research was ended before a sentence was written.'));
  const onAbort = () => hurried.abort(abortReason(signal));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  hurry?.addEventListener('abort', onHurry);
  return {
    signal: hurried.signal,
    [Symbol.dispose]() {
      signal.removeEventListener('abort', onAbort);
      hurry?.removeEventListener('abort', onHurry);
    },
  };
}
