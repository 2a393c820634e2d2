import { join } from 'node:path';
import { isFresh } from '../../web/build/freshness.ts';

/** Where the build puts the page and the service looks for it. */
export const builtPageFolder: string = join(import.meta.dirname, '..', '..', 'dist', 'web');

/**
 * Fails at once, and says what to do, where the page is not built or has changed since. Tests do not build it: they run side by
 * side, over one folder.
 */
export function requireBuiltPage(): void {
  if (!isFresh(builtPageFolder))
    throw new Error('The page is not built, or has changed since: run `npm run build`.');
}
