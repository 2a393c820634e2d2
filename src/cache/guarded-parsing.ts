import type { Duplex } from 'node:stream';

/**
 * Turns exceptions in a stream's listeners into errors of the stream. The Redis client parses replies in such
 * a listener, and its parser throws for some protocol violations (an array of 2^40 elements, arrays nested
 * 100,000 deep); uncaught, the exception would end the process. An error of the stream closes the connection,
 * and the client opens a new one.
 */
export function guardParsing(stream: Duplex): void {
  for (const listener of stream.listeners('data') as ((chunk: unknown) => void)[]) {
    stream.off('data', listener);
    stream.on('data', (chunk) => {
      try {
        listener(chunk);
      } catch (error) {
        stream.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }
}
