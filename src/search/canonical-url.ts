/** Parameters that say where a visitor came from, never which page is meant. */
const TRACKING = /^(?:utm_.+|gclid|fbclid|msclkid|dclid|yclid|mc_[ce]id|igshid)$/i;
const MAYBE_TRACKING = /utm_|clid=|mc_[ce]id=|igshid=|amp/i;
/** Names under which a host serves the same pages: `www.`, `m.`, `en.m.`; never the last two labels. */
const MIRROR = /^(?:www|m|mobile|amp)\.(?=[^.]+\.[^.]+)|(?<=^[a-z-]{2,12}\.)m\.(?=[^.]+\.[^.]+$)/;
/** AMP's forms of a page: `/page/amp`, `/page.amp`, `?amp`, `?amp=1`, `?outputType=amp`. */
const AMP_PATH = /(?<=\/[^/]+)(?:\/amp|\.amp)$/;
const AMP_QUERY = /^(?:amp=(?:1|true)?|outputType=amp)$/i;

/**
 * A form in which two addresses of one page are the same string: without scheme, fragment, default port, tracking
 * parameters and trailing slash; the mirrors of a page for phones (`www.`, `m.`, AMP) are the page. For comparing only,
 * never for visiting.
 */
export function canonicalUrl(url: URL): string {
  const query = MAYBE_TRACKING.test(url.search) ? withoutTracking(url.searchParams) : url.search;
  const path = url.pathname.replace(/\/+$/, '').replace(AMP_PATH, '');
  return url.host.replace(MIRROR, '') + path + query;
}

function withoutTracking(params: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const [name, value] of params) {
    if (!TRACKING.test(name) && !AMP_QUERY.test(`${name}=${value}`)) kept.append(name, value);
  }
  return kept.size === 0 ? '' : `?${kept}`;
}
