import { abortReason, type Deadline, startDeadline, untilAborted } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import type { PageRead } from '../core/service.ts';
import type { Hit } from '../core/source.ts';
import type { Reading, ReadOptions } from './reading.ts';

/**
 * Fetches one page and extracts its text. Rejects only with the signal's reason, or with a Failure
 * `deadline-exceeded` after `timeoutMs`.
 */
export type ReadPage = (
  url: string,
  signal: AbortSignal,
  options?: Partial<ReadOptions>,
) => Promise<PageRead>;

/**
 * The maximum number of pages read for one answer; more than ten did not improve answers to news questions
 * (measured).
 */
export const MAX_PAGES_READ = 10;
const TOO_LATE = 'it did not arrive in time';

/** Reads the pages of several hits, each with `readPage`, as `Read` promises. */
export async function* readHits(
  readPage: ReadPage,
  hits: readonly Hit[],
  options: ReadOptions,
  signal: AbortSignal,
): AsyncGenerator<Reading> {
  using deadline = startDeadline(options.timeoutMs + (options.renderMs ?? 0), signal);
  const hitsToRead = hits.filter(({ text }) => text === undefined);
  try {
    yield* asTheySettle(
      hitsToRead.map(({ url }) => readOne(readPage(url, deadline.signal, options), url, deadline)),
    );
  } finally {
    deadline.end();
  }
  if (signal.aborted) throw abortReason(signal);
}

/** The promise never rejects: an internal error costs one page, but not the answer. */
async function readOne(reading: Promise<PageRead>, url: string, deadline: Deadline): Promise<Reading> {
  const startedAtMs = performance.now();
  let isLate = false;
  const outcome = await untilAborted(reading, deadline.signal).catch((error: unknown): PageRead => {
    isLate = deadline.signal.aborted || (error instanceof Failure && error.code === 'deadline-exceeded');
    return { status: 'skipped', reason: isLate ? TOO_LATE : 'it could not be read' };
  });
  const tookMs = performance.now() - startedAtMs;
  if (outcome.status === 'read') return { ...outcome, tookMs };
  return { ...outcome, url, isLate: isLate || deadline.signal.aborted, tookMs };
}

/** The values of the promises, in the order in which they settle. None of them may reject. */
async function* asTheySettle<T>(promises: readonly Promise<T>[]): AsyncGenerator<T> {
  const arrived: T[] = [];
  let wake = () => {};
  for (const promise of promises) {
    void promise.then((value) => {
      arrived.push(value);
      wake();
    });
  }
  for (let pending = promises.length; pending > 0; ) {
    if (arrived.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const batch = arrived.splice(0);
    pending -= batch.length;
    yield* batch;
  }
}
