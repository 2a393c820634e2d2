import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the build puts the page and the service looks for it. */
export const builtPageFolder: string = join(import.meta.dirname, '..', '..', 'dist', 'web');

/** Fails at once, and says what to do, where the page has not been built. Tests do not build it: they run side by side. */
export function requireBuiltPage(): void {
  if (!existsSync(join(builtPageFolder, 'index.html')))
    throw new Error('The page is not built: run `npm run build` before the tests.');
}
