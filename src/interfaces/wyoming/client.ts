import type { Socket } from 'node:net';
import { parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { z } from 'zod';
import { Failure } from '../../core/failure.ts';
import { reportedProblem } from '../http/problems.ts';
import { answerTranscript, type SendEvent, type TranscriptDeps } from './answer-transcript.ts';

/** The parts from which the interface is built. */
export type WyomingDeps = Omit<TranscriptDeps, 'conversations'> & {
  readonly version: string;
  /** The maximum silence of a client, and the maximum time for an event to arrive, in milliseconds. */
  readonly waits?: { readonly idleMs: number; readonly eventMs: number };
};

/** A `ping` keeps an otherwise silent connection open. */
const WAITS = { idleMs: 60_000, eventMs: 10_000 };
/** The maximum amount of data that waits for a client who does not read, in bytes. */
const MAX_UNREAD_BYTES = 262_144;
/** The maximum size of an event without its question, in bytes: programs may add any data as `context`. */
const EVENT_BYTES = 16_384;
/** The size of one character of a question in JSON: two escapes of six bytes. */
const BYTES_PER_CHAR = 12;
/** The version of the protocol in which these events are written. */
const PROTOCOL_VERSION = '1.8.0';

type ClientParts = WyomingDeps &
  TranscriptDeps & {
    readonly stopping: AbortSignal;
    /** Whether the connection ends with the current answer. */
    isLast(): boolean;
  };

/** Answers the events of one connection until it closes. */
export class Client {
  readonly #socket: Socket;
  readonly #deps: ClientParts;
  readonly #reader: EventReader;
  readonly #leaving = new AbortController();
  #lateness: NodeJS.Timeout | undefined;
  isAnswering = false;

  constructor(socket: Socket, deps: ClientParts) {
    this.#socket = socket;
    this.#deps = deps;
    this.#reader = new EventReader(EVENT_BYTES + BYTES_PER_CHAR * deps.maxQueryChars);
    const { stopping, waits = WAITS } = deps;
    const onStop = () => this.#leaving.abort(stopping.reason);
    stopping.addEventListener('abort', onStop);
    socket.on('data', (bytes) => this.#read(bytes, waits.eventMs));
    socket.setTimeout(waits.idleMs, () => socket.destroy());
    // The event after this one is `close`, which ends the answer.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(this.#lateness);
      stopping.removeEventListener('abort', onStop);
      this.#leaving.abort(new Failure('cancelled', 'The caller left.'));
    });
  }

  #read(bytes: Buffer, eventMs: number): void {
    try {
      let isNew = this.#lateness === undefined;
      for (const event of this.#reader.read(bytes)) {
        isNew = true;
        this.#take(event);
      }
      if (!isNew && this.#reader.isInside) return;
      clearTimeout(this.#lateness);
      this.#lateness = this.#reader.isInside ? setTimeout(() => this.#socket.destroy(), eventMs) : undefined;
    } catch (error) {
      this.#send('error', { text: reportedProblem(error, { id: '', log: this.#deps.log }).message });
      this.#socket.destroySoon();
    }
  }

  #take({ type, data }: WyomingEvent): void {
    if (type === 'describe') this.#send('info', describe(this.#deps.version));
    else if (type === 'ping') this.#send('pong', data.text === undefined ? {} : { text: data.text });
    // Events without a meaning here, such as audio, are skipped, as the protocol requires.
    else if (type === 'transcript') void this.#answer(data);
  }

  async #answer(data: unknown): Promise<void> {
    if (this.isAnswering) return this.#send('not-handled', { text: 'One question at a time, please.' });
    this.isAnswering = true;
    const transcript = { data, address: this.#socket.remoteAddress ?? '', send: this.#send };
    await answerTranscript(transcript, this.#deps, this.#leaving.signal);
    this.isAnswering = false;
    if (this.#deps.isLast()) this.#socket.destroySoon();
  }

  readonly #send: SendEvent = (type, data) => {
    const isRead = this.#socket.writable && this.#socket.writableLength < MAX_UNREAD_BYTES;
    if (isRead) this.#socket.write(toBytes(type, data));
    else this.#socket.destroy();
  };
}

/** An event as bytes. The data come after the line, not inside it, as in the reference implementation. */
function toBytes(type: string, data: object): Buffer {
  const body = Buffer.from(JSON.stringify(data));
  const line = JSON.stringify({ type, data_length: body.length, version: PROTOCOL_VERSION });
  return Buffer.concat([Buffer.from(`${line}\n`), body]);
}

/** The description of the service. An empty list of languages means text in every language. */
function describe(version: string) {
  const sayso = {
    name: 'Sayso',
    attribution: { name: 'Sayso', url: '' },
    installed: true,
    description: 'Answers from the web',
    version,
  };
  const handle = [
    {
      ...sayso,
      models: [{ ...sayso, name: 'sayso', languages: [] }],
      supports_handled_streaming: true,
      supports_home_control: false,
    },
  ];
  return { asr: [], tts: [], handle, intent: [], wake: [], mic: [], snd: [] };
}

/** One event of the Wyoming protocol; its payload, which is audio, is not used here. */
type WyomingEvent = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };

/** The largest payload that is skipped, in bytes: programs send audio in pieces of a few kilobytes. */
const MAX_PAYLOAD_BYTES = 1_000_000;
const NEWLINE = 10;

const length = z.int().min(0).nullish();
const record = z.record(z.string(), z.unknown());
const header = z.object({
  type: z.string(),
  data: record.nullish(),
  data_length: length,
  payload_length: length,
});

type Header = z.infer<typeof header>;

/**
 * Reads the events of one connection from its bytes: a line of JSON with the lengths of the following parts,
 * then further data as JSON, then the payload. It never holds more than `maxBytes` of one event.
 */
export class EventReader {
  readonly #maxBytes: number;
  #held: Buffer[] = [];
  #heldBytes = 0;
  /** The line of the event whose data are awaited. */
  #line: Header | null = null;
  /** The number of bytes that are still to be skipped. */
  #payloadBytes = 0;

  /** @param maxBytes the longest line, and the longest data, in bytes */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** True between the first byte of an event and its last. */
  get isInside(): boolean {
    return this.#heldBytes > 0 || this.#line !== null || this.#payloadBytes > 0;
  }

  /**
   * The events that these bytes complete.
   * @throws Failure `invalid-question` or `too-large`; the bytes after that cannot be read
   */
  *read(bytes: Buffer): Generator<WyomingEvent> {
    for (let at = 0; at < bytes.length; ) at += yield* this.#step(bytes.subarray(at));
  }

  /** Reads one complete part from the start of `bytes`; returns the number of bytes that it used. */
  *#step(bytes: Buffer): Generator<WyomingEvent, number> {
    if (this.#payloadBytes > 0) {
      const passed = Math.min(this.#payloadBytes, bytes.length);
      this.#payloadBytes -= passed;
      return passed;
    }
    const line = this.#line;
    const end = line === null ? bytes.indexOf(NEWLINE) + 1 : (line.data_length ?? 0) - this.#heldBytes;
    const isWhole = end > 0 && end <= bytes.length;
    const taken = isWhole ? end : bytes.length;
    this.#hold(bytes.subarray(0, taken));
    if (isWhole && line !== null) yield this.#finish(line, parsed(this.#takeHeld(), record));
    else if (isWhole) {
      this.#line = this.#acceptable(parsed(this.#takeHeld(), header));
      if ((this.#line.data_length ?? 0) === 0) yield this.#finish(this.#line, {});
    }
    return taken;
  }

  #acceptable(line: Header): Header {
    if ((line.data_length ?? 0) > this.#maxBytes || (line.payload_length ?? 0) > MAX_PAYLOAD_BYTES)
      throw this.#tooLarge();
    return line;
  }

  #finish(line: Header, more: object): WyomingEvent {
    this.#line = null;
    this.#payloadBytes = line.payload_length ?? 0;
    return { type: line.type, data: { ...line.data, ...more } };
  }

  #hold(bytes: Buffer): void {
    this.#heldBytes += bytes.length;
    if (this.#heldBytes > this.#maxBytes) throw this.#tooLarge();
    this.#held.push(bytes);
  }

  #takeHeld(): Buffer {
    const bytes = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    return bytes;
  }

  #tooLarge(): Failure {
    return new Failure('too-large', `An event may have ${this.#maxBytes} bytes.`);
  }
}

function parsed<T>(bytes: Buffer, schema: z.ZodType<T>): T {
  try {
    return schema.parse(parseBoundedJson(bytes.toString('utf8')));
  } catch (error) {
    throw new Failure('invalid-question', 'This is not an event of the Wyoming protocol.', { cause: error });
  }
}
