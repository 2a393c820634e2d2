import type * as LateParts from './late-parts.tsx';

/** Parts that the first paint does not need; null until they are loaded. Read it while drawing. */
export let late: typeof LateParts | null = null;

/** Loads them. Rejects if they cannot be loaded; the page then works without them. */
export async function loadLateParts(): Promise<typeof LateParts> {
  late = await import('./late-parts.tsx');
  return late;
}
