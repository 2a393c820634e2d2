import type * as LateParts from './late-parts.tsx';

/** What no first paint needs; null until it has been loaded. Read it while drawing. */
export let late: typeof LateParts | null = null;

/** Loads it. Rejects when it cannot be loaded: the page then does without. */
export async function loadLateParts(): Promise<typeof LateParts> {
  late = await import('./late-parts.tsx');
  return late;
}
