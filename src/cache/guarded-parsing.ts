import type { Duplex } from 'node:stream';

/**
 * Turns exceptions in a stream's listeners into errors of the stream. The Redis client parses replies in such
 * a listener, and its parser throws for some protocol violations (an array of 2^40 elements, arrays nested
 * 100,000 deep); uncaught, the exception would end the process. An error of the stream closes the connection,
 * and the client opens a new one.
 */
export function guardParsing(stream: Duplex): void {
  for (const listener of stream.rawListeners('data')) {
    // Listeners added with `once`, which enforce time limits, are left unwrapped; the parser stays as long as
    // the stream.
    if ('listener' in listener) continue;
    const guarded = (chunk: unknown) => {
      try {
        listener.call(stream, chunk);
      } catch (error) {
        stream.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    };
    stream.off('data', listener as (chunk: unknown) => void);
    stream.prependListener('data', guarded);
  }
}
