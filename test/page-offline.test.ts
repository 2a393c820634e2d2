import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { builtPageFolder } from './support/built-page.ts';
import { untilStored } from './support/home-page.ts';
import { type LocalServer, serve } from './support/local-server.ts';
import { scripts } from './support/page-scripts.ts';
import { answered, QUESTION, setStage } from './support/page-stage.ts';
import { openTestPage } from './support/test-page.ts';

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

const stage = setStage(() => scripts[QUESTION]);
const { pageTest } = stage;

/** The served build of the page, as named by the worker's version and the page. */
type Build = { name: string; status: number };

function serveBuild(build: Build): Promise<LocalServer> {
  return serve(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = path === '/' ? 'index.html' : path.slice(1);
    const content = await readFile(join(builtPageFolder, file)).catch(() => null);
    if (content === null) return response.writeHead(404).end();
    const isPage = path === '/';
    const type = TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    response.writeHead(isPage ? build.status : 200, { 'content-type': type, 'cache-control': 'no-cache' });
    if (isPage) return response.end(String(content).replace('<html', `<html data-build="${build.name}"`));
    if (file === 'sw.js') return response.end(String(content).replace(/[0-9a-f]{12}(?=[`'"])/, build.name));
    return response.end(content);
  });
}

const builtAs = (page: Page) => page.locator('html').getAttribute('data-build');

function caches(page: Page): Promise<string[]> {
  return page.evaluate(async () =>
    (await globalThis.caches.keys()).map((name) => name.replace('sayso-shell-', '')),
  );
}

test('a new build is shown at once, its files replace the old ones at the next visit, and it opens while the service is down', async () => {
  await using watched = await openTestPage(stage.browser);
  const { page } = watched;
  const build: Build = { name: 'old', status: 200 };
  await using server = await serveBuild(build);
  await page.goto(server.url);
  await untilStored(page);
  assert.deepEqual(await caches(page), ['old']);
  build.name = 'new';
  await page.reload();
  assert.equal(await builtAs(page), 'new');
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    while (registration.waiting === null) await new Promise((resolve) => setTimeout(resolve, 20));
  });
  // An open page keeps the files it started with.
  assert.deepEqual((await caches(page)).toSorted(), ['new', 'old']);
  await page.goto('about:blank');
  // Chromium sometimes never loads a page that is opened in the moment in which its worker is replaced.
  await page.goto(server.url, { timeout: 10_000 }).catch(() => page.goto(server.url));
  await page.evaluate(async () => {
    while ((await globalThis.caches.keys()).length > 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
  });
  assert.deepEqual(await caches(page), ['new']);
  Object.assign(build, { name: 'an error', status: 502 });
  await page.goto(`${server.url}/?q=`).catch(() => page.goto(`${server.url}/?q=`));
  assert.equal(await builtAs(page), 'new', 'an error of the service is not shown');
  await page.locator('.aside-button').waitFor();
  build.status = 403;
  await page.goto(server.url);
  assert.equal(await builtAs(page), 'an error', 'what a reader may not see is refused');
});

test('without a network the page opens with the history, and no API reply is cached', async () => {
  await using watched = await openTestPage(stage.browser);
  const { page, complaints, findBarriers } = watched;
  await stage.openAnswer(page);
  await untilStored(page);
  await page.context().setOffline(true);
  await page.goto(stage.service.url);
  await page.getByText('You are offline. You can still read your earlier answers here.').waitFor();
  await page.locator('.offline-history .history a').click();
  await page.locator('a.citation').first().waitFor();
  assert.deepEqual(await findBarriers(), []);
  await page.reload();
  await page.locator('a.citation').first().waitFor();
  await page.getByRole('textbox').fill('And where does it live?');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'You are offline.' }).waitFor();
  await page.locator('.offline-history .history a').waitFor();
  const cached = await page.evaluate(async () => {
    const names = await globalThis.caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await globalThis.caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });
  assert.ok(cached.includes('/'));
  assert.deepEqual(
    cached.filter((path) => path.startsWith('/api')),
    [],
  );
  // The icons of sources are not kept.
  assert.deepEqual(
    complaints.filter((each) => !each.includes('ERR_INTERNET_DISCONNECTED')),
    [],
  );
});

pageTest('the page can be installed, and asks the text that another app shares with it', async ({ page }) => {
  await page.goto(stage.service.url);
  await untilStored(page);
  const devtools = await page.context().newCDPSession(page);
  const { errors, url } = await devtools.send('Page.getAppManifest');
  assert.equal(url, `${stage.service.url}/manifest.webmanifest`);
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Tests run in private windows, which cannot install anything.
  const errorIds = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito');
  assert.deepEqual(errorIds, []);
  const { icons, share_target: target } = await (await page.request.get(url)).json();
  for (const { src, type } of icons) {
    const icon = await page.request.get(`${stage.service.url}/${src}`);
    assert.deepEqual([icon.status(), icon.headers()['content-type']], [200, type]);
  }
  const shared = { [target.params.title]: 'Axolotl', [target.params.text]: 'Does it keep its gills?' };
  await page.goto(`${stage.service.url}/?${new URLSearchParams(shared)}`);
  await answered(page).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('q'), 'Axolotl Does it keep its gills?');
});
