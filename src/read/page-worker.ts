import { enableCompileCache } from 'node:module';
import type { MessagePort } from 'node:worker_threads';
import type { Content } from './content.ts';

/** One page for a worker thread. */
export type PageJob = {
  readonly bytes: Uint8Array;
  /** The header as it came; empty where there was none. */
  readonly contentType: string;
  /** Told once, when work begins: waiting for a thread costs a page none of its time. */
  readonly begun: MessagePort;
};

enableCompileCache();
// Loaded behind the line above, so that the next thread finds it compiled.
const { readContent } = await import('./content.ts');
/** The thread is ended from outside, so nothing in it has to watch for that. */
const never = new AbortController().signal;

/** What a worker thread does: the text of one page from its bytes. */
export function toPage({ bytes, contentType, begun }: PageJob): Promise<Content> {
  begun.postMessage('begun');
  begun.close();
  return readContent(bytes, contentType, never);
}
