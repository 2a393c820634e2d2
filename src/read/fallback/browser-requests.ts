import { type CdpFields, fieldsOf } from '../../net/cdp-connection.ts';
import type { PageFetch } from '../../net/page-fetch.ts';
import type { FetchedPage, ScriptRequest } from '../../net/page-visit.ts';

/** What answers the requests of one page in a browser. */
type BrowserRequests = {
  /** Answers a `Fetch.requestPaused` event. Never rejects. */
  answer(event: CdpFields): Promise<void>;
  /** Restarts the time without requests. */
  touch(): void;
  /** How long no request has been open, in milliseconds; 0 while one is. */
  quietMs(): number;
};

type BrowserRequestOptions = {
  /** Fetches whatever a page asks for, under the rules for pages. */
  readonly resources: Pick<PageFetch, 'fetch'>;
  /** The page itself, if it has been fetched and is public. */
  readonly fetched: FetchedPage | null;
  readonly mainFrame: string;
  send(method: string, fields: CdpFields): Promise<unknown>;
};

type Reply = { readonly status: number; readonly fields: CdpFields; readonly body: Uint8Array };

/** Pages of the largest applications ask for about half as much before they show their text. */
const MAX_REQUESTS = 150;
/** Requests of any kind, most of which are refused. Those beyond wait for ever, which slows the page down. */
const MAX_SEEN = 2_000;
const MAX_BYTES = 25_000_000;
const MAX_SENT_CHARS = 100_000;
/** The requests that a text may depend on. A browser asks for event streams as for data; they never end. */
const NEEDED: ReadonlySet<unknown> = new Set(['Document', 'Script', 'XHR', 'Fetch']);
/** Header fields that would identify a visitor, or that this service sets. */
const OWN_FIELDS = /^(?:cookie|referer|user-agent|host|connection|content-length|accept-encoding|sec-.*)$/i;
const NOTHING = new Uint8Array();

/**
 * Answers what a page in a browser asks for. The browser itself connects to nothing: scripts, data and the
 * page come from `resources`, style sheets are empty, and everything else is refused, frames included.
 */
export function createBrowserRequests(
  { resources, fetched, mainFrame, send }: BrowserRequestOptions,
  signal: AbortSignal,
): BrowserRequests {
  const known = new Map(fetched === null ? [] : [[fetched.url, fetched]]);
  let [seen, requests, bytes, open] = [0, 0, 0, 0];
  let quietSinceMs = performance.now();

  async function replyTo({ request, resourceType, frameId }: CdpFields): Promise<Reply | null> {
    const { url, method, headers, postData } = fieldsOf(request);
    if (typeof url !== 'string') return null;
    // Nothing that identifies a visitor is ever sent, so a page may read what everybody may.
    if (method === 'OPTIONS') return { status: 204, fields: {}, body: NOTHING };
    if (resourceType === 'Stylesheet')
      return { status: 200, fields: { 'content-type': 'text/css' }, body: NOTHING };
    const isPage = resourceType === 'Document';
    if (!NEEDED.has(resourceType) || (isPage && frameId !== mainFrame)) return null;
    const scripted = toScriptRequest(method, fieldsOf(headers), postData);
    const fetchedBefore = known.get(url);
    if (scripted === null || (fetchedBefore === undefined && ++requests > MAX_REQUESTS)) return null;
    const page = fetchedBefore ?? (await resources.fetch(url, signal, isPage ? {} : { scripted }));
    if (page.status === 'skipped' || (isPage && !page.contentType.includes('html'))) return null;
    if (isPage && page.url !== url) {
      // The browser asks for the new address next, and the page counts then.
      known.set(page.url, page);
      return { status: 302, fields: { location: page.url }, body: NOTHING };
    }
    bytes += page.body.length;
    if (bytes > MAX_BYTES) return null;
    return { status: 200, fields: { 'content-type': contentTypeOf(page) }, body: page.body };
  }

  return {
    async answer(event) {
      if (++seen > MAX_SEEN) return;
      open++;
      const { requestId, request } = event;
      const reply = await replyTo(event).catch(() => null);
      const answered =
        reply === null
          ? send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
          : send('Fetch.fulfillRequest', { requestId, ...toFulfilment(reply, fieldsOf(request)) });
      await answered.catch(() => undefined);
      open--;
      quietSinceMs = performance.now();
    },
    touch() {
      quietSinceMs = performance.now();
    },
    quietMs: () => (open > 0 ? 0 : performance.now() - quietSinceMs),
  };
}

/** A request as a script makes it; null for one that may change something at its host. */
function toScriptRequest(method: unknown, headers: CdpFields, sent: unknown): ScriptRequest | null {
  const body = typeof sent === 'string' ? sent : null;
  if ((method !== 'GET' && method !== 'POST') || (body?.length ?? 0) > MAX_SENT_CHARS) return null;
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && !OWN_FIELDS.test(name) ? [[name.toLowerCase(), value] as const] : [],
  );
  const fieldsByName = Object.fromEntries(fields);
  if (fieldsByName.accept === 'text/event-stream') return null;
  return { method, headers: fieldsByName, body };
}

function toFulfilment({ status, fields, body }: Reply, request: CdpFields): CdpFields {
  const { Origin: origin, 'Access-Control-Request-Headers': asked } = fieldsOf(request.headers);
  const headers = {
    ...fields,
    'access-control-allow-origin': typeof origin === 'string' ? origin : '*',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST',
    ...(typeof asked === 'string' && { 'access-control-allow-headers': asked }),
  };
  return {
    responseCode: status,
    responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
    body: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64'),
  };
}

function contentTypeOf({ contentType, charset }: FetchedPage): string {
  return charset === null ? contentType : `${contentType}; charset=${charset}`;
}
