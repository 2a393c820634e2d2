import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseWebUrl } from '../../core/url.ts';

/**
 * New with every start of the process. Other instances do not know it and serve the neutral icon for the
 * site.
 */
const SECRET = randomBytes(32);
const SIGNATURE_BYTES = 16;

/**
 * The path at which the service serves the icon of a source's site, relative to the page; empty if the source
 * has no web address. It is signed, so that icons are requested only from sites that were sources of an
 * answer.
 */
export function iconAddress(sourceUrl: string): string {
  const url = parseWebUrl(sourceUrl);
  if (url === null) return '';
  return `icon?${new URLSearchParams({ site: url.origin, sign: sign(url.origin).toString('base64url') })}`;
}

/** The origin in the query of such a path; null unless this process signed it. */
export function originOfIcon(query: URLSearchParams): string | null {
  const origin = query.get('site') ?? '';
  const given = Buffer.from(query.get('sign') ?? '', 'base64url');
  return given.length === SIGNATURE_BYTES && timingSafeEqual(given, sign(origin)) ? origin : null;
}

function sign(origin: string): Buffer {
  return createHmac('sha256', SECRET).update(origin).digest().subarray(0, SIGNATURE_BYTES);
}
