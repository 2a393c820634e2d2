import { write, writeSync } from 'node:fs';

/** The place where the lines of a log are written. */
export type LogOutput = {
  /** Takes a line; never throws, and never waits. */
  write(line: string): void;
  /** Calls `done` once every line so far is written or lost. */
  flush(done?: () => void): void;
};

/** The maximum amount of text that waits for a reader who does not read, in characters. */
const MAX_WAITING_CHARS = 1_000_000;
/** The first and the longest wait before a busy descriptor is tried again, in milliseconds. */
const RETRY_MS = 1;
const MAX_RETRY_MS = 100;
/** A write that takes longer than this, in milliseconds, is stuck: nobody reads. */
const STUCK_MS = 500;
const BUSY: ReadonlySet<string> = new Set(['EAGAIN', 'EBUSY']);
const WARNING = 40;

/**
 * Writes lines to a file descriptor, asynchronously and one write after the other. Lines are lost if the
 * disk is full, the terminal is gone or nobody reads; the service goes on, and once lines can be written
 * again, one of them says how many are missing.
 */
export function createLogOutput(fd: number): LogOutput {
  return new Output(fd);
}

class Output implements LogOutput {
  readonly #fd: number;
  #waiting: string[] = [];
  #waitingChars = 0;
  /** When the write in progress began, on the clock of `performance.now()`; null if there is none. */
  #beganAtMs: number | null = null;
  /** The lines that wait until the descriptor is no longer busy; empty while a write is in progress. */
  #unsent: Buffer = Buffer.alloc(0);
  #lost = 0;
  #cause = '';
  /** True if a line was written only in part. */
  #isInsideLine = false;
  #onWritten: (() => void)[] = [];
  #isUsed = false;

  constructor(fd: number) {
    this.#fd = fd;
  }

  write(line: string): void {
    if (!this.#isUsed) process.on('exit', () => this.#writeLastLines());
    this.#isUsed = true;
    if (this.#waitingChars + line.length > MAX_WAITING_CHARS) {
      this.#lose(1, 'it is not read fast enough');
      return;
    }
    this.#waiting.push(line);
    this.#waitingChars += line.length;
    if (this.#beganAtMs === null) this.#next();
  }

  flush(done: () => void = () => undefined): void {
    if (this.#beganAtMs === null) done();
    else this.#onWritten.push(done);
  }

  #next(): void {
    const lines = this.#waiting;
    this.#waiting = [];
    this.#waitingChars = 0;
    if (lines.length > 0) {
      this.#beganAtMs = performance.now();
      // If the line about the lost ones is lost too, they are counted again.
      const atStake = this.#lost + lines.length;
      this.#send(Buffer.from(this.#missing() + lines.join('')), atStake);
      return;
    }
    this.#beganAtMs = null;
    for (const done of this.#onWritten.splice(0)) done();
  }

  #send(bytes: Buffer, lines: number, retryMs = RETRY_MS): void {
    this.#unsent = Buffer.alloc(0);
    write(this.#fd, bytes, (error, written) => {
      if (error !== null && BUSY.has(error.code ?? '')) {
        this.#unsent = bytes;
        setTimeout(() => this.#send(bytes, lines, Math.min(2 * retryMs, MAX_RETRY_MS)), retryMs);
      } else if (error === null && written < bytes.length) {
        this.#isInsideLine = true;
        this.#send(bytes.subarray(written), lines);
      } else {
        if (error === null) this.#isInsideLine = false;
        else this.#lose(lines, error.message);
        this.#next();
      }
    });
  }

  /** Writes what is left when the process ends, in one attempt, perhaps before a write in progress. */
  #writeLastLines(): void {
    if (this.#beganAtMs === null) return;
    // A busy descriptor does not block.
    if (this.#unsent.length === 0 && performance.now() - this.#beganAtMs > STUCK_MS) return;
    if (this.#unsent.length > 0) this.#isInsideLine = false;
    const rest = Buffer.from(this.#missing() + this.#waiting.join(''));
    try {
      writeSync(this.#fd, Buffer.concat([this.#unsent, rest]));
    } catch {
      // No one is left to tell.
    }
  }

  #lose(lines: number, cause: string): void {
    this.#lost += lines;
    this.#cause = cause;
  }

  /** A line about the lost ones; empty if none are. */
  #missing(): string {
    if (this.#lost === 0) return '';
    const message = `lines of the log are missing, because they could not be written: ${this.#cause}`;
    const line = JSON.stringify({ level: WARNING, time: Date.now(), lines: this.#lost, message });
    this.#lost = 0;
    return `${this.#isInsideLine ? '\n' : ''}${line}\n`;
  }
}
