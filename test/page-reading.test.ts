import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { choose } from './support/home-page.ts';
import { QUESTION, setStage } from './support/page-stage.ts';
import { sidewaysScroll } from './support/test-page.ts';

const stage = setStage();
const { pageTest } = stage;

describe('the reader', { concurrency: 3 }, () => {
  pageTest(
    'opens one line with what the answer took, and below it slots, pages, times and reasons',
    async ({ page, findBarriers }) => {
      await stage.openAnswer(page);
      const receipt = page.locator('.receipt');
      const line = receipt.locator('summary');
      assert.equal(await page.getByRole('button', { name: 'Details' }).count(), 0, 'not in two places');
      await line.focus();
      await page.keyboard.press('Enter');
      assert.equal(
        await receipt.locator('p').textContent(),
        '1 search · 2 pages read · 10 words by model-1 · 812 tokens · 0.0028 USD · 2.3 s',
      );
      assert.deepEqual(await receipt.locator('.time-bars li').allTextContents(), [
        'Search413 ms',
        'Pages1.3 s',
        'Answer560 ms',
      ]);
      assert.deepEqual(await receipt.locator('.steps li').allTextContents(), [
        'Searched for: Why is the sky blue?',
        'First search: no connection (searx.test: refused the connection), 3 ms',
        'Second search: results found, 409 ms',
        'en.wikipedia.org: read, 120 ms',
        'spaceplace.science.test: not a page of text, 80 ms',
        'eyes.test: read, 1.3 s',
      ]);
      assert.deepEqual(await findBarriers(), []);
      await page.setViewportSize({ width: 320, height: 640 });
      assert.equal(await sidewaysScroll(page), 0);
    },
  );

  pageTest('opens a source by its number, and reads the list of keys', async ({ page, findBarriers }) => {
    await page.context().route('https://en.wikipedia.org/**', (route) => route.fulfill({ body: 'a page' }));
    await stage.openAnswer(page);
    await page.locator('h1').click();
    const [opened] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('1')]);
    assert.equal(opened.url(), 'https://en.wikipedia.org/wiki/Rayleigh_scattering');
    await opened.close();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.waitFor();
    assert.equal(await dialog.locator('kbd').count(), 4);
    assert.deepEqual(await findBarriers(), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('textbox').focus();
    await page.keyboard.type('1?');
    assert.equal(await page.getByRole('textbox').inputValue(), '1?');
    assert.equal(await dialog.count(), 0);
    // Users of speech input switch the shortcuts off.
    await choose(page, 'keys', 'off');
    await page.locator('h1').click();
    await page.keyboard.type('1?/');
    assert.equal(page.context().pages().length, 1);
    assert.equal(await dialog.count(), 0);
    assert.equal(await page.getByRole('textbox').inputValue(), '1?');
  });

  pageTest(
    'shares the link through the browser, and copies it where that is not possible',
    { permissions: ['clipboard-read', 'clipboard-write'] },
    async ({ page }) => {
      await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
      await stage.openAnswer(page);
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('button', { name: 'Link copied' }).waitFor();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(new URL(link).searchParams.get('q'), QUESTION);

      await page.evaluate(() => {
        Object.assign(navigator, {
          share: async (data: object) => Object.assign(window, { shared: data }),
        });
      });
      await page.getByRole('button', { name: 'Share' }).click();
      await page.waitForFunction(() => Reflect.get(window, 'shared')?.title === 'Why is the sky blue?');
    },
  );
});
