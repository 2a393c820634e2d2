import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openAside } from './support/home-page.ts';
import { scripts } from './support/page-scripts.ts';
import { answered, QUESTION, setStage } from './support/page-stage.ts';
import { startScriptedService } from './support/scripted-service.ts';
import { startTestService } from './support/service.ts';
import { openTestPage, sidewaysScroll } from './support/test-page.ts';

const stage = setStage();
const { pageTest } = stage;

const PHONE = { viewport: { width: 390, height: 844 } };
const WIKIPEDIA = { SEARCH_TERTIARY_URL: 'https://de.wikipedia.org/w/api.php' };
const card = (page: Page) => page.getByRole('region', { name: 'Finish setting up' });

describe('the empty page', { concurrency: 2 }, () => {
  pageTest(
    'says that only Wikipedia is searched, and shows an operator the command that sets Sayso up',
    {
      ...PHONE,
      permissions: ['clipboard-read', 'clipboard-write'],
    },
    async ({ page }) => {
      await using service = await startTestService(WIKIPEDIA);
      await page.goto(service.url);
      await page.getByRole('heading', { name: 'Ask Wikipedia.' }).waitFor();
      await page.getByText('Sayso searches Wikipedia. It shows the sources;').waitFor();
      await card(page).getByText('Only you see this').waitFor();
      await card(page).getByText('No language model is set up yet. Only Wikipedia is searched.').waitFor();
      assert.equal(await page.locator('.examples a').count(), 3, 'Wikipedia can answer the examples');
      await card(page).getByRole('button', { name: 'Copy' }).click();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(copied, 'npx sayso setup');
      await page.setViewportSize({ width: 320, height: 640 });
      assert.equal(await sidewaysScroll(page), 0);
    },
  );

  test('shows a visitor from another machine no set-up', async () => {
    await using watched = await openTestPage(stage.browser);
    const { page } = watched;
    await using service = await startTestService({
      ...WIKIPEDIA,
      API_KEYS: 'a-long-enough-key-for-this-test',
    });
    await page.route('http://answers.test/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: `${service.url}${pathname}` }) });
    });
    await page.goto('http://answers.test/');
    await page.locator('.aside-button').waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await card(page).count(), 0);
    assert.equal(await page.locator('.examples a').count(), 3);
  });

  pageTest('of documents alone has no examples that the documents may not answer', async ({ page }) => {
    await using service = await startScriptedService(() => () => undefined);
    await page.route(`${service.url}/`, async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace('<html ', '<html data-searches="documents" ');
      await route.fulfill({ response, body: html });
    });
    await page.goto(service.url);
    await page.getByRole('heading', { name: 'Ask these documents.' }).waitFor();
    await page.locator('.aside-button').waitFor();
    assert.equal(await page.locator('.examples').count(), 0);
  });

  pageTest('shows an answer that ended before the history was loaded', PHONE, async ({ page }) => {
    await using service = await startScriptedService(() => scripts[QUESTION] ?? (() => undefined));
    const asked = Promise.withResolvers<void>();
    await page.route('**/later-*.js', async (route) => {
      await asked.promise;
      await route.continue();
    });
    await page.goto(`${service.url}/?q=early`);
    await answered(page).waitFor();
    await page.getByRole('link', { name: 'New question' }).click();
    asked.resolve();
    const recent = page.getByRole('region', { name: 'Recent' });
    await recent.getByRole('link', { name: 'early', exact: true }).waitFor();
  });

  pageTest(
    'shows the last questions, each once, pinned ones first, and they open without being asked again',
    PHONE,
    async ({ page, findBarriers }) => {
      await using service = await startScriptedService(() => scripts[QUESTION] ?? (() => undefined));
      const recent = page.getByRole('region', { name: 'Recent' });
      for (const question of ['one', 'two', 'three', 'four', 'three', 'five']) {
        await page.goto(`${service.url}/?q=${question}`);
        await answered(page).waitFor();
        await page.getByRole('link', { name: 'New question' }).click();
        await recent.getByRole('link', { name: question, exact: true }).waitFor();
      }
      await recent.getByRole('link', { name: 'five' }).waitFor();
      assert.deepEqual(await recent.getByRole('link').allTextContents(), ['five', 'three', 'four', 'two']);
      await openAside(page);
      await page.getByRole('button', { name: 'Actions: one' }).click();
      await page.locator('.entry-actions').getByRole('button', { name: 'Pin' }).click();
      await page.keyboard.press('Escape');
      await recent.getByRole('link', { name: 'one' }).waitFor();
      assert.deepEqual(await recent.getByRole('link').allTextContents(), [
        ...['one Pinned', 'five', 'three', 'four'],
      ]);
      assert.deepEqual(await findBarriers(), []);
      await recent.getByRole('button', { name: 'History' }).click();
      await page.getByRole('dialog', { name: 'History, Settings' }).waitFor();
      await page.keyboard.press('Escape');

      const asked = service.asked.length;
      await recent.getByRole('link', { name: 'four' }).click();
      await answered(page).waitFor();
      await page.getByRole('link', { name: 'New question' }).click();
      await recent.getByRole('link', { name: 'five' }).waitFor();
      assert.equal(service.asked.length, asked);
    },
  );
});
