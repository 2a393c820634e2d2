import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './support/browser.ts';
import { startModelServer, streaming } from './support/model-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { openTestPage } from './support/test-page.ts';

const ANSWER = ['The axolotl never ', 'grows up [1].'];

let browser: Browser;

before(async () => {
  browser = await launchBrowser();
});

after(() => browser?.close());

async function startGround() {
  const search = await startSearchServer();
  const model = await startModelServer(streaming(...ANSWER));
  const service = await startTestService({ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url });
  return {
    url: service.url,
    async [Symbol.asyncDispose]() {
      await service.stop();
      await Promise.all([search[Symbol.asyncDispose](), model[Symbol.asyncDispose]()]);
    },
  };
}

test('without script a question can be asked, also by a link to the page', async () => {
  await using ground = await startGround();
  await using watched = await openTestPage(browser, { javaScriptEnabled: false });
  const { page } = watched;
  await page.goto(ground.url);
  await page.locator('#question').fill('axolotl');
  await page.locator('.main-button').click();
  await page.getByText('never grows up').waitFor();
  assert.equal(new URL(page.url()).pathname, '/search');
  await page.goto(`${ground.url}/?q=axolotl`);
  await page.waitForURL('**/search?q=axolotl');
  await page.getByText('never grows up').waitFor();
});
