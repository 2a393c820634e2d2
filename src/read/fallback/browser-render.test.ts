import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BrowserSide, serveBrowser } from '../../../test/support/browser-server.ts';
import { createUpstream } from '../../net/upstream.ts';
import { renderByBrowser } from './browser-render.ts';
import type { RenderOutcome } from './rendering.ts';

const signal = new AbortController().signal;
type Command = { readonly id: number; readonly method: string; readonly params: Record<string, unknown> };
type React = (command: Command, side: BrowserSide, reply: (result: object) => void) => void;

/** Lets a browser that behaves like this render a page. */
async function renderBy(
  react: React,
  {
    key = '',
    timeoutMs = 60_000,
    caller = signal,
  }: { key?: string; timeoutMs?: number; caller?: AbortSignal } = {},
): Promise<{ outcome: RenderOutcome; paths: readonly string[] }> {
  await using browser = await serveBrowser((message, side) => {
    const command: Command = JSON.parse(message);
    react(command, side, (result) => side.send(JSON.stringify({ id: command.id, result })));
  });
  const upstream = createUpstream({ userAgent: 'Sayso/1 (test)' });
  const options = {
    ...{ url: browser.url, key: key || null, upstream, userAgent: 'Sayso/1 (test)', patienceMs: 0 },
    resources: {
      for: async () => ({
        isPublic: true,
        fetch: async () => ({ status: 'skipped' as const, reason: 'none' }),
      }),
    },
  };
  try {
    const page = { url: 'https://page.test/', fetched: null, timeoutMs };
    const outcome = await renderByBrowser(options, page, caller);
    await upstream.close();
    await browser.noSocketsLeft();
    return { outcome, paths: browser.paths };
  } finally {
    await upstream.close();
  }
}

/** A browser that loads the page; the given commands get another reply, or none. */
function loading(results: Readonly<Record<string, object | null>> = {}): React {
  return ({ method }, side, reply) => {
    const usual: Record<string, object> = {
      'Target.createTarget': { targetId: 'frame' },
      'Target.attachToTarget': { sessionId: 'page' },
      'Runtime.evaluate': { result: { value: { chars: 1, html: '<p>Rendered.</p>' } } },
    };
    const result = results[method] === undefined ? (usual[method] ?? {}) : results[method];
    if (result !== null) reply(result);
    if (method === 'Page.navigate')
      side.send('{"method":"Page.loadEventFired","params":{},"sessionId":"page"}');
  };
}

function failure({ outcome }: { outcome: RenderOutcome }): string {
  return outcome.status === 'failed' ? `${outcome.reason}: ${outcome.cause}` : 'it is ok';
}

test('a browser is found by its http address, at which its WebSocket has the path that it says', async () => {
  const { outcome, paths } = await renderBy(loading(), { key: 'secret' });
  assert.deepEqual(outcome, { status: 'ok', html: '<p>Rendered.</p>' });
  assert.deepEqual(paths, ['/json/version?token=secret', '/devtools/browser/7?token=secret']);
});

test('a page has a context without a network, which ends with the connection', async () => {
  const seen: Command[] = [];
  await renderBy((command, side, reply) => {
    seen.push(command);
    loading()(command, side, reply);
  });
  const context = seen.find(({ method }) => method === 'Target.createBrowserContext');
  assert.deepEqual(context?.params, {
    disposeOnDetach: true,
    proxyServer: 'http://proxy.invalid:1',
    proxyBypassList: '<-loopback>',
  });
  const methods = seen.map(({ method }) => method);
  assert.ok(methods.indexOf('Fetch.enable') < methods.indexOf('Page.navigate'));
});

test('a browser that fails in any way costs its page, and no connection stays open', async () => {
  const faults: Readonly<Record<string, readonly [React, RegExp]>> = {
    'sends no JSON': [(_, side) => side.send('<html>'), /protocol: .*JSON/],
    'sends JSON nested without end': [(_, side) => side.send('['.repeat(100_000)), /protocol: .*JSON/],
    'closes the connection': [(_, { socket }) => socket.destroy(), /network: /],
    'refuses commands': [
      ({ id }, side) => side.send(JSON.stringify({ id, error: { code: -32_601, message: 'no' } })),
      /protocol: the browser refused/,
    ],
    'sends too much': [
      (_, { socket }) => socket.write(Buffer.from([0x81, 127, 0, 0, 0, 1, 0, 0, 0, 0])),
      /network: /,
    ],
  };
  for (const [name, [react, expected]] of Object.entries(faults))
    assert.match(failure(await renderBy(react)), expected, name);
});

test('a browser that never answers, or a page that never ends, is given up after its time', async () => {
  for (const react of [() => undefined, loading({ 'Runtime.evaluate': null })])
    assert.equal(failure(await renderBy(react, { timeoutMs: 700 })), 'timeout: not ready within 700 ms');
});

test('a caller who leaves ends the rendering at once', async () => {
  const leaving = new AbortController();
  const react: React = () => leaving.abort();
  await assert.rejects(renderBy(react, { caller: leaving.signal }), { code: 'cancelled' });
});

test('what is no browser says so', async () => {
  const upstream = createUpstream({ userAgent: 'Sayso/1 (test)' });
  await using browser = await serveBrowser(() => undefined);
  const options = {
    ...{ url: browser.url, key: null, userAgent: 'Sayso/1 (test)' },
    upstream: { request: async () => ({ status: 404, headers: {}, contentType: '', text: 'Not found' }) },
    resources: { for: async () => ({ isPublic: true, fetch: () => assert.fail('nothing to fetch') }) },
  };
  const outcome = await renderByBrowser(
    options,
    { url: 'https://page.test/', fetched: null, timeoutMs: 60_000 },
    signal,
  );
  assert.match(failure({ outcome }), /protocol: it does not answer like a browser \(status 404\)/);
  await upstream.close();
});
