import { setTimeout } from 'node:timers/promises';

/** A host wants to be left alone for a while, or fails. */
export class HostBusy extends Error {
  readonly untilMs: number;

  constructor(why: string, untilMs: number) {
    super(why);
    this.untilMs = untilMs;
  }
}

/** For pages of several hosts: the others need not wait for one. */
export function asBusy(error: unknown): HostBusy {
  if (error instanceof HostBusy) return error;
  throw error;
}

/** What a host answered, as far as it says when it wants to be asked again. */
type HostReply = { readonly status: number; readonly headers: Readonly<Record<string, string>> };

/** "Later": RFC 6585, 4, and RFC 9110, 15.6.4. */
const LATER: ReadonlySet<number> = new Set([429, 503]);
const WAIT_MS = 60_000;
const MAX_WAIT_MS = 86_400_000;
/** A visit waits so long for its host; for a longer time, the look at the source ends. */
const PATIENCE_MS = 60_000;
/** After so many failures in a row it is not the pages but the host. */
const MAX_FAILURES = 5;
const FAILURE_WAIT_MS = 120_000;
const MAX_FAILURE_WAIT_MS = 3_600_000;

/** A host that is visited once at a time with a pause between, and left alone for as long as it asks, or while it fails. */
export class Host {
  /** Ends when the visit before has ended, and the pause after it. */
  #free: Promise<unknown> = Promise.resolve();
  #busyUntilMs = 0;
  /** Why it is left alone until then. */
  #why = '';
  /** How often it was left alone since it last answered well. */
  #pauses = 0;
  /** Visits that failed, one after the other. */
  #failures = 0;
  /** The last page that was answered with "later". */
  #laterFor = '';

  /**
   * Sends a request when the host is free for it, and again if it asks for that. Throws HostBusy if it wants to be left
   * alone for longer, or the signal's reason.
   */
  async inTurn<Reply extends HostReply>(
    url: URL,
    { pauseMs, send }: { readonly pauseMs: number; send(): Promise<Reply> },
    signal: AbortSignal,
  ): Promise<Reply> {
    const before = this.#free;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#free = promise;
    try {
      await before;
      signal.throwIfAborted();
      const waitMs = this.#busyUntilMs - Date.now();
      if (waitMs > PATIENCE_MS) throw new HostBusy(this.#why, this.#busyUntilMs);
      if (waitMs > 0) await setTimeout(waitMs, undefined, { signal });
      const reply = await send();
      if (!LATER.has(reply.status)) return reply;
      this.#leaveAlone(`${url.host} asked to wait`, {
        firstMs: retryAfterMs(reply.headers['retry-after']) ?? WAIT_MS * 2 ** Math.min(20, this.#pauses),
        mostMs: MAX_WAIT_MS,
      });
      // A page that says it twice holds up no others.
      const isFirst = this.#laterFor !== url.href;
      this.#laterFor = isFirst ? url.href : '';
      if (!isFirst) return reply;
    } finally {
      void setTimeout(pauseMs, undefined, { signal, ref: false }).then(resolve, resolve);
    }
    return await this.inTurn(url, { pauseMs, send }, signal);
  }

  /** One of its pages could be had, or will never be. */
  answered(): void {
    [this.#failures, this.#pauses, this.#laterFor] = [0, 0, ''];
  }

  /** One of its pages failed, but may be had later: a host whose pages fail one after the other is left alone. */
  failed(url: URL, reason: string): void {
    if (++this.#failures < MAX_FAILURES) return;
    this.#failures = 0;
    const firstMs = FAILURE_WAIT_MS * 2 ** Math.min(20, this.#pauses);
    this.#leaveAlone(`${url.host} fails: ${reason}`, { firstMs, mostMs: MAX_FAILURE_WAIT_MS });
  }

  #leaveAlone(why: string, { firstMs, mostMs }: { readonly firstMs: number; readonly mostMs: number }): void {
    this.#why = why;
    this.#pauses++;
    this.#busyUntilMs = Date.now() + Math.min(mostMs, firstMs);
  }
}

function retryAfterMs(field: string | undefined): number | null {
  if (field === undefined) return null;
  if (/^\d{1,9}$/.test(field.trim())) return Number(field) * 1_000;
  const at = Date.parse(field);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
