import type { Upstream } from '../../src/net/upstream.ts';

/**
 * An upstream that always replies with this text: the processing of a reply is measured, not its transport.
 */
export function replying(text: string, contentType: string, status = 200): Upstream {
  const headers = { 'content-type': contentType };
  return {
    request: async () => ({ status, headers, contentType, text }),
    fetch: async () => new Response(text, { status, headers }),
    close: async () => undefined,
  };
}
