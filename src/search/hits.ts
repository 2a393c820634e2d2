import type { Hit } from '../core/terms.ts';
import { hostOf, parseWebUrl } from '../core/url.ts';
import { isMetadataHost } from '../net/metadata-host.ts';
import { canonicalUrl } from './canonical-url.ts';
import { createMirrorFilter } from './mirror-filter.ts';
import { plainLines, plainText } from './plain-text.ts';
import { balanceSites } from './site-balance.ts';

/** A result as a back-end sent it: nothing in it is trusted. */
export type RawHit = {
  readonly url: string;
  readonly title?: string | undefined;
  readonly snippet?: string | undefined;
  /** Plain text of the page itself. */
  readonly text?: string | undefined;
};

const MAX_URL_CHARS = 2_048;
const MAX_TITLE_CHARS = 300;
const MAX_SNIPPET_CHARS = 2_000;
const MAX_TEXT_CHARS = 20_000;

/** No engine's order means much beyond. */
const MAX_CONSIDERED = 50;

/**
 * The best `limit` usable results: plain text of bounded length, http(s) URLs, each page once, mirrors on other hosts
 * left out. They stand in the engine's order, but those of one site beyond the second after all others. Addresses at
 * home stay, for a wiki there is a source; link-local and metadata addresses go. An untitled result is called by its host.
 */
export function toHits(raw: readonly RawHit[], limit: number): Hit[] {
  const usable: { readonly result: RawHit; readonly url: URL }[] = [];
  const seen = new Set<string>();
  for (const result of raw) {
    if (usable.length >= MAX_CONSIDERED) break;
    const url = result.url.length <= MAX_URL_CHARS ? parseWebUrl(result.url) : null;
    if (url === null || isMetadataHost(url.hostname)) continue;
    const key = canonicalUrl(url);
    if (seen.has(key)) continue;
    seen.add(key);
    usable.push({ result, url });
  }
  const isMirror = createMirrorFilter();
  const hits: Hit[] = [];
  for (const { result, url } of balanceSites(usable, (one) => one.url)) {
    if (hits.length >= limit) break;
    const hit = toHit(result, url);
    if (!isMirror(hit)) hits.push(hit);
  }
  return hits;
}

function toHit(raw: RawHit, url: URL): Hit {
  const hit = {
    url: shownUrl(raw.url.trim(), url),
    title: plainText(raw.title ?? '', MAX_TITLE_CHARS) || hostOf(url.href),
    snippet: plainText(raw.snippet ?? '', MAX_SNIPPET_CHARS),
  };
  const text = plainLines(raw.text ?? '', MAX_TEXT_CHARS);
  return text === '' ? hit : { ...hit, text };
}

/** As it was sent, umlauts and all, unless it is a spelling that only a URL parser understands. */
function shownUrl(text: string, url: URL): string {
  return /^https?:\/\/[^\s"<>\\^`{|}\p{C}]+$/iu.test(text) ? text : url.href;
}
