import { pipeline, type Readable, type Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  constants as zlib,
} from 'node:zlib';
import { PageProblem } from './page-problem.ts';
import type { WhenTooLarge } from './page-types.ts';

/** The most that a body may come to. */
export type BodyLimits = {
  /** The most that is kept of the decompressed body. */
  readonly maxBytes: number;
  readonly whenTooLarge: WhenTooLarge;
  /** How many times larger than what came over the wire it may become. */
  readonly maxRatio: number;
  /** Takes memory that all bodies share; false when there is none left. What was taken is the caller's to give back. */
  readonly reserve: (bytes: number) => boolean;
};

/** A body without its Content-Encoding. */
export type PageBody = {
  readonly bytes: Uint8Array;
  /** True when there was more than `maxBytes`. */
  readonly isTruncated: boolean;
};

/** What `readPageBody` understands, as the value of an Accept-Encoding field. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

const TOO_MANY = 'too many pages are being read at once';
/** What is this small may unpack to any size below its ratio: a page of one repeated line does. */
const SMALL_BYTES = 1_024;
/** 8 MB, the most a sender may ask for (RFC 9659). */
const ZSTD_WINDOW_LOG_MAX = 23;

/**
 * Decompresses a body as it comes and stops at the limits, so that nothing larger than them is ever held. Throws a
 * PageProblem, or the error of the connection.
 */
export async function readPageBody(body: Readable, encoding: string, limits: BodyLimits): Promise<PageBody> {
  const wire: Wire = { bytes: 0, isBroken: false };
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decoded(watched(body, wire), wire, encoding)) {
    const room = limits.maxBytes - bytes;
    bytes += chunk.length;
    if (bytes > limits.maxRatio * Math.max(wire.bytes, SMALL_BYTES))
      throw new PageProblem(`it unpacks to more than ${limits.maxRatio} times its size`);
    if (!limits.reserve(Math.min(chunk.length, room))) throw new PageProblem(TOO_MANY);
    kept.push(chunk.subarray(0, room));
    if (chunk.length <= room) continue;
    if (limits.whenTooLarge === 'skip') throw tooLarge(limits.maxBytes);
    return { bytes: Buffer.concat(kept), isTruncated: true };
  }
  return { bytes: Buffer.concat(kept), isTruncated: false };
}

/** What has come over the connection so far. */
type Wire = { bytes: number; isBroken: boolean };

async function* watched(body: Readable, wire: Wire): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) {
      wire.bytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    wire.isBroken = true;
    throw error;
  }
}

async function* decoded(
  chunks: AsyncGenerator<Buffer>,
  wire: Wire,
  encoding: string,
): AsyncGenerator<Buffer> {
  const first = await chunks.next();
  if (first.done) return;
  const decoder = DECODERS[encoding]?.(first.value);
  if (decoder === undefined) {
    yield first.value;
    yield* chunks;
    return;
  }
  // The decoder throws what the connection throws; this callback has nothing to add.
  pipeline(startingWith(first.value, chunks), decoder, () => undefined);
  try {
    yield* decoder;
  } catch (error) {
    throw wire.isBroken ? error : new PageProblem('it does not decompress');
  }
}

async function* startingWith(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** True for a Content-Encoding that can be undone. */
export function isKnownEncoding(encoding: string): boolean {
  return encoding === '' || encoding === 'identity' || Object.hasOwn(DECODERS, encoding);
}

/** The problem of a page over its limit. */
export function tooLarge(maxBytes: number): PageProblem {
  return new PageProblem(`it is larger than ${maxBytes} bytes`);
}

/** A page of usual size in one or two pieces, each of which costs a trip to another thread. */
const CHUNKS = { chunkSize: 65_536 } as const;

/** What undoes each encoding. */
const DECODERS: Readonly<Record<string, (first: Buffer) => Transform>> = {
  gzip: () => createGunzip(CHUNKS),
  'x-gzip': () => createGunzip(CHUNKS),
  // RFC 9110 says zlib format, some send the bare stream; compression method 8 tells the first.
  deflate: (first) => (((first[0] ?? 0) & 0x0f) === 8 ? createInflate(CHUNKS) : createInflateRaw(CHUNKS)),
  br: () => createBrotliDecompress(CHUNKS),
  zstd: () =>
    createZstdDecompress({ ...CHUNKS, params: { [zlib.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX } }),
};
