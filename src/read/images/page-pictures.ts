import type { Piscina } from 'piscina';
import { abortReason } from '../../core/deadline.ts';
import type { FindImage } from '../../core/service.ts';
import { createPageFetch } from '../../net/page-fetch.ts';
import { rememberImages } from './remember-images.ts';

type PagePicturesOptions = Pick<Parameters<typeof createPageFetch>[0], 'userAgent' | 'allow' | 'proxy'> & {
  /** Called with the error of a thread that ran out of memory or could not be started. */
  onFault(error: unknown): void;
};

const FETCH_TIMEOUT_MS = 6_000;
/** Time for decoding and encoding one picture. */
const SHRINK_TIMEOUT_MS = 5_000;
const IDLE_MS = 20_000;
const MAX_BYTES = 4_000_000;
const MAX_HEAP_MB = 64;
/** The number of pictures that are remembered, of about 40 KB each. */
const MAX_PICTURES = 100;
const MEDIA_TYPES: ReadonlySet<string> = new Set([
  ...['image/jpeg', 'image/jpg', 'image/png', 'image/webp', 'application/octet-stream'],
]);

/**
 * Finds the pictures of pages, each by its address: fetched under the page policy, and made small in a
 * thread, which is started with the first picture and ends with the last. `close` stops both.
 */
export function createPagePictures({ userAgent, allow, proxy = null, onFault }: PagePicturesOptions) {
  const fetching = createPageFetch({
    userAgent,
    allow,
    proxy,
    mediaTypes: MEDIA_TYPES,
    maxBytes: MAX_BYTES,
    timeoutMs: FETCH_TIMEOUT_MS,
  });
  let started: Promise<Piscina> | undefined;

  const find: FindImage = async (address, signal) => {
    const picture = await fetching.fetch(address, signal);
    if (picture.status === 'skipped') return null;
    started ??= startThread(onFault);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(SHRINK_TIMEOUT_MS)]);
    try {
      const copy = new Uint8Array(picture.body);
      const bytes = await (await started).run(copy, { transferList: [copy.buffer], signal: limit });
      return bytes === null ? null : { mediaType: 'image/jpeg', bytes };
    } catch {
      if (signal.aborted) throw abortReason(signal);
      return null;
    }
  };

  return {
    find: rememberImages(find, MAX_PICTURES),
    close: async () => {
      await Promise.all([fetching.close(), started?.then((pool) => pool.destroy()).catch(onFault)]);
    },
  };
}

async function startThread(onFault: (error: unknown) => void): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  const pool = new Piscina({
    filename: new URL('./shrink-picture.ts', import.meta.url).href,
    name: 'shrinkPicture',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  // Without a listener, a thread that ends between two pictures would end the process.
  pool.on('error', onFault);
  return pool;
}
