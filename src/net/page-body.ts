import { pipeline, type Readable, type Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  constants as zlib,
} from 'node:zlib';
import { own } from '../lib/text/own.ts';

/** Limits for one body. */
export type BodyLimits = {
  /** The maximum number of bytes kept of the decompressed body. */
  readonly maxBytes: number;
  readonly whenTooLarge: WhenTooLarge;
  /** How many times larger than its compressed size the body may become. */
  readonly maxRatio: number;
  /**
   * Reserves memory from a budget shared by all bodies; false if none is left. The caller must release the
   * reserved memory.
   */
  readonly reserve: (bytes: number) => boolean;
};

/** A decoded body. */
export type PageBody = {
  readonly bytes: Uint8Array;
  /** True if the body was cut because it was longer than `maxBytes`. */
  readonly isTruncated: boolean;
};

/** The encodings that `readPageBody` can decode, as the value of an Accept-Encoding field. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

/**
 * Bodies up to this size may unpack to any size, because a page of one repeated line compresses very well.
 */
const SMALL_BYTES = 1_024;
/** 8 MB, the largest window a sender may require (RFC 9659). */
const ZSTD_WINDOW_LOG_MAX = 23;

/**
 * Decompresses a body while it arrives and stops at the limits, so that it never holds more than they allow.
 * Throws a PageProblem, or the connection's error.
 */
export async function readPageBody(body: Readable, encoding: string, limits: BodyLimits): Promise<PageBody> {
  const wire: Wire = { bytes: 0, isBroken: false };
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decoded(counted(body, wire), wire, encoding)) {
    const room = limits.maxBytes - bytes;
    bytes += chunk.length;
    if (bytes > limits.maxRatio * Math.max(wire.bytes, SMALL_BYTES))
      throw new PageProblem(`it unpacks to more than ${limits.maxRatio} times its size`);
    if (!limits.reserve(Math.min(chunk.length, room))) throw new TooManyPages();
    kept.push(chunk.subarray(0, room));
    if (chunk.length <= room) continue;
    if (limits.whenTooLarge === 'skip') throw tooLarge(limits.maxBytes);
    return { bytes: Buffer.concat(kept), isTruncated: true };
  }
  return { bytes: Buffer.concat(kept), isTruncated: false };
}

/** The bytes received so far. */
type Wire = { bytes: number; isBroken: boolean };

async function* counted(body: Readable, wire: Wire): AsyncGenerator<Buffer> {
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
  // The decoder also throws the connection's error, so this callback has nothing to do.
  pipeline(startingWith(first.value, chunks), decoder, () => undefined);
  try {
    yield* decoder;
  } catch (error) {
    throw wire.isBroken ? error : new PageProblem('it cannot be decompressed');
  }
}

async function* startingWith(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** True for a Content-Encoding that can be decoded. */
export function isKnownEncoding(encoding: string): boolean {
  return encoding === '' || encoding === 'identity' || Object.hasOwn(DECODERS, encoding);
}

/** The problem of a page that exceeds its limit. */
export function tooLarge(maxBytes: number): PageProblem {
  return new PageProblem(`it is larger than ${maxBytes} bytes`);
}

/**
 * Large enough for a typical page in one or two chunks, because each chunk costs a round trip to another
 * thread.
 */
const CHUNKS = { chunkSize: 65_536 } as const;

/** The decoder of each encoding. */
const DECODERS: Readonly<Record<string, (first: Buffer) => Transform>> = {
  gzip: () => createGunzip(CHUNKS),
  'x-gzip': () => createGunzip(CHUNKS),
  // RFC 9110 requires the zlib format, but some servers send the raw deflate stream; compression method 8
  // marks zlib.
  deflate: (first) => (((first[0] ?? 0) & 0x0f) === 8 ? createInflate(CHUNKS) : createInflateRaw(CHUNKS)),
  br: () => createBrotliDecompress(CHUNKS),
  zstd: () =>
    createZstdDecompress({ ...CHUNKS, params: { [zlib.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX } }),
};

/** How to treat a page that exceeds the size limit. */
type WhenTooLarge = 'cut' | 'skip';

/**
 * The media types that can be read. Text can be cut at the limit, a PDF cannot. A page without a media type
 * is read as HTML; pages of other types are dropped once their headers have arrived.
 */
const READABLE: Readonly<Record<string, WhenTooLarge>> = {
  '': 'cut',
  'text/html': 'cut',
  'application/xhtml+xml': 'cut',
  'text/plain': 'cut',
  'text/markdown': 'cut',
  'text/x-markdown': 'cut',
  'application/ld+json': 'skip',
  'application/pdf': 'skip',
  'application/x-pdf': 'skip',
};

/** How to treat a page of this media type over the size limit; undefined for a type that cannot be read. */
export function whenTooLarge(mediaType: string): WhenTooLarge | undefined {
  return own(READABLE, mediaType);
}

/** The value of the Accept field. */
export const ACCEPT =
  'text/html, application/xhtml+xml, application/pdf;q=0.8, text/plain;q=0.8, text/markdown;q=0.8, */*;q=0.1';

/**
 * The reason why a page is left out, in words that follow the name of the page: "it is larger than 2000000
 * bytes". Contains no URL.
 */
export class PageProblem extends Error {}

/** There is no memory left for the page because other pages are being read. */
export class TooManyPages extends PageProblem {
  constructor() {
    super('too many pages are being read at once');
  }
}
