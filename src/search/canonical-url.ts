/** Parameters that say where a visitor came from, never which page is meant. */
const TRACKING = /^(?:utm_.+|gclid|fbclid|msclkid|dclid|yclid|mc_[ce]id|igshid)$/i;
const MAYBE_TRACKING = /utm_|clid=|mc_[ce]id=|igshid=/i;

/**
 * A form in which two addresses of one page are the same string: without fragment, default port, tracking parameters
 * and trailing slash. For comparing only, never for visiting.
 */
export function canonicalUrl(url: URL): string {
  const query = MAYBE_TRACKING.test(url.search) ? withoutTracking(url.searchParams) : url.search;
  return url.origin + url.pathname.replace(/\/+$/, '') + query;
}

function withoutTracking(params: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const [name, value] of params) if (!TRACKING.test(name)) kept.append(name, value);
  return kept.size === 0 ? '' : `?${kept}`;
}
