import { join } from 'node:path';
import { isFresh } from '../../web/build/freshness.ts';

/** The folder of the built page. */
export const builtPageFolder: string = join(import.meta.dirname, '..', '..', 'dist', 'web');

/**
 * Fails at once, with the remedy, if the page is not built or out of date. Tests do not build it, because
 * they run in parallel and share one folder.
 */
export function requireBuiltPage(): void {
  if (!isFresh(builtPageFolder))
    throw new Error('The page is not built, or has changed since: run `npm run build`.');
}
