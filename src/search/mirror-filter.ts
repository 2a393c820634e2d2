import type { Hit } from '../core/source.ts';
import { hostOf } from '../lib/text/url.ts';

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
