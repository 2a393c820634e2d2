/** A comment, which clients of event streams pass over (WHATWG HTML, 9.2.6). */
const COMMENT = ': still here\n\n';
/** Proxies drop a connection that is silent for 30 to 60 seconds by default. */
const SILENCE_MS = 15_000;

/** The same frames with a comment wherever none came for `silenceMs`. Leaving it leaves `frames`. */
export async function* withHeartbeat(
  frames: AsyncGenerator<string>,
  silenceMs = SILENCE_MS,
): AsyncGenerator<string> {
  try {
    while (true) {
      const next = frames.next();
      for (let settled = false; !settled; ) {
        settled = await settlesWithin(next, silenceMs);
        if (!settled) yield COMMENT;
      }
      const { done, value } = await next;
      if (done) return;
      yield value;
    }
  } finally {
    // Not waited for: a generator in the middle of an await hears of it only afterwards.
    void frames.return(undefined).catch(() => undefined);
  }
}

async function settlesWithin(promise: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false);
  });
  try {
    return await Promise.race([
      promise.then(
        () => true,
        () => true,
      ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
