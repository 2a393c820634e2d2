import { enableCompileCache } from 'node:module';
import type { Content } from './content.ts';
import { tellBegun } from './page-clock.ts';

/** One page for a worker thread. */
export type PageJob = {
  readonly bytes: Uint8Array;
  /** The header as it came; empty where there was none. */
  readonly contentType: string;
  /** Told when work begins. */
  readonly begun: Int32Array<SharedArrayBuffer>;
};

enableCompileCache();
// Loaded behind the line above, so that the next thread finds it compiled.
const { readContent } = await import('./content.ts');
/** The thread is ended from outside, so nothing in it has to watch for that. */
const never = new AbortController().signal;

/** What a worker thread does: the text of one page from its bytes. */
export function toPage({ bytes, contentType, begun }: PageJob): Promise<Content> {
  tellBegun(begun);
  return readContent(bytes, contentType, never);
}
