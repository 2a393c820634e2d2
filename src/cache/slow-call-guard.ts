/** Passes calls to one server while the server answers quickly. */
export type SlowCallGuard = {
  /** The reply of a call, or a rejection if it is slow; at once while the server is suspended. */
  run<T>(call: () => Promise<T>): Promise<T>;
  /** Stops probing the server. */
  close(): void;
};

/** The server to call, and the listener for changes. */
export type SlowCallGuardOptions = {
  /** Makes a call without side effects, to check whether the server answers again. */
  probe(): Promise<unknown>;
  /** Called when the server is suspended and when it is used again. */
  onChange(state: 'suspended' | 'resumed'): void;
};

/** A reply that takes longer, in milliseconds, is slow. */
const SLOW_MS = 10;
/** The longest wait for a call, in milliseconds. A question may wait twice before the suspension. */
const GIVE_UP_MS = 25;
/** After this many slow replies in a row, the server is suspended. */
const SLOW_IN_A_ROW = 2;
/** If a timer is later than this, in milliseconds, this process delayed it. */
const STALL_MS = 5;
/** How often a wait starts again because this process delayed it. */
const STALLS_FORGIVEN = 3;
/** The first suspension, in milliseconds; doubled with every failed probe. */
const REST_MS = 500;
/** The longest suspension, in milliseconds. */
const MAX_REST_MS = 4000;

/** Uses a server while its replies are quick. While suspended, it is probed, so no question waits. */
export function createSlowCallGuard(options: SlowCallGuardOptions): SlowCallGuard {
  return new GuardedServer(options);
}

class GuardedServer implements SlowCallGuard {
  readonly #options: SlowCallGuardOptions;
  #isSuspended = false;
  #slowInARow = 0;
  #lastSlowAtMs = Number.NEGATIVE_INFINITY;
  #restMs = REST_MS;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SlowCallGuardOptions) {
    this.#options = options;
  }

  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#isSuspended) throw new Error('suspended');
    const startedAtMs = performance.now();
    let isSlow = false;
    const onSlow = () => {
      isSlow = true;
      // Several calls that were slow at the same time count as one.
      if (startedAtMs < this.#lastSlowAtMs) return;
      this.#lastSlowAtMs = performance.now();
      if (++this.#slowInARow >= SLOW_IN_A_ROW) this.#suspend();
    };
    const value = await withPatience(call(), onSlow, () => this.#suspend());
    if (!isSlow) this.#slowInARow = 0;
    return value;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #suspend(): void {
    if (this.#isSuspended) return;
    this.#isSuspended = true;
    this.#options.onChange('suspended');
    this.#restThenProbe();
  }

  #restThenProbe(): void {
    this.#timer = setTimeout(() => {
      const reply = this.#options.probe();
      let isSlow = false;
      withPatience(reply, () => (isSlow = true)).then(
        () => (isSlow ? this.#restLonger() : this.#resume()),
        () => this.#restLonger(),
      );
    }, this.#restMs);
    this.#timer.unref();
  }

  #restLonger(): void {
    this.#restMs = Math.min(MAX_REST_MS, this.#restMs * 2);
    this.#restThenProbe();
  }

  #resume(): void {
    this.#isSuspended = false;
    this.#slowInARow = 0;
    this.#restMs = REST_MS;
    this.#options.onChange('resumed');
  }
}

/**
 * The reply, or a rejection if the reply takes too long. A late timer shows that this process was blocked,
 * which is not the server's fault: the wait starts again.
 */
function withPatience<T>(reply: Promise<T>, onSlow: () => void, onGivenUp = () => {}): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let timer: NodeJS.Timeout;
    let stalls = 0;
    const after = (ms: number, act: () => void) => {
      const dueAtMs = performance.now() + ms;
      timer = setTimeout(() => {
        const isStall = performance.now() - dueAtMs > STALL_MS && ++stalls <= STALLS_FORGIVEN;
        if (isStall) after(ms, act);
        else act();
      }, ms);
    };
    after(SLOW_MS, () => {
      onSlow();
      after(GIVE_UP_MS - SLOW_MS, () => {
        onGivenUp();
        reject(new Error(`no reply within ${GIVE_UP_MS} ms`));
      });
    });
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
