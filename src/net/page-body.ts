import { PassThrough, type Readable, type Transform } from 'node:stream';
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

export type BodyLimits = {
  /** The most that is kept of the decompressed body. */
  readonly maxBytes: number;
  readonly whenTooLarge: WhenTooLarge;
  /** How many times larger than what came over the wire it may become. */
  readonly maxRatio: number;
};

export type PageBody = {
  readonly bytes: Uint8Array;
  /** True when there was more than `maxBytes`. */
  readonly isTruncated: boolean;
};

/** What `readPageBody` understands, as the value of an Accept-Encoding field. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

/** What is this small may unpack to any size below its ratio: a page of one repeated line does. */
const SMALL_BYTES = 1_024;
/** 8 MB, the most a sender may ask for (RFC 9659). */
const ZSTD_WINDOW_LOG_MAX = 23;

/**
 * Decompresses a body as it comes and stops at the limits, so that nothing larger than them is ever held. Rejects with a
 * PageProblem, or with the error of the connection. The body is ended either way.
 */
export function readPageBody(body: Readable, encoding: string, limits: BodyLimits): Promise<PageBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let encodedBytes = 0;
    let bytes = 0;
    let decoder: Transform | undefined;

    const stop = () => {
      body.destroy();
      decoder?.destroy();
    };
    const finish = (isTruncated: boolean) => {
      resolve({ bytes: Buffer.concat(chunks), isTruncated });
      stop();
    };
    const fail = (error: Error) => {
      reject(error);
      stop();
    };
    const keep = (chunk: Buffer) => {
      const room = limits.maxBytes - bytes;
      bytes += chunk.length;
      if (bytes > limits.maxRatio * Math.max(encodedBytes, SMALL_BYTES))
        fail(new PageProblem(`it unpacks to more than ${limits.maxRatio} times its size`));
      else if (chunk.length <= room) chunks.push(chunk);
      else if (limits.whenTooLarge === 'skip') fail(tooLarge(limits.maxBytes));
      else {
        chunks.push(chunk.subarray(0, room));
        finish(true);
      }
    };
    const begin = (first: Buffer): Transform => {
      const made = createDecoder(encoding, first);
      made.on('data', keep);
      made.on('end', () => finish(false));
      made.on('error', () => fail(new PageProblem('it does not decompress')));
      made.on('drain', () => body.resume());
      return made;
    };

    body.on('data', (chunk: Buffer) => {
      encodedBytes += chunk.length;
      decoder ??= begin(chunk);
      if (!decoder.destroyed && !decoder.write(chunk)) body.pause();
    });
    body.on('end', () => (decoder === undefined ? finish(false) : decoder.end()));
    body.on('error', fail);
  });
}

/** True for a Content-Encoding that can be undone. */
export function isKnownEncoding(encoding: string): boolean {
  return Object.hasOwn(DECODERS, encoding);
}

/** The problem of a page over its limit. */
export function tooLarge(maxBytes: number): PageProblem {
  return new PageProblem(`it is larger than ${maxBytes} bytes`);
}

const DECODERS: Readonly<Record<string, (first: Buffer) => Transform>> = {
  '': () => new PassThrough(),
  identity: () => new PassThrough(),
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  // RFC 9110 says zlib format, some send the bare stream; compression method 8 tells the first.
  deflate: (first) => (((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress({ params: { [zlib.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX } }),
};

function createDecoder(encoding: string, first: Buffer): Transform {
  return DECODERS[encoding]?.(first) ?? new PassThrough();
}
