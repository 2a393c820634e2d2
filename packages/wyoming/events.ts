import { parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { z } from 'zod';

/** One event of the Wyoming protocol; its payload, which is audio, is not used here. */
export type WyomingEvent = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };

/** Bytes that are no event, or too many for one; what follows them cannot be read. */
export class WyomingFault extends Error {}

/** The version of the protocol in which these events are written. */
const PROTOCOL_VERSION = '1.8.0';
/** The largest payload that is skipped, in bytes: programs send audio in pieces of a few kilobytes. */
const MAX_PAYLOAD_BYTES = 1_000_000;
const NEWLINE = 10;

/** An event as bytes. The data come after the line, not inside it, as in the reference implementation. */
export function toBytes(type: string, data: object): Buffer {
  const body = Buffer.from(JSON.stringify(data));
  const line = JSON.stringify({ type, data_length: body.length, version: PROTOCOL_VERSION });
  return Buffer.concat([Buffer.from(`${line}\n`), body]);
}

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
   * @throws WyomingFault
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

  #tooLarge(): WyomingFault {
    return new WyomingFault(`An event may have ${this.#maxBytes} bytes.`);
  }
}

function parsed<T>(bytes: Buffer, schema: z.ZodType<T>): T {
  try {
    return schema.parse(parseBoundedJson(bytes.toString('utf8')));
  } catch (error) {
    throw new WyomingFault('This is not an event of the Wyoming protocol.', { cause: error });
  }
}
