import type { Hit } from '../core/source.ts';
import { canonicalUrl } from './canonical-url.ts';
import { createMirrorFilter } from './mirror-filter.ts';

/**
 * Merges the results of several slots for one question, at most `limit`: the hits of the first slot in order,
 * then the new hits of the others. A page that several slots found counts once, and so does a copy of a page
 * on another host.
 */
export function mergeHits(lists: readonly (readonly Hit[])[], limit: number): Hit[] {
  const seen = new Set<string>();
  const isMirror = createMirrorFilter();
  const isNew = (hit: Hit) => {
    const page = canonicalUrl(new URL(hit.url));
    if (seen.has(page) || isMirror(hit)) return false;
    seen.add(page);
    return true;
  };
  return lists.flat().filter(isNew).slice(0, limit);
}
