import assert from 'node:assert/strict';
import { startModelServer, streaming } from './support/model-server.ts';
import { setStage } from './support/page-stage.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { sidewaysScroll } from './support/test-page.ts';

const ANSWER = ['The axolotl never ', 'grows up [1].'];

const { pageTest } = setStage();

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

pageTest(
  'without script a question can be asked, also by a link to the page',
  { javaScriptEnabled: false },
  async ({ page }) => {
    await using ground = await startGround();
    await page.goto(ground.url);
    assert.equal(await sidewaysScroll(page), 0);
    await page.locator('#question').fill('axolotl');
    await page.locator('.main-button').click();
    await page.getByText('never grows up').waitFor();
    assert.equal(new URL(page.url()).pathname, '/search');
    await page.goto(`${ground.url}/?q=axolotl`);
    await page.waitForURL('**/search?q=axolotl');
    await page.getByText('never grows up').waitFor();
  },
);
