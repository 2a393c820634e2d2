import type { PlainFetch } from './plain-fetch.ts';

/** The standard `fetch`, for libraries that need its classes; it accepts a URL, and a text as the body. */
export function toStandardFetch(fetch: PlainFetch): typeof globalThis.fetch {
  return async (input, { method = 'GET', headers: fields, body: sent, signal } = {}) => {
    if (input instanceof Request) throw new TypeError('only a URL can be called');
    if (sent != null && typeof sent !== 'string') throw new TypeError('only text can be sent');
    const { status, headers, body } = await fetch(input, {
      method,
      headers: Object.fromEntries(new Headers(fields)),
      ...(sent != null && { body: sent }),
      ...(signal != null && { signal }),
    });
    try {
      return new Response(body, { status, headers: [...headers] });
    } catch (error) {
      // The body will not be read; without this, it would keep its connection open.
      await body?.cancel();
      throw error;
    }
  };
}
