import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino } from 'pino';
import { readableLines } from './readable-lines.ts';

/** The service's log on standard output: JSON lines, on a terminal lines for people. */
export type Log = Logger;

/** Least severe lines that are written. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Written to without waiting, one write after the other. With a `minLength` of 0 `flush` would not wait for the last one. */
const STANDARD_OUTPUT = { dest: 1, sync: false, minLength: 1 };

/**
 * Makes the log. An error is logged by its name, message, code and stack alone: an API error object of a model's client
 * carries the prompt and the key in its other fields (seen with the AI SDK's APICallError).
 * @param destination where the lines go; standard output when left out
 */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    messageKey: 'message',
    serializers: { err: toLoggedError, error: toLoggedError },
  };
  return pino(options, destination ?? standardOutput());
}

function standardOutput(): DestinationStream {
  const output = pino.destination(STANDARD_OUTPUT);
  return isatty(STANDARD_OUTPUT.dest) ? readableLines(output) : output;
}

/** Fulfilled when every line so far is written, or `timeoutMs` later where nobody takes them. */
export async function flushed(log: Log, timeoutMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeoutMs);
  log.flush(() => resolve());
  await promise;
  clearTimeout(timer);
}

function toLoggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : undefined;
  return { name: error.name, message: error.message, code, stack: error.stack };
}
