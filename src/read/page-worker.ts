import { enableCompileCache } from 'node:module';
import { threadId } from 'node:worker_threads';
import type { Content } from './content.ts';
import { markBegun } from './page-clock.ts';
import type { VideoData, VideoPart } from './video/read-video-part.ts';

type Job = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Passed to `markBegun` when work begins. */
  readonly begun: Int32Array<SharedArrayBuffer>;
};

/** One page for a worker thread; `contentType` is the value of the header, empty if there was none. */
export type PageJob = Job & { readonly contentType: string };

/** One part of a video for a worker thread. */
export type VideoJob = Job & { readonly part: VideoPart };

const [, , compileCache] = process.argv;
if (compileCache !== undefined) enableCompileCache(compileCache);
// The import follows the line above, so that the compiled code is cached for the next thread.
const { readContent } = await import('./content.ts');
/** A signal that never aborts, because the thread is ended from outside. */
const never = new AbortController().signal;

/** A task without work: it is done as soon as the thread has started. */
export function isReady(): boolean {
  return true;
}

/** The task of a worker thread: extracts the text of one page from its bytes, which are empty afterwards. */
export function toPage({ contentType, ...job }: PageJob): Promise<Content> {
  return begin(job, (bytes) => readContent(bytes, contentType, never));
}

/** Another task: reads a part of a video. */
export function toVideoPart({ part, ...job }: VideoJob): Promise<VideoData | null> {
  return begin(job, async (bytes) => {
    const { readVideoPart } = await import('./video/read-video-part.ts');
    return readVideoPart(part, bytes);
  });
}

async function begin<Result>(
  { bytes, begun }: Job,
  read: (bytes: Uint8Array) => Promise<Result>,
): Promise<Result> {
  markBegun(begun, threadId);
  try {
    return await read(bytes);
  } finally {
    // Otherwise, V8 would collect the bytes of many pages before it frees any.
    bytes.buffer.transfer(0);
  }
}
