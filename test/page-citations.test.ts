import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { QUESTION, setStage } from './support/page-stage.ts';
import { sidewaysScroll } from './support/test-page.ts';

const QUOTE = 'Rayleigh scattering is the scattering of light by particles much smaller than its wavelength.';

const stage = setStage();
const { pageTest } = stage;

const cardOf = (page: Page) => page.getByRole('tooltip');

describe('a citation opens the card of its source, with the sentence it stands on', {
  concurrency: 3,
}, () => {
  pageTest(
    'under the pointer, and keeps it open on the way into the card',
    async ({ page, findBarriers }) => {
      await stage.openAnswer(page);
      assert.equal(await page.locator('#source-1 q').textContent(), QUOTE, 'the list has it, too');
      await page.locator('a.citation').first().hover();
      await cardOf(page).getByText(QUOTE, { exact: true }).waitFor();
      assert.deepEqual(await findBarriers(), []);
      assert.match((await cardOf(page).textContent()) ?? '', /en\.wikipedia\.org1Rayleigh scattering/);
      await cardOf(page).hover();
      await cardOf(page).getByRole('link', { name: 'Rayleigh scattering' }).hover();
      await page.mouse.move(2, 2);
      await cardOf(page).waitFor({ state: 'detached' });
    },
  );

  pageTest(
    'and a click keeps it open, until Escape, a click elsewhere or a second click',
    async ({ page }) => {
      await stage.openAnswer(page);
      const citation = page.locator('a.citation').first();
      const heading = page.getByRole('heading', { level: 1 });
      const endings = [
        () => page.keyboard.press('Escape'),
        () => heading.click(),
        () => citation.click(),
        () => page.locator('a.citation').nth(1).focus(),
      ];
      for (const end of endings) {
        await citation.click();
        assert.ok(await page.locator('#source-1 a').evaluate((link) => link === document.activeElement));
        await heading.hover();
        // A card that only the pointer or the focus had opened is closed after 200 ms.
        await page.waitForTimeout(400);
        await cardOf(page).getByText(QUOTE, { exact: true }).waitFor();
        await end();
        await cardOf(page).getByText(QUOTE, { exact: true }).waitFor({ state: 'detached' });
      }
      await page.keyboard.press('Enter');
      await cardOf(page).waitFor({ state: 'detached' });
    },
  );

  pageTest(
    'for the keyboard, and Escape closes it; with the words of the search where no sentence is known',
    async ({ page }) => {
      await stage.openAnswer(page);
      const second = page.locator('a.citation').nth(1);
      await second.focus();
      await cardOf(page).getByText('Blue light is scattered in all directions.', { exact: true }).waitFor();
      assert.equal(await second.getAttribute('aria-describedby'), await cardOf(page).getAttribute('id'));
      await page.keyboard.press('Escape');
      await cardOf(page).waitFor({ state: 'detached' });
      assert.equal(await second.getAttribute('aria-describedby'), null);
      await page.locator('a.citation').nth(4).focus();
      await cardOf(page).getByText('by the tiny molecules of air in the atmosphere').waitFor();
      assert.equal(
        await cardOf(page).getByRole('blockquote').count(),
        0,
        'the words of a search are no quote',
      );
      assert.match((await cardOf(page).textContent()) ?? '', /excerpt only/);
    },
  );

  pageTest(
    'for a finger, without leaving the answer, inside the window of a small phone',
    {
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
    },
    async ({ page }) => {
      await stage.openAnswer(page);
      await page.locator('a.citation').nth(2).tap();
      await cardOf(page).getByText('It is strongest for blue and violet light.', { exact: true }).waitFor();
      const box = await cardOf(page).boundingBox();
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 320, JSON.stringify(box));
      assert.equal(await sidewaysScroll(page), 0);
      await page.getByRole('heading', { level: 1 }).tap();
      await cardOf(page).waitFor({ state: 'detached' });
      await page.locator('a.citation').nth(2).tap();
      // What opens under the finger does not keep it open.
      await page.locator('.source-strip .tool').tap();
      await page.getByRole('button', { name: 'Close' }).tap();
      await cardOf(page).waitFor({ state: 'detached' });
    },
  );

  for (const attention of ['focus', 'hover'] as const)
    pageTest(`for a citation that had the ${attention} before the card was loaded`, async ({ page }) => {
      const { promise: wanted, resolve: load } = Promise.withResolvers<void>();
      await page.route('**/later-*', async (route) => {
        await wanted;
        await route.continue();
      });
      await page.goto(`${stage.service.url}/?${new URLSearchParams({ q: QUESTION })}`);
      await page.locator('a.citation').nth(4)[attention]();
      load();
      await cardOf(page).getByText('by the tiny molecules of air in the atmosphere').waitFor();
    });
});
