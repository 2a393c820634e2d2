// Runs in a process of its own, in which time limits are long: a busy machine is slow to start the thread.
import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { createPagePictures } from '../src/read/images/page-pictures.ts';
import { readPictureSize } from '../src/read/images/picture-size.ts';
import { launchBrowser } from './support/browser.ts';
import { answerWith, startChatServer } from './support/chat-server.ts';
import { serve } from './support/local-server.ts';
import { loadEncoders } from './support/pictures.ts';
import { startSearchServer, withResults } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { openTestPage } from './support/test-page.ts';

const NEVER = new AbortController().signal;
const FORMATS = ['jpeg', 'png', 'webp'] as const;

const { timeout } = AbortSignal;
mock.method(AbortSignal, 'timeout', (ms: number) => timeout.call(AbortSignal, 20 * ms));

let encoders: Awaited<ReturnType<typeof loadEncoders>>;
let browser: Browser;
before(async () => {
  [encoders, browser] = await Promise.all([loadEncoders(), launchBrowser()]);
});
after(() => browser?.close());

/** A server that sends these bytes as a picture, and the finder of pictures. */
async function startSite(body: Uint8Array, type = 'image/jpeg') {
  let asked = 0;
  let sent = body;
  const site = await serve((_request, response) => {
    asked++;
    response.writeHead(200, { 'content-type': type }).end(sent);
  });
  const { hostname, port } = new URL(site.url);
  const faults: unknown[] = [];
  const pictures = createPagePictures({
    userAgent: 'test',
    allow: [{ to: { kind: 'host', host: hostname }, port: Number(port) }],
    onFault: (error) => faults.push(error),
  });
  return {
    find: (path = '/picture', signal = NEVER) => pictures.find(`${site.url}${path}`, signal),
    send: (next: Uint8Array) => {
      sent = next;
    },
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      await pictures.close();
      await site[Symbol.asyncDispose]();
      assert.deepEqual(faults, []);
    },
  };
}

test('a picture of each format becomes a small JPEG, and is fetched once', async () => {
  await using site = await startSite(Buffer.alloc(0));
  for (const [at, format] of FORMATS.entries()) {
    const bytes = await encoders[format]({ width: 800, height: 420 });
    assert.deepEqual(readPictureSize(bytes), { format, width: 800, height: 420 });
    site.send(bytes);
    const picture = await site.find(`/${format}`);
    assert.equal(picture?.mediaType, 'image/jpeg');
    assert.deepEqual(readPictureSize(picture.bytes), { format: 'jpeg', width: 640, height: 336 });
    assert.deepEqual(await site.find(`/${format}`), picture);
    assert.equal(site.asked(), at + 1);
  }
});

test('what a picture says besides its pixels does not reach the page', async () => {
  const bytes = await encoders.jpeg({ width: 300, height: 200 });
  const note = Buffer.from('taken at 52.5 N');
  const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, note.length + 2]), note]);
  const marked = Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)]);
  assert.ok(marked.includes(note));
  await using site = await startSite(marked);
  const picture = await site.find();
  assert.ok(picture !== null && !Buffer.from(picture.bytes).includes(note));
});

test('logos, banners, broken and huge pictures, and what is none, are not shown', async () => {
  const whole = await encoders.png({ width: 400, height: 300 });
  const bomb = Buffer.from(whole);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  const bodies = {
    logo: await encoders.png({ width: 120, height: 120 }),
    banner: await encoders.webp({ width: 900, height: 160 }),
    broken: whole.subarray(0, 200),
    bomb,
    page: Buffer.from('<script>alert(1)</script>'),
    empty: Buffer.alloc(0),
  };
  for (const [name, body] of Object.entries(bodies)) {
    await using site = await startSite(body);
    const picture = await site.find();
    assert.equal(picture, null, name);
  }
});

test('a broken picture of any format leaves the thread fit for the next one', async () => {
  await using site = await startSite(Buffer.alloc(0));
  for (const format of FORMATS) {
    const whole = await encoders[format]({ width: 400, height: 300 });
    site.send(whole.subarray(0, whole.length / 2));
    // A picture that ends too early may be shown as far as it goes, as browsers do.
    const broken = await site.find(`/broken.${format}`);
    assert.ok(broken === null || readPictureSize(broken.bytes)?.format === 'jpeg', format);
    site.send(whole);
    assert.equal((await site.find(`/whole.${format}`))?.mediaType, 'image/jpeg', format);
  }
});

test('a caller who leaves gets no picture, and the next caller gets it', async () => {
  const bytes = await encoders.jpeg({ width: 300, height: 200 });
  await using site = await startSite(bytes);
  const leaving = new AbortController();
  const left = site.find('/picture', leaving.signal);
  leaving.abort(new Error('left'));
  await assert.rejects(left, /left/);
  assert.equal((await site.find())?.mediaType, 'image/jpeg');
});

/** A site whose article names a picture, and the service that answers from it. */
async function startStage(settings: Readonly<Record<string, string>> = {}) {
  const picture = await encoders.jpeg({ width: 800, height: 500 });
  const asked: string[] = [];
  const site = await serve(({ url = '/' }, response) => {
    asked.push(url);
    if (url === '/axolotl.jpg') return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      '<!doctype html><html lang="en"><title>Axolotl</title>' +
        '<meta property="og:image" content="/axolotl.jpg"><article>' +
        '<p>The axolotl keeps its gills for life and lives in the lake of Xochimilco.</p>'.repeat(8),
    );
  });
  const results = [{ url: `${site.url}/axolotl`, title: 'Axolotl', content: 'The axolotl keeps its gills.' }];
  const search = await startSearchServer(withResults(results));
  const chat = await startChatServer((response) => answerWith(response, ['It keeps its gills [1].']));
  const service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_BASE_URL: chat.url,
    MODEL_NAME: 'served-model',
    READ_PAGES: 'on',
    READ_TIMEOUT_MS: '60000',
    PAGE_ALLOW: '127.0.0.1',
    ...settings,
  });
  return {
    url: service.url,
    asked,
    async [Symbol.asyncDispose]() {
      for (const part of [service, chat, search, site]) await part[Symbol.asyncDispose]();
    },
  };
}

test('the page shows the picture of the source that answers, with its site', async () => {
  await using stage = await startStage();
  await using watched = await openTestPage(browser);
  const { page } = watched;
  await page.goto(`${stage.url}/?q=What+does+the+axolotl+keep`);
  const picture = page.locator('.page-picture img');
  await picture.waitFor();
  await page.waitForFunction(
    () => document.querySelector<HTMLImageElement>('.page-picture img')?.naturalWidth,
  );
  assert.equal(await picture.evaluate((node: HTMLImageElement) => node.naturalWidth), 640);
  assert.equal(await picture.getAttribute('alt'), 'Axolotl');
  assert.match((await picture.getAttribute('src')) ?? '', /^picture\?/);
  assert.equal(
    await page.locator('.page-picture a').getAttribute('href'),
    await page.locator('.card-title a').first().getAttribute('href'),
  );
  assert.deepEqual(await watched.findBarriers(), []);
  assert.deepEqual(watched.complaints, []);
});
