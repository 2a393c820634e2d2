import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { QUESTION, setStage } from './support/page-stage.ts';
import { sidewaysScroll } from './support/test-page.ts';
import { until } from './support/until.ts';

const stage = setStage();
const { pageTest } = stage;

const bar = (page: Page) => page.locator('#selection-bar');

/** The first paragraph of the answer, with its citations. */
const PASSAGE = '.blocks p';

const select = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const element = document.querySelector(wanted);
    if (element !== null) getSelection()?.selectAllChildren(element);
  }, selector);

describe('a selected passage of an answer', { concurrency: 2 }, () => {
  pageTest(
    'can be explained, checked and traced, without the numbers of its citations',
    async ({ page, findBarriers }) => {
      await page.clock.install();
      await stage.openAnswer(page);
      await select(page, 'h1');
      await page.clock.runFor(1000);
      assert.equal(await bar(page).isVisible(), false, 'the question itself has no such questions');
      await select(page, PASSAGE);
      await bar(page).waitFor();
      assert.deepEqual(await bar(page).getByRole('button').allTextContents(), [
        ...['Explain', 'Check', 'Where does this come from?'],
      ]);
      assert.deepEqual(await findBarriers(), []);
      await bar(page).getByRole('button', { name: 'Explain' }).click();
      await bar(page).waitFor({ state: 'hidden' });
      await page.locator('.asked-question').nth(1).waitFor();
      // The other tests of this file ask the same service at the same time.
      const asked = () => stage.service.asked.find(({ question }) => question !== QUESTION)?.question;
      // The page shows a question before the service has it.
      await until(() => asked() !== undefined);
      assert.match(asked() ?? '', /^Explain this: “The sky is blue because .+ goes mostly straight on\.”$/);
    },
  );

  pageTest(
    'is asked about with the keyboard alone, and Escape closes the questions first',
    { viewport: { width: 320, height: 640 } },
    async ({ page }) => {
      await stage.openAnswer(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await select(page, PASSAGE);
      await bar(page).waitFor();
      assert.equal(await sidewaysScroll(page), 0);
      await page.evaluate(() => getSelection()?.removeAllRanges());
      await select(page, PASSAGE);
      await bar(page).waitFor();
      await page.keyboard.press('Escape');
      await bar(page).waitFor({ state: 'hidden' });
      await page.evaluate(() => getSelection()?.removeAllRanges());
      await select(page, PASSAGE);
      await bar(page).waitFor();
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Explain');
    },
  );
});
