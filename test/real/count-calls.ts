import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { z } from 'zod';

/** undici reports every request of this process on this channel, before it is sent. */
const CHANNEL = 'undici:request:create';
const MESSAGE = z.object({ request: z.object({ origin: z.coerce.string() }) });

/** Counts the HTTP requests that this process sends to the server at `url`, until it is disposed. */
export function countCalls(url: string): Disposable & { readonly count: number } {
  const { origin } = new URL(url);
  let count = 0;
  const listen = (message: unknown) => {
    const { request } = MESSAGE.parse(message);
    if (new URL(request.origin).origin === origin) count++;
  };
  subscribe(CHANNEL, listen);
  return {
    get count() {
      return count;
    },
    [Symbol.dispose]: () => void unsubscribe(CHANNEL, listen),
  };
}
