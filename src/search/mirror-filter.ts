import type { Hit } from '../core/terms.ts';
import { hostOf } from '../core/url.ts';

/** Shorter snippets are alike by chance: "No description available", a date, a price. */
const TELLING_CHARS = 40;

/**
 * Tells which hits repeat one that came before: the same title and the same snippet on another host. What one host says
 * twice are two pages.
 */
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
