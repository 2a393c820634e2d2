import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { maxEntries } from '../web/history/entries.ts';
import { answerWith, startChatServer } from './support/chat-server.ts';
import { choose, openAside, untilStored } from './support/home-page.ts';
import { setStage } from './support/page-stage.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService, type TestService } from './support/service.ts';

const { pageTest } = setStage();

type Ground = AsyncDisposable & { readonly service: TestService; asked(): number };

/** The real service, with a search and a model that give every question the same reply. */
async function startGround(): Promise<Ground> {
  const search = await startSearchServer();
  const chat = await startChatServer((response) => answerWith(response, ['It keeps its gills [1].']));
  const service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_BASE_URL: chat.url,
    MODEL_NAME: 'served-model',
  });
  return {
    service,
    asked: () => search.asked.length,
    async [Symbol.asyncDispose]() {
      await service.stop();
      await chat[Symbol.asyncDispose]();
      await search[Symbol.asyncDispose]();
    },
  };
}

async function askBy(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('.tools').waitFor();
}

const historyLinks = (page: Page) => page.locator('dialog.aside .history a');

pageTest(
  'the history shows earlier questions without asking again, and deletes entries on request',
  async ({ page, findBarriers }) => {
    await using ground = await startGround();
    await askBy(page, `${ground.service.url}/?q=first+axolotl`);
    await askBy(page, `${ground.service.url}/?q=second+axolotl`);
    await page.reload();
    await page.locator('.tools').waitFor();
    await page.goto(ground.service.url);
    const asked = ground.asked();
    await openAside(page);
    assert.deepEqual(await page.locator('dialog.aside .history a > span').allTextContents(), [
      'second axolotl',
      'first axolotl',
    ]);
    assert.deepEqual(await findBarriers(), []);
    await historyLinks(page).nth(1).click();
    await page.locator('a.citation').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('q'), 'first axolotl');
    assert.equal(ground.asked(), asked);
    await openAside(page);
    await page.getByRole('button', { name: 'Actions: first axolotl' }).click();
    await page.getByRole('button', { name: 'Remove: first axolotl' }).focus();
    await page.keyboard.press('Enter');
    await historyLinks(page).nth(1).waitFor({ state: 'detached' });
    const removed = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Undo' }) });
    await removed.getByText('Removed: first axolotl', { exact: true }).waitFor();
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    assert.equal(focused, 'Close', 'the focus stays in the dialog');
    await page.getByRole('button', { name: 'Clear history' }).click();
    await page.getByText('Your questions are saved in this browser only.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await historyLinks(page).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0);
    await page.getByRole('button', { name: 'Clear history' }).click();
    await page.getByText('Your questions are saved in this browser only.').waitFor();
    await page.goto(ground.service.url);
    await openAside(page);
    await page.getByText('Your questions are saved in this browser only.').waitFor();
  },
);

pageTest('the history keeps the newest conversations and drops the oldest', async ({ page }) => {
  await using ground = await startGround();
  await askBy(page, `${ground.service.url}/?q=axolotl`);
  await openAside(page);
  await historyLinks(page).waitFor();
  await page.evaluate(fillHistory, maxEntries);
  await askBy(page, `${ground.service.url}/?q=newest`);
  await openAside(page);
  // The page shows the list also before the new conversation is stored, and before the oldest are dropped.
  await historyLinks(page).getByText('newest').waitFor();
  await historyLinks(page).nth(maxEntries).waitFor({ state: 'detached' });
  assert.equal(await historyLinks(page).count(), maxEntries);
  assert.match((await historyLinks(page).first().textContent()) ?? '', /^newest/);
  assert.match((await historyLinks(page).last().textContent()) ?? '', /^older 198/);
});

/** Runs in the page: stores this many more conversations, each older than the one before. */
async function fillHistory(count: number): Promise<void> {
  const settled = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
  const database = await settled(indexedDB.open('sayso'));
  const store = database.transaction('entries', 'readwrite').objectStore('entries');
  const [entry] = await settled(store.getAll());
  for (let at = 1; at <= count; at++) {
    await settled(store.put({ ...entry, id: `older ${at}`, title: `older ${at}`, at: entry.at - at }));
  }
  database.close();
}

pageTest('HTML from the history is sanitised by the page', async ({ page }) => {
  await using ground = await startGround();
  await askBy(page, `${ground.service.url}/?q=axolotl`);
  await openAside(page);
  await historyLinks(page).waitFor();
  await page.evaluate(spoilHistory);
  await page.goto(ground.service.url);
  await openAside(page);
  await historyLinks(page).click();
  await page.getByText('spoiled').waitFor();
  assert.equal(await page.locator('.blocks :is(img, script, [onclick], [href^=javascript])').count(), 0);
});

/** Runs in the page: puts untrusted HTML into the stored history. */
async function spoilHistory(): Promise<void> {
  const settled = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
  const database = await settled(indexedDB.open('sayso'));
  const store = database.transaction('entries', 'readwrite').objectStore('entries');
  const [entry] = await settled(store.getAll());
  entry.shown.blocks = [
    '<p onclick="alert(1)">spoiled <img src="x" onerror="alert(2)"><a href="javascript:alert(3)">x</a></p>',
  ];
  await settled(store.put(entry));
  database.close();
}

pageTest(
  'a chosen theme is applied before the first paint, without an inline script',
  { colorScheme: 'light' },
  async ({ page }) => {
    await using ground = await startGround();
    await page.goto(ground.service.url);
    const light = await groundColor(page);
    await choose(page, 'theme', 'dark');
    assert.notEqual(await groundColor(page), light);
    // Without the page's script, only the first paint is drawn.
    const nothing = { contentType: 'text/javascript', body: '' };
    await page.route('**/chunk-*.js', (route) => route.fulfill(nothing));
    await page.context().route('**/sw.js', (route) => route.fulfill(nothing));
    await page.reload();
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    assert.notEqual(await groundColor(page), light);
    assert.equal(await page.locator('#theme-dark').getAttribute('media'), 'all');
  },
);

function groundColor(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

pageTest(
  'without a network the page opens with the history, and no API reply is cached',
  async ({ page, findBarriers }) => {
    await using ground = await startGround();
    await askBy(page, `${ground.service.url}/?q=axolotl`);
    await untilStored(page);
    await ground.service.stop();
    await page.context().setOffline(true);
    await page.goto(ground.service.url);
    await page.getByText('You are offline. You can still read your earlier answers here.').waitFor();
    await page.locator('.offline-history .history a').click();
    await page.locator('a.citation').waitFor();
    assert.deepEqual(await findBarriers(), []);
    await page.reload();
    await page.locator('a.citation').waitFor();
    await page.getByRole('textbox').fill('And where does it live?');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You are offline.' }).waitFor();
    await page.locator('.offline-history .history a').waitFor();
    const cached = await page.evaluate(async () => {
      const names = await caches.keys();
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return keys.flat().map(({ url }) => new URL(url).pathname);
    });
    assert.ok(cached.includes('/'));
    assert.deepEqual(
      cached.filter((path) => path.startsWith('/api')),
      [],
    );
  },
);

pageTest('a text shared by another app is asked', async ({ page }) => {
  await using ground = await startGround();
  const response = await page.request.get(`${ground.service.url}/manifest.webmanifest`);
  const { share_target: target } = await response.json();
  const shared = new URLSearchParams({
    [target.params.title]: 'Axolotl',
    [target.params.text]: 'Does it keep its gills?',
  });
  await askBy(page, `${ground.service.url}/?${shared}`);
  assert.equal(new URL(page.url()).searchParams.get('q'), 'Axolotl Does it keep its gills?');
});

pageTest('the browser offers to install the page', async ({ page }) => {
  await using ground = await startGround();
  await page.goto(ground.service.url);
  await untilStored(page);
  const devtools = await page.context().newCDPSession(page);
  const { errors, url } = await devtools.send('Page.getAppManifest');
  assert.equal(url, `${ground.service.url}/manifest.webmanifest`);
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Tests run in private windows, which cannot install anything.
  const errorIds = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito');
  assert.deepEqual(errorIds, []);
  const manifest = await (await page.request.get(url)).json();
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(`${ground.service.url}/${src}`);
    assert.equal(icon.status(), 200);
    assert.equal(icon.headers()['content-type'], type);
    assert.match(icon.headers()['cache-control'] ?? '', /immutable/);
  }
});

pageTest(
  'a printed page has the answer and its sources with addresses, and nothing else',
  { colorScheme: 'dark' },
  async ({ page }) => {
    await using ground = await startGround();
    await askBy(page, `${ground.service.url}/?q=axolotl`);
    await page.emulateMedia({ media: 'print' });
    for (const gone of ['.top', 'search', '.tools', '.aside-button', '.progress']) {
      assert.equal(await page.locator(gone).first().isVisible(), false, gone);
    }
    for (const there of ['.blocks', '.sources .card-number', '.sources a']) {
      assert.equal(await page.locator(there).first().isVisible(), true, there);
    }
    const address = await page.locator('.sources a').first().getAttribute('href');
    const printed = await page
      .locator('.sources a')
      .first()
      .evaluate((link) => getComputedStyle(link, '::after').content);
    assert.ok(printed.includes(address ?? 'none'), printed);
    assert.equal(await groundColor(page), 'rgb(255, 255, 255)');
  },
);
