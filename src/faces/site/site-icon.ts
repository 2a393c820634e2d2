import type { FindSiteIcon } from '../../core/house.ts';
import { callerSignal } from '../http/caller.ts';
import type { App } from '../http/protocol.ts';
import { originOfIcon } from './icon-address.ts';

/** The neutral icon: a globe in a grey that is visible on light and dark backgrounds. */
export const GLOBE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#85837a"><circle cx="8" cy="8" r="6.5"/><path d="M1.5 8h13M8 1.5c-4 4-4 9 0 13c4-4 4-9 0-13"/></svg>';

/**
 * `GET /icon?site=&sign=`: the icon of a source's site, or a globe if it has none. It needs no key, because
 * an `<img>` cannot send one; instead, only addresses signed in an answer are requested (`icon-address.ts`).
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
