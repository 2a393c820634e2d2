import type { IncomingMessage } from 'node:http';

/**
 * The address of a request with single slashes and without a slash at the end of its path, as programs write
 * it that join a base address and a path without looking: `/v1//models` and `/v1/models/`. The query string
 * stays as it is. Takes linear time.
 */
export function canonicalPath({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [path = ''] = url.split('?', 1);
  if (!path.startsWith('/') || !(path.includes('//') || path.endsWith('/'))) return url;
  const single = path.replace(/\/+/g, '/');
  return (single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single) + url.slice(path.length);
}
