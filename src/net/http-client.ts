import type { Dispatcher } from 'undici';
import requestOf from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';

// undici's main module also loads its fetch, web sockets, caches and mocks, which doubles the loading time
// and takes several megabytes.
export { Agent };

/** Options of one request: those of undici, and the agent whose connections it uses. */
type RequestOptions = Omit<Dispatcher.RequestOptions, 'origin' | 'path' | 'method'> & {
  readonly dispatcher: Dispatcher;
  readonly method?: 'GET' | 'POST';
};

/** undici's `request`. Also rejects with a TypeError for a text that is not a URL. */
export async function request(
  url: string | URL,
  { dispatcher, method = 'GET', ...options }: RequestOptions,
): Promise<Dispatcher.ResponseData> {
  const { origin, pathname, search } = new URL(url);
  return requestOf.call(dispatcher, { ...options, origin, path: pathname + search, method });
}

/** Header fields; the values of a repeated field are joined with commas (RFC 9110, 5.3). */
export function joinedFields(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) fields[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return fields;
}
