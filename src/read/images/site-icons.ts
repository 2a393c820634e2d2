import type { FindImage, SafeImage } from '../../core/service.ts';
import { createPageFetch } from '../../net/page-fetch.ts';
import { rememberImages } from './remember-images.ts';

type FetchOptions = Pick<Parameters<typeof createPageFetch>[0], 'userAgent' | 'allow' | 'proxy'>;

const TIMEOUT_MS = 4_000;
const MAX_ICON_BYTES = 32_768;
/** The number of sites whose icon, or lack of one, is remembered: 8 MB of icons. */
const MAX_SITES = 256;

/** Accepted media types; the first bytes decide what an icon really is. */
const ICON_TYPES: ReadonlySet<string> = new Set([
  ...['image/x-icon', 'image/vnd.microsoft.icon', 'image/ico', 'image/png', 'image/webp'],
  'application/octet-stream',
]);

/** Finds the icons of sites, each by its origin, at `/favicon.ico`, under the page policy. */
export function createSiteIcons(options: FetchOptions) {
  const fetching = createPageFetch({
    ...options,
    mediaTypes: ICON_TYPES,
    maxBytes: MAX_ICON_BYTES,
    timeoutMs: TIMEOUT_MS,
  });
  const find: FindImage = async (origin, signal) => {
    const icon = await fetching.fetch(`${origin}/favicon.ico`, signal);
    return icon.status === 'fetched' ? toIcon(icon.body) : null;
  };
  return { find: rememberImages(find, MAX_SITES), close: fetching.close };
}

/** Recognises PNG, ICO and WebP by their first bytes. SVG is refused: it can contain a script. */
function toIcon(bytes: Uint8Array): SafeImage | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return { mediaType: 'image/png', bytes };
  if (start.startsWith('\0\0\x01\0')) return { mediaType: 'image/x-icon', bytes };
  const isWebp = start.startsWith('RIFF') && start.endsWith('WEBP');
  return isWebp ? { mediaType: 'image/webp', bytes } : null;
}
