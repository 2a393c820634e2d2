import type { FindSiteIcon, SiteIcon } from '../core/house.ts';
import type { PageFetch } from '../net/page-fetch.ts';

/** The maximum size of an icon, in bytes. */
export const MAX_ICON_BYTES = 32_768;
/** The number of sites whose icon, or lack of one, is cached: 8 MB of icons. */
const MAX_SITES = 256;
const KEPT_MS = 24 * 3_600_000;
const MISSING_KEPT_MS = 3_600_000;
/** The number of icons fetched at the same time. Beyond it, sites have no icon for now. */
const MAX_AT_ONCE = 16;

/** Accepted media types; the first bytes decide what an icon really is. */
export const ICON_TYPES: ReadonlySet<string> = new Set([
  ...['image/x-icon', 'image/vnd.microsoft.icon', 'image/ico', 'image/png', 'image/webp'],
  'application/octet-stream',
]);

type KeptIcon = { readonly icon: SiteIcon | null; readonly untilMs: number };

/** Fetches `/favicon.ico` of sites under the page policy, each at most once a day. */
export function createSiteIcons(fetching: PageFetch): FindSiteIcon {
  const kept = new Map<string, KeptIcon>();
  let underWay = 0;

  function keep(origin: string, icon: SiteIcon | null): void {
    kept.delete(origin);
    kept.set(origin, { icon, untilMs: Date.now() + (icon === null ? MISSING_KEPT_MS : KEPT_MS) });
    const [oldest] = kept.keys();
    if (kept.size > MAX_SITES && oldest !== undefined) kept.delete(oldest);
  }

  return async (origin, signal) => {
    const known = kept.get(origin);
    if (known !== undefined && known.untilMs > Date.now()) return known.icon;
    if (underWay >= MAX_AT_ONCE) return null;
    underWay++;
    try {
      const page = await fetching.fetch(`${origin}/favicon.ico`, signal);
      const icon = page.status === 'fetched' ? toIcon(page.body) : null;
      keep(origin, icon);
      return icon;
    } finally {
      underWay--;
    }
  };
}

/** Recognises PNG, ICO and WebP by their first bytes. SVG is refused: it can contain a script. */
function toIcon(bytes: Uint8Array): SiteIcon | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return { mediaType: 'image/png', bytes };
  if (start.startsWith('\0\0\x01\0')) return { mediaType: 'image/x-icon', bytes };
  const isWebp = start.startsWith('RIFF') && start.endsWith('WEBP');
  return isWebp ? { mediaType: 'image/webp', bytes } : null;
}
