import { enableCompileCache } from 'node:module';
import { threadId } from 'node:worker_threads';
import type { Reading } from '@sayso/collections';
import type { Content } from './content.ts';
import { markBegun } from './page-clock.ts';

/** Passed to `markBegun` when work begins. */
type Begun = { readonly begun: Int32Array<SharedArrayBuffer> };

/** One page for a worker thread. */
type PageJob = Begun & {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The value of the header; empty if there was none. */
  readonly contentType: string;
};

const [, , compileCache] = process.argv;
if (compileCache !== undefined) enableCompileCache(compileCache);
// The import follows the line above, so that the compiled code is cached for the next thread.
const { readContent, readOwnContent } = await import('./content.ts');
/** A signal that never aborts, because the thread is ended from outside. */
const never = new AbortController().signal;

/** A task without work: it is done as soon as the thread has started. */
export function isReady(): boolean {
  return true;
}

/** The task of a worker thread: extracts the text of one page from its bytes, which are empty afterwards. */
export async function toPage({ bytes, contentType, begun }: PageJob): Promise<Content> {
  return await withBytes(bytes, begun, () => readContent(bytes, contentType, never));
}

/** The same for a file of the operator, with limits that ordinary ones do not reach. */
export async function toDocument({ begun, ...file }: Parameters<Reading['readFile']>[0] & Begun) {
  const { createReadFile } = await import('@sayso/collections');
  return await withBytes(file.bytes, begun, () => createReadFile(readOwnContent)(file, never));
}

async function withBytes<Result>(
  bytes: Uint8Array<ArrayBuffer>,
  begun: Begun['begun'],
  read: () => Promise<Result>,
): Promise<Result> {
  markBegun(begun, threadId);
  try {
    return await read();
  } finally {
    // Otherwise, V8 would collect the bytes of many pages before it frees any.
    bytes.buffer.transfer(0);
  }
}
