/** A comment, which clients of event streams ignore (WHATWG HTML, 9.2.6). */
const COMMENT = ': still here\n\n';
/** Proxies drop a connection that is silent for 30 to 60 seconds by default. */
const SILENCE_MS = 15_000;

/** The same frames, with a comment whenever none came for `silenceMs`. Closing it closes `frames`. */
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
    // Not awaited: a generator in the middle of an await ends only after it.
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
