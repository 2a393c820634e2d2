/** Streams up to which every read goes on alone: their work fits into a third of one core (measured). */
const FEW = 50;
/** What each further stream adds to the time of gathering, in milliseconds. */
const PER_STREAM_MS = 0.25;
/** Half of what a reader notices at most. */
const LONGEST_MS = 60;

type Reader = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read'>;
type Result = ReadableStreamReadResult<Uint8Array>;

/** Reads of one stream; `end` it when nothing more is wanted, also after an error. */
export type GatheredReads = { read(): Promise<Result>; end(): void };

let open = 0;

/**
 * The reads of a stream, several as one while many streams are open. Most of what a token costs it costs on its own way
 * through the service (0.15 ms where each goes alone), so under load those that come within some 60 ms go together. The first
 * read of a stream waits for nothing.
 */
export function gatheredReads(reader: Reader): GatheredReads {
  let pending: Promise<Result> | null = null;
  let isFirst = true;
  let hasEnded = false;
  open++;
  const next = () => {
    const result = pending ?? reader.read();
    pending = null;
    return result;
  };
  async function gather(chunks: Uint8Array[], forMs: number): Promise<void> {
    using time = startTimer(forMs);
    while (true) {
      const read = next();
      const result = await Promise.race([read, time.isUp]);
      // Whatever that read comes to, an end or an error too, is for the next one who asks.
      if (result === null || result.done) {
        pending = read;
        return;
      }
      chunks.push(result.value);
    }
  }
  return {
    async read() {
      const first = await next();
      const forMs = isFirst ? 0 : gatherMs();
      isFirst = false;
      if (first.done || forMs === 0) return first;
      const chunks = [first.value];
      // An error is thrown to the next one who asks; what came before it counts.
      await gather(chunks, forMs).catch((error: unknown) => {
        pending = Promise.reject(error);
        pending.catch(() => undefined);
      });
      return { done: false, value: chunks.length === 1 ? first.value : Buffer.concat(chunks) };
    },
    end() {
      if (!hasEnded) open--;
      hasEnded = true;
      pending?.catch(() => undefined);
    },
  };
}

function gatherMs(): number {
  return open <= FEW ? 0 : Math.min(LONGEST_MS, (open - FEW) * PER_STREAM_MS);
}

function startTimer(forMs: number): Disposable & { readonly isUp: Promise<null> } {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, forMs, null);
  return { isUp: promise, [Symbol.dispose]: () => clearTimeout(timer) };
}
