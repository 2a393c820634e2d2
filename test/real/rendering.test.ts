import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { after, before, test } from 'node:test';
import { createPageFetch } from '../../src/net/page-fetch.ts';
import type { PageAllowance } from '../../src/net/page-policy.ts';
import { createUpstream } from '../../src/net/upstream.ts';
import { createExtractorPool } from '../../src/read/extractor-pool.ts';
import { createPageFallback } from '../../src/read/fallback/page-fallback.ts';
import { createReadPage } from '../../src/read/read-page.ts';
import { type LocalServer, serve, serveSockets } from '../support/local-server.ts';
import { startChromium } from './chromium.ts';
import { type ScriptPage, scriptPages, textOf } from './script-pages.ts';

const userAgent = 'Sayso/1 (test)';
const signal = new AbortController().signal;
let chromium: Awaited<ReturnType<typeof startChromium>>;
before(async () => {
  chromium = await startChromium();
});
after(() => chromium[Symbol.asyncDispose]());

/** Reads pages of these servers, and of no other that is not public, with the browser or without it. */
async function withReading(
  servers: readonly LocalServer[],
  use: (read: (url: string, hasBrowser: boolean) => Promise<string>) => Promise<void>,
  timeoutMs = 60_000,
): Promise<void> {
  const allow = servers.map(
    ({ port }): PageAllowance => ({ to: { kind: 'network', address: '127.0.0.1', prefixBits: 32 }, port }),
  );
  await using upstream = disposable(createUpstream({ userAgent }));
  await using pages = disposable(createPageFetch({ userAgent, allow, timeoutMs: 60_000 }));
  await using pool = disposable(createExtractorPool({ startMs: 60_000, maxMs: 60_000 }));
  const limits = { maxPages: 100, timeoutMs, patienceMs: 10_000 };
  await using fallback = disposable(
    createPageFallback({
      ...{ url: chromium.url, kind: 'cdp', key: null, ...limits },
      ...{ userAgent, allow, upstream, onSuspend: () => undefined },
    }),
  );
  await use(async (url, hasBrowser) => {
    const read = createReadPage(pages, pool, { fallback: hasBrowser ? fallback : null });
    const outcome = await read(url, signal);
    if (outcome.status === 'skipped') return outcome.reason;
    assert.equal(outcome.page.url, url);
    return `${outcome.page.renderedBy ?? 'plain'}: ${outcome.page.text}`;
  });
}

function disposable<T extends { close(): Promise<void> }>(part: T): T & AsyncDisposable {
  return Object.assign(part, { [Symbol.asyncDispose]: () => part.close() });
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  json: 'application/json',
  css: 'text/css',
};

/** Serves `/NAME` and the files of all pages, those below `/posted/` only for POST. */
function serveAll(pages: () => Readonly<Record<string, ScriptPage>>): Promise<LocalServer> {
  return serve((request, response) => {
    const name = (request.url ?? '').replace(/^\/(?:files\/|posted\/)?/, '');
    const files = Object.assign({}, ...Object.values(pages()).map((page) => page.files ?? {}));
    const body = pages()[name]?.html ?? files[name];
    const isRefused = request.url?.startsWith('/posted/') === (request.method !== 'POST');
    response.statusCode = body === undefined || isRefused ? 404 : 200;
    response.setHeader('content-type', TYPES[name.split('.')[1] ?? ''] ?? 'text/html; charset=utf-8');
    response.end(body);
  });
}

test('pages of 23 kinds that show their text only after their scripts come out with it', async () => {
  let pages: Readonly<Record<string, ScriptPage>> = {};
  await using server = await serveAll(() => pages);
  await using other = await serveAll(() => pages);
  pages = await scriptPages(other.url);
  const names = Object.keys(pages);
  assert.ok(names.length >= 20);
  await withReading([server, other], async (read) => {
    for (const name of names) {
      const text = textOf(name).slice(0, 80);
      const plain = await read(`${server.url}/${name}`, false);
      assert.ok(!plain.includes(text), `${name} needs no browser`);
      const rendered = await read(`${server.url}/${name}`, true);
      assert.ok(rendered.startsWith('cdp: ') && rendered.includes(text), `${name}: ${rendered}`);
    }
  });
});

/** Everything that a page could use to reach another address, each with the path that it would ask for. */
function attacks(target: string): readonly (readonly [name: string, html: string, headers?: object])[] {
  const run = (script: string) => `<body><p>Nothing here.</p><script>${script}</script>`;
  const socket = target.replace('http', 'ws');
  return [
    ['a redirect', '', { location: `${target}/redirect` }],
    ['a meta refresh', `<meta http-equiv="refresh" content="0;url=${target}/meta"><script></script>`],
    ['a navigation', run(`location.href = '${target}/navigation'`)],
    ['a frame', run(`document.body.innerHTML = '<iframe src="${target}/frame"></iframe>'`)],
    ['fetch', run(`fetch('${target}/fetch').then((r) => r.text()).then((t) => document.body.append(t))`)],
    ['fetch without CORS', run(`fetch('${target}/opaque', { mode: 'no-cors' })`)],
    ['XMLHttpRequest', run(`const x = new XMLHttpRequest(); x.open('GET', '${target}/xhr'); x.send()`)],
    [
      'a script',
      run(`document.body.append(Object.assign(document.createElement('script'), { src: '${target}/js' }))`),
    ],
    ['a module', run(`import('${target}/module')`)],
    ['a style sheet', `<link rel="stylesheet" href="${target}/css"><script></script>`],
    ['an image', `<img src="${target}/image"><script></script>`],
    ['a preload', `<link rel="preload" as="fetch" href="${target}/preload" crossorigin><script></script>`],
    ['a preconnection', `<link rel="preconnect" href="${target}"><script></script>`],
    ['an object', `<object data="${target}/object"></object><script></script>`],
    ['a video', `<video src="${target}/video" autoplay></video><script></script>`],
    ['a beacon', run(`navigator.sendBeacon('${target}/beacon', 'x')`)],
    ['a web socket', run(`new WebSocket('${socket}/socket')`)],
    ['an event stream', run(`new EventSource('${target}/events')`)],
    ['a window', run(`window.open('${target}/window')`)],
    [
      'a form',
      run(
        `document.body.innerHTML = '<form method="post" action="${target}/form"></form>';` +
          'document.forms[0].submit()',
      ),
    ],
    ['a worker', run(`new Worker(URL.createObjectURL(new Blob(["fetch('${target}/worker')"])))`)],
    [
      'a shared worker',
      run(`new SharedWorker(URL.createObjectURL(new Blob(["fetch('${target}/shared')"])))`),
    ],
    [
      'sockets of a worker',
      run(`new Worker('data:,' + encodeURIComponent(${JSON.stringify(socketsTo(target))}))`),
    ],
    ['a service worker', run(`navigator.serviceWorker.register('/worker.js')`)],
    ['a peer connection', run(PEER.replaceAll('HOST', new URL(target).host))],
    [
      'a frame with a peer connection',
      run(
        `document.body.innerHTML = '<iframe id=f></iframe>';` +
          `const RTCPeerConnection = f.contentWindow.RTCPeerConnection;` +
          PEER.replaceAll('HOST', new URL(target).host),
      ),
    ],
    [
      'a prefetch',
      '<script type="speculationrules">{"prefetch":[{"eagerness":"immediate",' +
        `"urls":["${target}/prefetch"]}]}</script>`,
    ],
  ];
}

/** A script that opens connections of kinds that a worker has, too. */
function socketsTo(target: string): string {
  const secure = target.replace('http', 'https');
  return (
    `new WebSocket('${target.replace('http', 'ws')}/worker-socket');` +
    `new EventSource('${target}/worker-events');` +
    `new WebTransport('${secure}/worker-transport').ready.catch(() => {});` +
    'new WebTransport(' +
    `'${secure}/pinned', { serverCertificateHashes: [{ algorithm: 'sha-256', value: new Uint8Array(32) }] });`
  );
}

const PEER =
  "const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:HOST' }, " +
  "{ urls: 'turn:HOST?transport=tcp', username: 'a', credential: 'b' }] }); peer.createDataChannel('x');" +
  'peer.createOffer().then((offer) => peer.setLocalDescription(offer));';

test('a page that leads the browser to a private address by any means does not reach it', async () => {
  const reached: string[] = [];
  await using secret = await serveSockets((socket) => {
    reached.push('a connection');
    socket.once('data', (request) => reached.push(String(request)));
    socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n<p>The password of the router is harbour.</p>');
  });
  const datagrams = createSocket('udp4').on('message', () => reached.push('a datagram'));
  datagrams.bind(secret.port, '127.0.0.1');
  const pages = attacks(secret.url);
  await using server = await serve((request, response) => {
    const [, kind, at] = (request.url ?? '').split('/');
    if (kind === 'worker.js') {
      response.setHeader('content-type', 'text/javascript');
      response.end(`fetch('${secret.url}/service')`);
      return;
    }
    const [, html, headers = {}] = pages[Number(at)] ?? ['', ''];
    // The first request is that of the plain reading, which must see a page that waits for a script.
    const isPlain = kind === 'plain';
    response.writeHead(!isPlain && 'location' in headers ? 302 : 200, {
      'content-type': 'text/html',
      ...(isPlain ? {} : headers),
    });
    response.end(isPlain ? `<script>location.href = "/page/${at}"</script>` : html);
  });
  try {
    await withReading(
      [server],
      async (read) => {
        // Most of these pages keep the browser waiting for as long as it may.
        await Promise.all(
          pages.map(async ([name], at) => {
            const text = await read(`${server.url}/plain/${at}`, true);
            assert.doesNotMatch(text, /password/, name);
          }),
        );
        assert.deepEqual(reached, []);
      },
      8_000,
    );
  } finally {
    datagrams.close();
  }
});
