import type { Hit } from '../core/source.ts';
import { hostOf } from '../lib/text/url.ts';
import { canonicalUrl } from './canonical-url.ts';

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

/** Shorter snippets are often equal by chance: "No description available", a date, a price. */
const TELLING_CHARS = 40;

/** A test for hits that repeat an earlier one: same title and snippet on another host. */
export function createMirrorFilter(): (hit: Hit) => boolean {
  const hosts = new Map<string, string>();
  return ({ url, title, snippet }) => {
    if (snippet.length < TELLING_CHARS) return false;
    const content = `${title}\n${snippet}`;
    const host = hostOf(url);
    const firstHost = hosts.get(content);
    if (firstHost === undefined) hosts.set(content, host);
    return firstHost !== undefined && firstHost !== host;
  };
}
