import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { longAnswer } from './support/long-answer.ts';
import { setStage } from './support/page-stage.ts';
import { sidewaysScroll } from './support/test-page.ts';

const script = await longAnswer();
const stage = setStage(() => script);
const { pageTest } = stage;

const openLong = async (page: Page, hash = '') => {
  await page.goto(`${stage.service.url}/?q=crash${hash}`);
  await page.getByRole('button', { name: 'Contents' }).waitFor();
};

/** The texts in the colour of that name. */
const coloured = (page: Page, name: string) =>
  page.evaluate((wanted) => Array.from(CSS.highlights.get(wanted) ?? [], String), name);

pageTest(
  'a long answer has contents that lead to its headings, whose addresses are copied and open there',
  { viewport: { width: 1280, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'] },
  async ({ page, findBarriers }) => {
    await openLong(page);
    await page.getByRole('button', { name: 'Contents' }).click();
    const contents = page.getByRole('navigation', { name: 'Contents' });
    assert.deepEqual(await contents.getByRole('link').allTextContents(), [
      ...['How the log works', 'What it costs', 'In SQL', 'How recovery works'],
    ]);
    assert.deepEqual(await findBarriers(), []);
    await contents.getByRole('link', { name: 'What it costs' }).click();
    assert.match(page.url(), /\?q=crash#part-what-it-costs$/);
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'What it costs');
    assert.equal(stage.service.asked.length, 1, 'nothing is asked again');

    await page.getByRole('link', { name: 'Copy a link to: How recovery works' }).focus();
    await page.keyboard.press('Enter');
    const link = page.getByRole('link', { name: 'Link copied' });
    await link.waitFor();
    const sign = await link.evaluate((element) => getComputedStyle(element, '::before').content);
    assert.equal(sign, '"✓"', 'copying is seen, not only heard');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, `${stage.service.url}/?q=crash#part-how-recovery-works`);
    await page.goto('about:blank');
    await openLong(page, '#part-how-recovery-works');
    await page.waitForFunction(
      () =>
        scrollY > 0 &&
        (document.querySelector('#part-how-recovery-works')?.getBoundingClientRect().y ?? 999) < 400,
    );
  },
);

pageTest(
  'code has colours, numbers in tables are aligned, and the marks are counted',
  { viewport: { width: 390, height: 844 } },
  async ({ page }) => {
    await openLong(page);
    await page.waitForFunction(() => CSS.highlights.has('code-keyword') && CSS.highlights.has('differs'));
    assert.deepEqual(await coloured(page, 'code-keyword'), ['SET', 'on', 'SELECT', 'AS']);
    assert.deepEqual(await coloured(page, 'code-comment'), ['-- safe, but slower']);
    assert.equal(await page.locator('pre span').count(), 0, 'the code itself stays as it is');
    const named = await page
      .locator('.code-frame')
      .evaluate((frame) => getComputedStyle(frame, '::before').content);
    assert.equal(named, '"sql"', 'the language of the code is named');
    const aligned = page.locator('td[align=right]').first();
    assert.equal(await aligned.evaluate((cell) => getComputedStyle(cell).textAlign), 'right');
    assert.equal(await sidewaysScroll(page), 0);
  },
);
