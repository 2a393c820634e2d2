import type { PageFallbackOptions } from './fallback/page-fallback.ts';
import type { createPages } from './pages.ts';

type FallbackSettings = Pick<PageFallbackOptions, 'url' | 'kind' | 'key'>;

/** Options for reading pages, with the settings of the service that renders them. */
type OpenPagesOptions = Omit<Parameters<typeof createPages>[0], 'fallback' | 'onFault'> &
  Pick<PageFallbackOptions, 'upstream'> & {
    /** Null if no service renders pages. */
    readonly fallback: FallbackSettings | null;
    readonly log: { warn(fields: object, message: string): void };
  };

/** The limits of rendering for one question; the time is in addition to that for reading. */
const RENDERING = { maxPages: 2, timeoutMs: 5000 } as const;

/** What reads pages. The code is loaded by this call, and that of the fallback only if there is one. */
export async function openPages({ log, upstream, fallback, ...options }: OpenPagesOptions) {
  const { createPages } = await import('./pages.ts');
  return createPages({
    ...options,
    fallback:
      fallback === null ? null : await openFallback({ ...options, ...fallback, ...RENDERING, upstream }, log),
    onFault: (error) => log.warn({ err: error }, 'a thread that reads pages failed'),
  });
}

async function openFallback(options: Omit<PageFallbackOptions, 'onSuspend'>, log: OpenPagesOptions['log']) {
  const { createPageFallback } = await import('./fallback/page-fallback.ts');
  return createPageFallback({
    ...options,
    onSuspend: (cause) => log.warn({ cause }, 'the browser for pages is suspended'),
  });
}
