import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../test/support/local-server.ts';
import { serveProxy } from '../../test/support/proxy-server.ts';
import { createUpstream, openProxies } from './upstream.ts';

const signal = new AbortController().signal;

/** Calls these addresses through a proxy; the texts of the replies. */
async function callAll(urls: readonly string[], choice: Parameters<typeof openProxies>[0]) {
  const upstream = createUpstream({ userAgent: 'Sayso/1 (test)', dispatcher: await openProxies(choice) });
  try {
    const limits = { timeoutMs: 60_000, maxBytes: 1000 };
    return await Promise.all(
      urls.map(async (url) => (await upstream.request({ url, ...limits }, signal)).text),
    );
  } finally {
    await upstream.close();
  }
}

test('calls of plain http are forwarded, but not those to this machine or to NO_PROXY', async () => {
  await using proxy = await serveProxy();
  await using server = await serve((_, response) => void response.end('direct'));
  const choice = { httpProxy: proxy.url, httpsProxy: null, noProxy: '' };
  assert.deepEqual(await callAll(['http://search.test/q', server.url], choice), ['forwarded', 'direct']);
  assert.deepEqual(proxy.asked, ['GET http://search.test/q']);
  await assert.rejects(callAll(['http://own.invalid/'], { ...choice, noProxy: '.invalid' }), /host name/);
});

test('calls of https get a tunnel to the name of the server', async () => {
  await using proxy = await serveProxy(407);
  const choice = { httpProxy: null, httpsProxy: proxy.url, noProxy: '' };
  await assert.rejects(callAll(['https://model.test/v1'], choice));
  assert.deepEqual(proxy.asked, ['CONNECT model.test:443']);
});
