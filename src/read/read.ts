import { abortReason, type Deadline, startDeadline, untilAborted } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import type { Caller } from '../core/run.ts';
import type { Hit, PageResult } from '../core/source.ts';

/** The time for reading, whether cached pages are wanted, and for whom pages are read. */
export type ReadOptions = {
  readonly timeoutMs: number;
  /** The additional time for pages that are rendered by a browser, in milliseconds. */
  readonly renderMs?: number;
  /** True for pages that have to be read again; their text is still cached for other questions. */
  readonly fresh?: boolean;
  /** Nobody in particular if absent. */
  readonly caller?: Caller;
};

/** What reads the pages of one answer. */
export type PageReader = {
  /** Reads the pages of all hits as `readHits` does. */
  read(hits: readonly Hit[], options: ReadOptions, signal: AbortSignal): AsyncGenerator<HitPage>;
  /** The longest time that reading may take in one answer, in milliseconds. */
  readonly timeoutMs: number;
  /** The additional time for pages that are rendered by a browser, in milliseconds; 0 if none are. */
  readonly renderMs?: number;
  /** The maximum number of pages to read; the search returns as many hits, although fewer become sources. */
  readonly maxPages: number;
};

/** What became of the page of a hit. If it was left out, the hit's snippet is used. */
export type HitPage = PageResult & {
  readonly url: string;
  readonly tookMs: number;
  /** True if it was left out, and more time might have helped. */
  readonly isLate?: boolean;
};

/**
 * Fetches one page and extracts its text. Rejects only with the signal's reason, or with a Failure
 * `deadline-exceeded` after `timeoutMs`.
 */
export type ReadPage = (
  url: string,
  signal: AbortSignal,
  options?: Partial<ReadOptions>,
) => Promise<PageResult>;

/**
 * The maximum number of pages read for one answer; more than ten did not improve answers to news questions
 * (measured).
 */
export const MAX_PAGES_READ = 10;
const TOO_LATE = 'it did not arrive in time';

/**
 * Reads the pages of all hits in parallel, each with `readPage`, and yields each as it arrives. Pages that have
 * not arrived after `timeoutMs`, or `renderMs` later if a browser renders them, are cancelled and yielded as
 * skipped. Hits that already have their text are not read. Throws only the signal's reason; leaving the
 * generator early cancels all reading.
 */
export async function* readHits(
  readPage: ReadPage,
  hits: readonly Hit[],
  options: ReadOptions,
  signal: AbortSignal,
): AsyncGenerator<HitPage> {
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
async function readOne(reading: Promise<PageResult>, url: string, deadline: Deadline): Promise<HitPage> {
  const startedAtMs = performance.now();
  let isLate = false;
  const outcome = await untilAborted(reading, deadline.signal).catch((error: unknown): PageResult => {
    isLate = deadline.signal.aborted || (error instanceof Failure && error.code === 'deadline-exceeded');
    return { status: 'skipped', reason: isLate ? TOO_LATE : 'it could not be read' };
  });
  const tookMs = performance.now() - startedAtMs;
  if (outcome.status === 'read') return { ...outcome, url, tookMs };
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
