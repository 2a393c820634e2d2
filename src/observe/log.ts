import { isatty } from 'node:tty';
import { styleText } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';
import { createLogOutput } from './log-output.ts';

/** The service's log on standard output: JSON lines, or readable lines on a terminal. */
export type Log = Logger;

/** The lowest level that is written. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

const STANDARD_OUTPUT = 1;

/**
 * Makes the log. Only the name, message, code and stack of an error are logged, because an API error from a
 * model's client has the prompt and the key in its other fields (seen with the AI SDK's APICallError).
 * @param destination the stream for the lines; standard output if omitted
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
  const output = createLogOutput(STANDARD_OUTPUT);
  return isatty(STANDARD_OUTPUT) ? readableLines(output) : output;
}

/** True when every line so far is written or lost; false after `timeoutMs` if nothing reads them. */
export async function flushLog(log: Log, timeoutMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), timeoutMs);
  log.flush(() => resolve(true));
  const isWritten = await promise;
  clearTimeout(timer);
  return isWritten;
}

function toLoggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : undefined;
  return { name: error.name, message: error.message, code, stack: error.stack };
}

/** The numbers of pino's levels, with their names and colours. */
const LEVELS: Readonly<Record<number, readonly [word: string, colour: 'gray' | 'green' | 'yellow' | 'red']>> =
  {
    20: ['debug', 'gray'],
    30: ['info', 'green'],
    40: ['warn', 'yellow'],
    50: ['error', 'red'],
    60: ['fatal', 'red'],
  };
/** Characters that could control the terminal, end the line or reverse the text. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

type Write = DestinationStream & { flush?(done?: (error?: Error) => void): void };

/** A destination for pino's JSON lines that writes them as readable lines. */
export function readableLines(destination: Write): Write {
  return {
    write: (line) => destination.write(toReadableLine(line)),
    ...(destination.flush !== undefined && { flush: (done) => destination.flush?.(done) }),
  };
}

/** A line of pino's log as time, level, message, other fields, and the stack below. Not JSON: as it is. */
export function toReadableLine(line: string): string {
  const fields = parse(line);
  if (fields === null) return line;
  const { level, time, message, err, error = err, ...rest } = fields;
  const [word, colour] = LEVELS[Number(level)] ?? ['log', 'gray'];
  const head = [toTime(time), styleText(colour, word.padEnd(5)), plain(message)];
  const more = Object.entries(rest).map(([name, value]) => styleText('gray', `${name}=${toValue(value)}`));
  return `${[...head, ...more].filter((part) => part !== '').join(' ')}${toStack(error)}\n`;
}

function parse(line: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The local time of day; anyone who watches a terminal knows the date. */
function toTime(time: unknown): string {
  return styleText('gray', new Date(Number(time)).toTimeString().slice(0, 8));
}

function toValue(value: unknown): string {
  if (typeof value !== 'string') return plain(JSON.stringify(value));
  return /^[^\s"=]+$/.test(value) ? plain(value) : JSON.stringify(plain(value));
}

function toStack(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { stack, message } = error as { readonly stack?: unknown; readonly message?: unknown };
  const text = typeof stack === 'string' ? stack : String(message);
  return text
    .split('\n')
    .map((line) => `\n    ${plain(line.trim())}`)
    .join('');
}

function plain(text: unknown): string {
  return typeof text === 'string' ? text.replace(UNPRINTABLE, ' ') : '';
}
