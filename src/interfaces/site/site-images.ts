import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseWebUrl } from '@sayso/text/url.ts';
import type { FastifyReply } from 'fastify';
import type { FindImage, SafeImage } from '../../core/service.ts';
import { callerSignal } from '../http/call-service.ts';
import type { App } from '../http/interface.ts';

/** The neutral icon: a globe in a grey that is visible on light and dark backgrounds. */
export const GLOBE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" ' +
  'stroke="#85837a"><circle cx="8" cy="8" r="6.5"/><path d="M1.5 8h13M8 1.5c-4 4-4 9 0 13c4-4 4-9 ' +
  '0-13"/></svg>';

/** The functions that find images; null for those that are switched off. */
export type SiteImages = {
  readonly siteIcon: FindImage | null;
  readonly picture: FindImage | null;
};

/**
 * `GET /icon?site=&sign=`: the icon of a source's site, or a globe if it has none. `GET
 * /picture?of=&sign=`: the picture of a source's page, or 404. They need no key, because an `<img>` cannot
 * send one; instead, only addresses signed in an answer are requested.
 */
export function serveSiteImages(app: App, { siteIcon, picture }: SiteImages): void {
  const find = async (name: ImageName, finder: FindImage | null, url: string, reply: FastifyReply) => {
    const address = addressOfImage(name, new URL(url, 'http://localhost').searchParams);
    return address === null ? null : ((await finder?.(address, callerSignal(reply))) ?? null);
  };
  app.route({
    method: ['GET', 'HEAD'],
    url: '/icon',
    config: { open: true },
    handler: async ({ url }, reply) => {
      const icon = await find('icon', siteIcon, url, reply);
      if (icon !== null) return sendImage(reply, icon);
      return reply.type('image/svg+xml').header('cache-control', 'private, max-age=3600').send(GLOBE);
    },
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/picture',
    config: { open: true },
    handler: async ({ url }, reply) => {
      const found = await find('picture', picture, url, reply);
      if (found !== null) return sendImage(reply, found);
      return reply.code(404).header('cache-control', 'private, max-age=3600').send();
    },
  });
}

function sendImage(reply: FastifyReply, { mediaType, bytes }: SafeImage): FastifyReply {
  return reply.type(mediaType).header('cache-control', 'private, max-age=604800').send(Buffer.from(bytes));
}

/**
 * The secret is new with every start of the process. Other instances do not know it, so they serve the
 * neutral icon for the site, and no picture.
 */
const SECRET = randomBytes(32);
const SIGNATURE_BYTES = 16;

/** The kinds of images, each with the field of its query that holds the signed address. */
const FIELDS = { icon: 'site', picture: 'of' } as const;
type ImageName = keyof typeof FIELDS;

/**
 * The path at which the service serves the icon of a source's site, relative to the page; empty if the source
 * has no web address. It is signed, so that icons are requested only from sites that were sources of an
 * answer.
 */
export function iconAddress(sourceUrl: string): string {
  const site = parseWebUrl(sourceUrl)?.origin;
  return site === undefined ? '' : signedPath('icon', site);
}

/** The signed path at which the service serves the picture of a page, by the picture's address. */
export function pictureAddress(imageUrl: string): string {
  return signedPath('picture', imageUrl);
}

/** The address in the query of such a path; null unless this process signed it. */
export function addressOfImage(name: ImageName, query: URLSearchParams): string | null {
  const address = query.get(FIELDS[name]) ?? '';
  const given = Buffer.from(query.get('sign') ?? '', 'base64url');
  return given.length === SIGNATURE_BYTES && timingSafeEqual(given, sign(name, address)) ? address : null;
}

function signedPath(name: ImageName, address: string): string {
  const signature = sign(name, address).toString('base64url');
  return `${name}?${new URLSearchParams({ [FIELDS[name]]: address, sign: signature })}`;
}

function sign(name: ImageName, address: string): Buffer {
  return createHmac('sha256', SECRET).update(`${name} ${address}`).digest().subarray(0, SIGNATURE_BYTES);
}
