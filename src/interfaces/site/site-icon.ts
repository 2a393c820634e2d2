import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FindSiteIcon } from '../../core/service.ts';
import { parseWebUrl } from '../../lib/text/url.ts';
import { callerSignal } from '../http/caller.ts';
import type { App } from '../http/protocol.ts';

/** The neutral icon: a globe in a grey that is visible on light and dark backgrounds. */
export const GLOBE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" ' +
  'stroke="#85837a"><circle cx="8" cy="8" r="6.5"/><path d="M1.5 8h13M8 1.5c-4 4-4 9 0 13c4-4 4-9 ' +
  '0-13"/></svg>';

/**
 * `GET /icon?site=&sign=`: the icon of a source's site, or a globe if it has none. It needs no key, because
 * an `<img>` cannot send one; instead, only addresses signed in an answer are requested.
 */
export function serveSiteIcon(app: App, find: FindSiteIcon | null, stopping: AbortSignal): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/icon',
    config: { open: true },
    handler: async (request, reply) => {
      const origin = originOfIcon(new URL(request.url, 'http://localhost').searchParams);
      const icon = origin === null ? null : await find?.(origin, callerSignal(reply, stopping));
      if (icon == null)
        return reply.type('image/svg+xml').header('cache-control', 'private, max-age=3600').send(GLOBE);
      return reply
        .type(icon.mediaType)
        .header('cache-control', 'private, max-age=604800')
        .send(Buffer.from(icon.bytes));
    },
  });
}

/**
 * The secret is new with every start of the process. Other instances do not know it, so they serve the
 * neutral icon for the site.
 */
const SECRET = randomBytes(32);
const SIGNATURE_BYTES = 16;
/**
 * The paths made so far, by the site's origin. They are kept because answers cite the same sites again and
 * again.
 */
const addresses = new Map<string, string>();
const MAX_ADDRESSES = 1000;

/**
 * The path at which the service serves the icon of a source's site, relative to the page; empty if the source
 * has no web address. It is signed, so that icons are requested only from sites that were sources of an
 * answer.
 */
export function iconAddress(sourceUrl: string): string {
  const site = parseWebUrl(sourceUrl)?.origin;
  if (site === undefined) return '';
  const address =
    addresses.get(site) ?? `icon?${new URLSearchParams({ site, sign: sign(site).toString('base64url') })}`;
  if (addresses.size >= MAX_ADDRESSES) addresses.clear();
  addresses.set(site, address);
  return address;
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
