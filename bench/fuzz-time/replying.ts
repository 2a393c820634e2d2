import type { Upstream } from '../../src/net/upstream.ts';

/** An upstream whose every reply is this text: what becomes of a reply is measured, not the way it takes. */
export function replying(text: string, contentType: string, status = 200): Upstream {
  const headers = { 'content-type': contentType };
  return {
    request: async () => ({ status, headers, contentType, text }),
    fetch: async () => new Response(text, { status, headers }),
    close: async () => undefined,
  };
}
