import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOfImage, iconAddress } from '../src/interfaces/site/site-images.ts';
import { createSiteIcons } from '../src/read/images/site-icons.ts';
import { serve } from './support/local-server.ts';
import { startTestService } from './support/service.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const NEVER = new AbortController().signal;

type Reply = { readonly type: string; readonly body: Buffer | string };

/** A site with this icon, and the finder of icons. */
async function startSite(reply: Reply) {
  let asked = 0;
  const site = await serve((_request, response) => {
    asked++;
    response.writeHead(200, { 'content-type': reply.type }).end(reply.body);
  });
  const { hostname, port } = new URL(site.url);
  const icons = createSiteIcons({
    userAgent: 'test',
    allow: [{ to: { kind: 'host', host: hostname }, port: Number(port) }],
  });
  return {
    find: icons.find,
    origin: new URL(site.url).origin,
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      await icons.close();
      await site[Symbol.asyncDispose]();
    },
  };
}

test('the icon of a site is fetched once, with the type of its bytes', async () => {
  await using site = await startSite({ type: 'image/x-icon', body: PNG });
  const icon = await site.find(site.origin, NEVER);
  assert.equal(icon?.mediaType, 'image/png');
  assert.deepEqual(await site.find(site.origin, NEVER), icon);
  assert.equal(site.asked(), 1);
});

for (const [name, reply] of [
  ['an SVG', { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>' }],
  ['a page that calls itself an icon', { type: 'image/png', body: '<script>alert(1)</script>' }],
  ['a page', { type: 'text/html', body: PNG }],
  ['an icon without an end', { type: 'image/png', body: Buffer.concat([PNG, Buffer.alloc(40_000)]) }],
] as const) {
  test(`${name} is not an icon`, async () => {
    await using site = await startSite(reply);
    assert.equal(await site.find(site.origin, NEVER), null);
    assert.equal(await site.find(site.origin, NEVER), null);
    assert.equal(site.asked(), 1);
  });
}

test('icons are requested only from sites that the service has signed', async () => {
  const query = new URLSearchParams(iconAddress('https://a.example/page?x#y').slice('icon?'.length));
  assert.equal(addressOfImage('icon', query), 'https://a.example');
  assert.equal(addressOfImage('picture', query), null);
  query.set('site', 'https://b.example');
  assert.equal(addressOfImage('icon', query), null);
  assert.equal(addressOfImage('icon', new URLSearchParams({ site: 'https://a.example' })), null);
  assert.equal(iconAddress('javascript:alert(1)'), '');
});

test('an unsigned request gets the globe and calls no site', async () => {
  await using site = await startSite({ type: 'image/png', body: PNG });
  await using service = await startTestService({});
  const response = await fetch(
    `${service.url}/icon?${new URLSearchParams({ site: site.origin, sign: 'x' })}`,
  );
  assert.equal(response.headers.get('content-type'), 'image/svg+xml');
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  assert.match(await response.text(), /^<svg/);
  assert.equal(site.asked(), 0);
});
