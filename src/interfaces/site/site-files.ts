import { readdir } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { Failure } from '../../core/failure.ts';
import type { App } from '../http/protocol.ts';

/** A file with a hash of its content in its name never changes. */
const HASHED = /-[A-Z0-9]{8}\.\w+$/;
/** The ending of the compressed form of a file, which is stored next to it. */
const COMPRESSED = '.br';

/** Replies with a file of the site, which must exist. */
export type SendSiteFile = (
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/**
 * `GET` and `HEAD` for each file of the folder, under its name, compressed if the caller accepts brotli. A
 * caller who already has the content gets 304. Returns the function that sends a file, for routes with other
 * names.
 *
 * @throws Failure `not-found` if the site has been built anew since the start, without this file
 */
export async function serveSiteFiles(app: App, folder: string): Promise<SendSiteFile> {
  const files = new Set(await readdir(folder));
  const sendFile: SendSiteFile = async (name, { raw }, reply) => {
    // Loaded on first use, because a service that only programs call never sends a file.
    const { default: send } = await import('@fastify/send');
    const type = send.mime.getType(name) ?? 'application/octet-stream';
    const isCompressed =
      files.has(name + COMPRESSED) && new Negotiator(raw).encoding(['br', 'identity']) === 'br';
    const stored = isCompressed ? name + COMPRESSED : name;
    const options = { root: folder, acceptRanges: false, cacheControl: false, contentType: false };
    const sent = await send(raw, `/${stored}`, options);
    // Failures are returned, as a page of HTML.
    if (sent.type !== 'file') return refuse(sent.statusCode, reply);
    reply.code(sent.statusCode).headers({
      ...sent.headers,
      'cache-control': HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
      ...(isCompressed && { 'content-encoding': 'br' }),
    });
    return reply.type(send.isUtf8MimeType(type) ? `${type}; charset=utf-8` : type).send(sent.stream);
  };
  for (const name of files)
    if (!name.endsWith(COMPRESSED))
      app.route({
        method: ['GET', 'HEAD'],
        url: `/${name}`,
        handler: (request, reply) => sendFile(name, request, reply),
      });
  return sendFile;
}

function refuse(status: number, reply: FastifyReply): FastifyReply {
  if (status === 404) throw new Failure('not-found', 'This file no longer exists: load the page again.');
  return reply
    .code(status)
    .send({ error: 'The file is not the one that the conditions of the request name.' });
}
