import type { PlainFetch } from './plain-fetch.ts';

/** The standard `fetch` for libraries; accepts only a URL, and a text or nothing as the body. */
export function toStandardFetch(fetch: PlainFetch): typeof globalThis.fetch {
  return async (input, { method = 'GET', headers: fields, body: text, signal } = {}) => {
    if (input instanceof Request) throw new TypeError('only a URL can be called');
    if (text != null && typeof text !== 'string') throw new TypeError('only text can be sent');
    const { status, headers, body } = await fetch(input, {
      method,
      headers: Object.fromEntries(new Headers(fields)),
      ...(text != null && { body: text }),
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
