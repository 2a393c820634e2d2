import { jsonIn } from '@sayso/text/bounded-json.ts';
import { abortReason, type Deadline, sleep, startDeadline } from '../../core/deadline.ts';
import {
  type CdpConnection,
  type CdpEvent,
  type CdpFields,
  connectCdp,
  fieldsOf,
  withAddress,
} from '../../net/cdp-connection.ts';
import type { Upstream } from '../../net/upstream.ts';
import { toUpstreamError, UpstreamError } from '../../net/upstream-error.ts';
import { createBrowserRequests } from './browser-requests.ts';
import type { createPageResources } from './page-resources.ts';
import { MAX_HTML_CHARS, type RenderOrder, type RenderOutcome, type RenderServer } from './rendering.ts';

/** A browser, and what fetches for its pages. */
type BrowserRenderOptions = RenderServer & {
  readonly resources: Pick<ReturnType<typeof createPageResources>, 'for'>;
  readonly upstream: Pick<Upstream, 'request'>;
  readonly userAgent: string;
  /** How long a page with little text must have been without requests until it is complete. */
  readonly patienceMs?: number;
};

/** A page is complete after this time without requests if it shows this much text, ... */
const QUIET_MS = 300;
const ENOUGH_CHARS = 400;
/** ... and after this time with less. */
const PATIENCE_MS = 1_500;
const LOOK_EVERY_MS = 100;
/** The time that is left for the last look, in milliseconds. */
const LAST_LOOK_MS = 500;
const MAX_VERSION_BYTES = 100_000;
/**
 * A proxy that does not exist (RFC 6761, 6.4): whatever the browser would send by itself, past the requests
 * that are answered here, reaches nothing. Addresses of the browser's own machine are no exception.
 */
const NO_NETWORK = { proxyServer: 'http://proxy.invalid:1', proxyBypassList: '<-loopback>' };
/** These connect past any proxy. */
const WITHOUT_SOCKETS = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']
  .map((name) => `delete globalThis.${name};`)
  .join('');
const ATTACHED = { flatten: true, filter: [{ type: 'page' }, { type: 'iframe' }] };

/**
 * The text and the HTML of the page as it is now. Text of components with a shadow root becomes a part of the
 * page, which can only be done once. Runs in a world of its own, in which the page has changed no function.
 */
const LOOK = `(isLast, maxChars) => {
  const shadowsIn = (root) => [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
    shadowRoot ? [shadowRoot, ...shadowsIn(shadowRoot)] : []);
  const shadows = shadowsIn(document);
  const parts = [document.body, ...shadows.flatMap((shadow) => [...shadow.children])];
  const chars = parts.reduce((sum, part) => sum + (part?.innerText ?? '').trim().length, 0);
  if (!isLast) return { chars };
  for (const shadow of shadows) shadow.host.prepend(...shadow.childNodes);
  return { chars, html: document.documentElement.outerHTML.slice(0, maxChars) };
}`;

/**
 * Renders a page by a browser over the Chrome DevTools Protocol. Each page has a connection and a browser
 * context of its own, which ends with it. Rejects only with the signal's reason.
 */
export async function renderByBrowser(
  browser: BrowserRenderOptions,
  order: RenderOrder,
  signal: AbortSignal,
): Promise<RenderOutcome> {
  using deadline = startDeadline(order.timeoutMs, signal);
  try {
    return { status: 'ok', html: await renderPage(browser, order, deadline) };
  } catch (error) {
    if (signal.aborted) throw abortReason(signal);
    if (deadline.expired)
      return { status: 'failed', reason: 'timeout', cause: `not ready within ${order.timeoutMs} ms` };
    if (error instanceof UnloadedPage)
      return { status: 'failed', reason: 'bad-parameter', cause: 'the page could not be loaded' };
    const { failedReason: reason, message: cause } = toUpstreamError(error);
    return { status: 'failed', reason, cause };
  } finally {
    deadline.end();
  }
}

async function renderPage(
  options: BrowserRenderOptions,
  { url, fetched, caller }: RenderOrder,
  deadline: Deadline,
): Promise<string> {
  const pageUrl = fetched?.url ?? url;
  const resources = await options.resources.for(pageUrl, deadline.signal, caller);
  const address = await addressOf(options, deadline);
  const headers = { 'user-agent': options.userAgent, ...authorization(options) };
  let onEvent = (_event: CdpEvent) => {};
  const connection = await connectCdp(
    address,
    { headers, onEvent: (event) => onEvent(event) },
    deadline.signal,
  );
  try {
    const { send, mainFrame } = await openPage(connection);
    const requests = createBrowserRequests(
      { resources, fetched: resources.isPublic ? fetched : null, mainFrame, send },
      deadline.signal,
    );
    const page: BrowserPage = { send, mainFrame, requests, isLoaded: false };
    onEvent = (event) => react(event, page);
    const { errorText } = await send('Page.navigate', { url: pageUrl });
    if (errorText !== undefined) throw new UnloadedPage();
    return await untilComplete(page, options.patienceMs ?? PATIENCE_MS, deadline);
  } finally {
    connection.close();
  }
}

/** The WebSocket of the browser, which an http address has to be asked for. */
async function addressOf(
  { url, key, upstream }: BrowserRenderOptions,
  { signal, remainingMs }: Deadline,
): Promise<string> {
  const address = new URL(url);
  if (key !== null) address.searchParams.set('token', key);
  if (address.protocol.startsWith('ws')) return address.href;
  const versionUrl = await withAddress(address.href, signal);
  versionUrl.pathname = `${address.pathname.replace(/\/$/, '')}/json/version`;
  const call = { url: versionUrl.href, timeoutMs: remainingMs(), maxBytes: MAX_VERSION_BYTES };
  const { status, text } = await upstream.request(call, signal);
  const socketUrl = status === 200 ? fieldsOf(jsonIn(text)).webSocketDebuggerUrl : undefined;
  if (typeof socketUrl !== 'string' || !URL.canParse(socketUrl))
    throw new UpstreamError('protocol', `it does not answer like a browser (status ${status})`);
  // The browser knows neither the name nor the port by which it is reached.
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.pathname = new URL(socketUrl).pathname;
  return address.href;
}

function authorization({ key }: RenderServer): Readonly<Record<string, string>> {
  return key === null ? {} : { authorization: `Bearer ${key}` };
}

/** The page did not load; the browser is not to blame. */
class UnloadedPage extends Error {}

/** A page in a browser. */
type BrowserPage = {
  send(method: string, fields?: CdpFields): Promise<CdpFields>;
  readonly mainFrame: string;
  readonly requests: ReturnType<typeof createBrowserRequests>;
  isLoaded: boolean;
};

/** Opens an empty page in a context of its own, without a way to the network. */
async function openPage(connection: CdpConnection): Promise<Pick<BrowserPage, 'send' | 'mainFrame'>> {
  const context = await connection.send('Target.createBrowserContext', {
    disposeOnDetach: true,
    ...NO_NETWORK,
  });
  const { browserContextId } = context;
  const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const attached = await connection.send('Target.attachToTarget', { targetId, flatten: true });
  const send: BrowserPage['send'] = (method, fields) =>
    connection.send(method, fields, String(attached.sessionId));
  await Promise.all([
    send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    // Other windows, and frames in other processes, wait for ever.
    send('Target.setAutoAttach', { ...ATTACHED, autoAttach: true, waitForDebuggerOnStart: true }),
    send('Page.addScriptToEvaluateOnNewDocument', { source: WITHOUT_SOCKETS }),
    connection.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
    send('Page.enable'),
  ]);
  return { send, mainFrame: String(targetId) };
}

function react({ method, fields }: CdpEvent, page: BrowserPage): void {
  if (method === 'Fetch.requestPaused') void page.requests.answer(fields);
  else if (method === 'Page.loadEventFired') page.isLoaded = true;
  else if (method === 'Page.frameNavigated') page.requests.touch();
  else if (method === 'Page.javascriptDialogOpening')
    void page.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined);
}

/** The HTML of a page once it seems complete, or as it is shortly before the deadline. */
async function untilComplete(
  page: BrowserPage,
  patienceMs: number,
  { signal, remainingMs }: Deadline,
): Promise<string> {
  for (;;) {
    await sleep(LOOK_EVERY_MS, signal);
    const quietMs = page.isLoaded ? page.requests.quietMs() : 0;
    const isLate = remainingMs() < LAST_LOOK_MS;
    if (!isLate && quietMs < QUIET_MS) continue;
    if (!isLate && quietMs < patienceMs && (await look(page, false)).chars < ENOUGH_CHARS) continue;
    // The look took time, in which the page may have asked for more.
    if (!isLate && page.requests.quietMs() < QUIET_MS) continue;
    return (await look(page, true)).html;
  }
}

async function look(
  { send, mainFrame }: BrowserPage,
  isLast: boolean,
): Promise<{ readonly chars: number; readonly html: string }> {
  const { executionContextId: contextId } = await send('Page.createIsolatedWorld', { frameId: mainFrame });
  const expression = `(${LOOK})(${isLast}, ${MAX_HTML_CHARS})`;
  const { result } = await send('Runtime.evaluate', { expression, contextId, returnByValue: true });
  const { chars, html } = fieldsOf(fieldsOf(result).value);
  return { chars: Number(chars ?? 0), html: typeof html === 'string' ? html : '' };
}
