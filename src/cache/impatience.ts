/** Lets calls to one server through as long as it answers quickly. */
export type Impatience = {
  /**
   * The reply of a call. Rejects as the call does, when the reply takes too long, and at once, without a call, while the server
   * is left alone.
   */
  run<T>(call: () => Promise<T>): Promise<T>;
  close(): void;
};

/** The server that is asked, and who is told about it. */
export type ImpatienceOptions = {
  /** Asks the server for nothing, to see whether it answers again. */
  probe(): Promise<unknown>;
  /** Told when the server begins to be left alone, and when it is asked again. */
  onChange(state: 'left alone' | 'asked again'): void;
};

/** A reply that takes longer is slow; two slow ones in a row are as bad as none. In milliseconds. */
const SLOW_MS = 10;
/** The longest a call is waited for. Two of these are what a question may lose before the server is left alone. */
const GIVE_UP_MS = 25;
const SLOW_IN_A_ROW = 2;
/** A timer that is later than this was held up by this process. */
const STALL_MS = 5;
const STALLS_FORGIVEN = 3;
/** The first rest; doubled with every probe that fails. */
const REST_MS = 500;
const LONGEST_REST_MS = 4000;

/** A server that is asked as long as it is quick. Left alone it is probed beside the traffic, so that no question pays for it. */
export function createImpatience({ probe, onChange }: ImpatienceOptions): Impatience {
  let isLeftAlone = false;
  let slowInARow = 0;
  let lastSlowAtMs = Number.NEGATIVE_INFINITY;
  let restMs = REST_MS;
  let timer: NodeJS.Timeout | undefined;

  function leaveAlone(): void {
    if (isLeftAlone) return;
    isLeftAlone = true;
    onChange('left alone');
    restThenProbe();
  }

  function restThenProbe(): void {
    timer = setTimeout(() => {
      const reply = probe();
      let isSlow = false;
      withPatience(reply, () => (isSlow = true)).then(
        () => (isSlow ? restLonger() : askAgain()),
        () => restLonger(),
      );
    }, restMs);
    timer.unref();
  }

  function restLonger(): void {
    restMs = Math.min(LONGEST_REST_MS, restMs * 2);
    restThenProbe();
  }

  function askAgain(): void {
    isLeftAlone = false;
    slowInARow = 0;
    restMs = REST_MS;
    onChange('asked again');
  }

  return {
    async run(call) {
      if (isLeftAlone) throw new Error('left alone');
      const startedAtMs = performance.now();
      let isSlow = false;
      const onSlow = () => {
        isSlow = true;
        // Of calls that were under way together one tells as much as all.
        if (startedAtMs < lastSlowAtMs) return;
        lastSlowAtMs = performance.now();
        if (++slowInARow >= SLOW_IN_A_ROW) leaveAlone();
      };
      const value = await withPatience(call(), onSlow, leaveAlone);
      if (!isSlow) slowInARow = 0;
      return value;
    },
    close: () => clearTimeout(timer),
  };
}

/**
 * The reply, or a rejection when it takes too long. A timer that comes late tells of a stall of this process, which is not the
 * server's: its time begins again.
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
