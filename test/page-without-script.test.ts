import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './support/browser.ts';
import { startModelServer, streaming } from './support/model-server.ts';
import { takePicture } from './support/page-stage.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { openTestPage, sidewaysScroll } from './support/test-page.ts';
import { longWord } from './support/unwieldy-answer.ts';

const ANSWER = [
  'The axolotl keeps its gills for life [1].\n\n## Where it lives\n\n',
  `In Lake Xochimilco [2], says ${longWord}.\n\n- one\n- two\n\n${'> '.repeat(12)}said [1]\n\n`,
  `|${' column |'.repeat(12)}\n|${'---|'.repeat(12)}\n|` +
    `${' value |'.repeat(12)}\n\n\`\`\`\n${'x'.repeat(300)}\n\`\`\`\n`,
];

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
  await using watched = await openTestPage(browser, { javaScriptEnabled: false, locale: 'de' });
  const { page } = watched;
  await page.goto(ground.url);
  await page.locator('#question').fill('axolotl');
  await page.locator('.main-button').click();
  await page.getByText('Fertig.').waitFor();
  assert.equal(new URL(page.url()).pathname, '/search');
  assert.equal(await page.locator('input[name=q]').inputValue(), 'axolotl');
  await page.goto(`${ground.url}/?q=axolotl`);
  await page.waitForURL('**/search?q=axolotl');
  await page.getByText('Fertig.').waitFor();
});

test('the page without script fits every window and is accessible', async () => {
  await using ground = await startGround();
  // The page has no scripts, but the accessibility check needs them.
  await using watched = await openTestPage(browser, { viewport: { width: 390, height: 844 } });
  const { page } = watched;
  await page.goto(`${ground.url}/search?q=${longWord}`);
  await page.getByText('Done.').waitFor();
  assert.deepEqual(await watched.findBarriers(), []);
  await takePicture(page, 'search-phone-light');
  for (const width of [320, 640, 1440, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    assert.equal(await sidewaysScroll(page), 0, `at ${width} px`);
  }
  await takePicture(page, 'search-desktop-light');
  assert.equal(await page.getByText('Searching the web…').isVisible(), false, 'what was awaited has come');
  assert.equal(await page.getByText('Writing the answer…').isVisible(), false);
  assert.deepEqual(watched.complaints, []);
});
