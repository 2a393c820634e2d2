import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino } from 'pino';
import { readableLines } from './readable-lines.ts';

/** The service's log on standard output: JSON lines, or readable lines on a terminal. */
export type Log = Logger;

/** The lowest level that is written. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/**
 * Written asynchronously, one write after the other. With a `minLength` of 0, `flush` would not wait for the
 * last line.
 */
const STANDARD_OUTPUT = { dest: 1, sync: false, minLength: 1 };

/**
 * Makes the log. Only the name, message, code and stack of an error are logged: an API error from a model's
 * client has the prompt and the key in its other fields (seen with the AI SDK's APICallError).
 * @param destination where the lines go; standard output if omitted
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

/** Resolves when every line so far is written, or after `timeoutMs` if nothing reads them. */
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
