import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { App } from '../http/protocol.ts';

/** A file with a hash of its content in its name never changes. */
const HASHED = /-[A-Z0-9]{8}\.\w+$/;
/** The ending of the compressed form of a file, which is stored next to it. */
const COMPRESSED = '.br';
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};
const UNKNOWN_TYPE = 'application/octet-stream';

/** Replies with a file of the site, which must exist. */
export type SendSiteFile = (
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/**
 * `GET` and `HEAD` for each file of the folder, under its name, compressed if the caller accepts brotli. A
 * caller who already has the content gets 304 (RFC 9110, 13.1.2). Returns the function that sends a file,
 * for routes with other names.
 */
export async function serveSiteFiles(app: App, folder: string): Promise<SendSiteFile> {
  const files = new Set(await readdir(folder));
  const sendFile: SendSiteFile = async (name, request, reply) => {
    const isCompressed = files.has(name + COMPRESSED) && acceptsBrotli(request);
    const content = await readFile(join(folder, isCompressed ? name + COMPRESSED : name));
    const tag = `"${createHash('sha256').update(content).digest('base64url')}"`;
    reply.headers({
      'cache-control': HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: tag,
      vary: 'accept-encoding',
    });
    if (isKnown(tag, request.headers['if-none-match'])) return reply.code(304).send();
    if (isCompressed) reply.header('content-encoding', 'br');
    return reply.type(TYPES[extname(name)] ?? UNKNOWN_TYPE).send(content);
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

function acceptsBrotli({ raw }: FastifyRequest): boolean {
  return new Negotiator(raw).encoding(['br', 'identity']) === 'br';
}

/** Whether a caller named the content that it would get. */
function isKnown(tag: string, named: string | undefined): boolean {
  const tags = named?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(tag) || tags.includes('*');
}
