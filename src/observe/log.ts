import { write, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { styleText } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';

/** The service's log on standard output: JSON lines, or readable lines on a terminal. */
export type Log = Logger;

/** The lowest level that is written. */
type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Where lines go: `write` never throws or waits; `flush` calls `done` once every line is written or lost. */
type Destination = DestinationStream & { flush?(done?: () => void): void };

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
  if (destination !== undefined) return pino(options, destination);
  const output = createLogOutput(STANDARD_OUTPUT);
  return pino(options, isatty(STANDARD_OUTPUT) ? readableLines(output) : output);
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

/** The maximum amount of text that waits for a reader who does not read, in characters. */
const MAX_WAITING_CHARS = 1_000_000;
/** The wait before a busy descriptor is tried again, in milliseconds. */
const RETRY_MS = 20;
/** A write that takes longer than this, in milliseconds, is stuck: nobody reads. */
const STUCK_MS = 500;
const BUSY: ReadonlySet<string> = new Set(['EAGAIN', 'EBUSY']);
const WARNING = 40;

/**
 * Writes lines to a file descriptor, asynchronously and one write after the other. Lines are lost if the
 * disk is full, the terminal is gone or nobody reads; the service goes on, and once lines can be written
 * again, one of them says how many are missing. Pino's own destination would hold the end of a process with
 * a full disk for ever, and lose the line that waits for a slow reader.
 */
export function createLogOutput(fd: number): Required<Destination> {
  let waiting: string[] = [];
  let waitingChars = 0;
  /** The write in progress; `isBusy` while it waits for a busy descriptor. */
  let sending: { bytes: Buffer; isBusy: boolean; readonly lines: number; readonly beganAtMs: number } | null =
    null;
  let lost = 0;
  let cause = '';
  let isUsed = false;
  /** Lines of the same turn of the event loop are written together: each write costs more than its lines. */
  let isDue = false;
  const onWritten: (() => void)[] = [];

  /** The lines that wait, below one about the lost ones, which may follow a part of a line. */
  function takeWaiting(): Buffer {
    const message = `lines of the log are missing, because they could not be written: ${cause}`;
    const missing = { level: WARNING, time: Date.now(), lines: lost, message };
    const text = `${lost > 0 ? `\n${JSON.stringify(missing)}\n` : ''}${waiting.join('')}`;
    [waiting, waitingChars, lost] = [[], 0, 0];
    return Buffer.from(text);
  }

  function sendNext(): void {
    sending = null;
    isDue = false;
    if (waiting.length === 0) for (const done of onWritten.splice(0)) done();
    else {
      // If the line about the lost ones is lost too, they are counted again.
      const lines = lost + waiting.length;
      sending = { lines, bytes: takeWaiting(), isBusy: false, beganAtMs: performance.now() };
      send(sending);
    }
  }

  function send(part: NonNullable<typeof sending>): void {
    write(fd, part.bytes, (error, written) => sent(part, error, written));
  }

  /** Tries a busy descriptor again. It does not block, so at the end of the process no write is in progress. */
  function sendAgain(part: NonNullable<typeof sending>): void {
    try {
      const written = writeSync(fd, part.bytes);
      part.isBusy = false;
      sent(part, null, written);
    } catch (error) {
      sent(part, error as NodeJS.ErrnoException, 0);
    }
  }

  function sent(
    part: NonNullable<typeof sending>,
    error: NodeJS.ErrnoException | null,
    written: number,
  ): void {
    if (BUSY.has(error?.code ?? '')) {
      part.isBusy = true;
      setTimeout(sendAgain, RETRY_MS, part);
    } else if (error === null && written < part.bytes.length) {
      part.bytes = part.bytes.subarray(written);
      send(part);
    } else {
      if (error !== null) lose(part.lines, error.message);
      sendNext();
    }
  }

  function lose(lines: number, why: string): void {
    lost += lines;
    cause = why;
  }

  /** Writes what is left when the process ends, in one attempt, perhaps before a write in progress. */
  function writeLastLines(): void {
    if (sending === null && !isDue) return;
    // A busy descriptor does not block.
    if (sending?.isBusy === false && performance.now() - sending.beganAtMs > STUCK_MS) return;
    try {
      writeSync(fd, Buffer.concat(sending?.isBusy ? [sending.bytes, takeWaiting()] : [takeWaiting()]));
    } catch {
      // No one is left to tell.
    }
  }

  return {
    write(line) {
      if (!isUsed) process.on('exit', writeLastLines);
      isUsed = true;
      if (waitingChars + line.length > MAX_WAITING_CHARS) return lose(1, 'it is not read fast enough');
      waiting.push(line);
      waitingChars += line.length;
      if (sending !== null || isDue) return;
      isDue = true;
      setImmediate(sendNext);
    },
    flush(done = () => undefined) {
      if (sending === null && !isDue) done();
      else onWritten.push(done);
    },
  };
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

/** A destination for pino's JSON lines that writes them as readable lines. */
export function readableLines(destination: Destination): Destination {
  return { ...destination, write: (line) => destination.write(toReadableLine(line)) };
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
