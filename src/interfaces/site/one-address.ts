import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A hook that sends a browser from an address with a slash at its end to the one without: the links of the
 * pages are relative, so at the first address a page would have no style.
 */
export async function redirectTrailingSlash(
  request: Pick<FastifyRequest, 'originalUrl' | 'url'>,
  reply: Pick<FastifyReply, 'redirect'>,
): Promise<void> {
  const [path = '', ...query] = request.originalUrl.split('?');
  if (!path.endsWith('/') || request.url.startsWith('/?') || request.url === '/') return;
  const name = request.url.split('?', 1)[0]?.split('/').at(-1) ?? '';
  await reply.redirect(`../${name}${query.length === 0 ? '' : `?${query.join('?')}`}`, 308);
}
