import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { ownValue } from '@sayso/text/own-value.ts';
import { PageProblem, TooManyPages, tooLarge } from './page-policy.ts';

/** The largest page that is read, in decompressed bytes. Its text may have as many characters. */
export const MAX_PAGE_BYTES = 2_000_000;

/** How to treat a page that exceeds the size limit. */
type WhenTooLarge = 'cut' | 'skip';

/** The media types of pages that can be read. Text can be cut at the limit; JSON and PDF cannot. */
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

/** The value of the Accept field of requests for pages. */
export const ACCEPT =
  'text/html, application/xhtml+xml, application/pdf;q=0.8, text/plain;q=0.8, text/markdown;q=0.8, */*;q=0.1';

/** How to treat a page of this media type that is too large; undefined if only its bytes can say. */
export function whenTooLarge(mediaType: string): WhenTooLarge | undefined {
  return ownValue(READABLE, mediaType);
}

/** Only this many bytes of a page are looked at to find out what it is. */
const SNIFFED_BYTES = 1_000;
/** HTML begins so, maybe behind a declaration of XML, comments and a byte order mark, here in Latin-1. */
const MARKUP =
  /^(?:ï»¿|ÿþ|þÿ)?\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[\s\S]{0,900}?-->\s*)*<(?:!doctype html|html|head|body|title|meta)\b/i;

/** What the first bytes of a page say it is, whatever its type; null if they do not say. */
export function kindByBytes(bytes: Uint8Array): 'pdf' | 'html' | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, SNIFFED_BYTES));
  if (/^[\s\S]{0,20}%PDF-\d/.test(head)) return 'pdf';
  // In UTF-16, every other byte of markup is zero.
  return MARKUP.test(head.replaceAll('\0', '')) ? 'html' : null;
}

/** Limits for one body. */
export type BodyLimits = {
  /** The maximum size of the decompressed body. */
  readonly maxBytes: number;
  /** What happens to a larger body: it is cut at the limit, or `readPageBody` throws. */
  readonly whenTooLarge: WhenTooLarge;
  /** How many times larger than its compressed size the body may become. */
  readonly maxRatio: number;
  /** Reserves memory from a budget of all bodies; false if none is left. The caller must release it. */
  readonly reserve: (bytes: number) => boolean;
  /** Throws if the first decompressed bytes show that the body is not wanted. */
  readonly checkStart?: (first: Uint8Array) => void;
};

/** A decompressed body. */
type PageBody = {
  readonly bytes: Uint8Array;
  /** True if the body was cut because it was longer than `maxBytes`. */
  readonly isTruncated: boolean;
};

/** What has arrived of a body, as sent. */
type Received = { bytes: number; isBroken: boolean };

/** The value of the Accept-Encoding field of requests for pages. */
export const ACCEPT_ENCODING = 'gzip, br';

/** Bodies up to this size may unpack to any size: a page of one repeated line compresses well. */
const SMALL_BYTES = 1_024;
/** Enough for a usual page in one or two chunks: each costs a round trip to another thread. */
const CHUNKS = { chunkSize: 65_536 } as const;

/** The decoders by encoding. */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(CHUNKS),
  'x-gzip': () => createGunzip(CHUNKS),
  br: () => createBrotliDecompress(CHUNKS),
};

/**
 * Decompresses a body while it arrives and stops at the limits, so that it never holds more than they allow.
 * Throws a PageProblem, also for an encoding that was not requested, or the connection's error.
 */
export async function readPageBody(body: Readable, encoding: string, limits: BodyLimits): Promise<PageBody> {
  if (!['', 'identity', ...Object.keys(DECODERS)].includes(encoding))
    throw new PageProblem('it has an encoding that was not requested');
  const received: Received = { bytes: 0, isBroken: false };
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decompress(receive(body, received), received, encoding)) {
    if (bytes === 0) limits.checkStart?.(chunk);
    const bytesLeft = limits.maxBytes - bytes;
    bytes += chunk.length;
    if (bytes > limits.maxRatio * Math.max(received.bytes, SMALL_BYTES))
      throw new PageProblem(`it unpacks to more than ${limits.maxRatio} times its size`);
    if (!limits.reserve(Math.min(chunk.length, bytesLeft))) throw new TooManyPages();
    chunks.push(chunk.subarray(0, bytesLeft));
    if (chunk.length <= bytesLeft) continue;
    if (limits.whenTooLarge === 'skip') throw tooLarge(limits.maxBytes);
    return { bytes: Buffer.concat(chunks), isTruncated: true };
  }
  return { bytes: Buffer.concat(chunks), isTruncated: false };
}

/** The chunks of a body as sent; counts them in `received`. */
async function* receive(body: Readable, received: Received): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) {
      received.bytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    received.isBroken = true;
    throw error;
  }
}

async function* decompress(
  chunks: AsyncGenerator<Buffer>,
  received: Readonly<Received>,
  encoding: string,
): AsyncGenerator<Buffer> {
  const first = await chunks.next();
  // A body without bytes is empty in every encoding.
  if (first.done) return;
  const decoder = ownValue(DECODERS, encoding)?.();
  if (decoder === undefined) {
    yield first.value;
    yield* chunks;
    return;
  }
  // The decoder also throws the connection's error, so this callback has nothing to do.
  pipeline(prepend(first.value, chunks), decoder, () => undefined);
  try {
    yield* decoder;
  } catch (error) {
    throw received.isBroken ? error : new PageProblem('it cannot be decompressed');
  }
}

async function* prepend(first: Buffer, others: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* others;
}
