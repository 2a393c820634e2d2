import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openAside } from './support/home-page.ts';
import { longAnswer } from './support/long-answer.ts';
import { setStage, takePicture } from './support/page-stage.ts';
import { openTestPage, pathOfDownload } from './support/test-page.ts';
import { until } from './support/until.ts';

const script = await longAnswer();
const stage = setStage(() => script);
const { pageTest } = stage;

async function askAll(page: Page, ...questions: readonly string[]): Promise<void> {
  for (const [at, q] of questions.entries()) {
    await page.goto(`${stage.service.url}/?${new URLSearchParams({ q })}`);
    await page.getByRole('button', { name: 'Contents' }).waitFor();
    // An answer is kept a moment after it is shown.
    await until(async () => (await countKept(page)) > at);
  }
  await openAside(page);
  await names(page)
    .nth(questions.length - 1)
    .waitFor();
}

const countKept = (page: Page) =>
  page.evaluate(async () => {
    const [{ name = '' } = {}] = await indexedDB.databases();
    if (name === '') return 0;
    const opening = indexedDB.open(name);
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const [store = ''] = opening.result.objectStoreNames;
    const counting = opening.result.transaction(store).objectStore(store).count();
    await new Promise((resolve) => counting.addEventListener('success', resolve));
    opening.result.close();
    return counting.result;
  });

const names = (page: Page) => page.locator('.history a > span');
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions: ${name}` }).click();
  await page.locator('.entry-actions').getByRole('button', { name: action }).click();
};

pageTest(
  'the history is searched, by day, and its entries can be pinned, renamed and collected',
  { viewport: { width: 390, height: 844 } },
  async ({ page, findBarriers }) => {
    await askAll(page, 'one crash', 'two crashes', 'three');
    assert.deepEqual(await page.locator('.history-day h3').allTextContents(), ['today']);
    await act(page, 'one crash', 'Pin');
    await page.getByRole('heading', { name: 'Pinned' }).waitFor();
    assert.deepEqual(await names(page).allTextContents(), ['one crash', 'three', 'two crashes']);

    await act(page, 'three', 'Rename');
    await page.getByRole('textbox', { name: 'Rename' }).fill('How databases recover');
    await page.keyboard.press('Enter');
    await names(page).getByText('How databases recover').waitFor();
    await takePicture(page, 'history-phone-light');
    assert.deepEqual(await findBarriers(), []);

    await act(page, 'two crashes', 'Collection');
    const field = page.getByRole('combobox', { name: 'Collection' });
    assert.equal(
      await field.getAttribute('placeholder'),
      'Collection',
      'the empty field says what it is for',
    );
    await field.fill('Storage');
    await page.locator('.rename').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Storage' }).waitFor();
    const headings = await page.locator('.history-day h3').allTextContents();
    assert.deepEqual(headings, ['Pinned', 'Storage', 'today']);

    const search = page.getByRole('searchbox', { name: 'Search the history' });
    await search.fill('databases recover');
    assert.deepEqual(await names(page).allTextContents(), ['How databases recover']);
    await search.fill('group commit');
    assert.equal(await names(page).count(), 3, 'the text of the answers is searched');
    await search.fill('axolotl');
    await page.getByText('No answer contains these words.').waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await search.fill('');
    const tab = (name: string) => page.locator('.tabs').getByRole('button', { name });
    await tab('Settings').click();
    await page.locator('.settings').waitFor();
    assert.equal(await names(page).count(), 0);
    await tab('History').click();
    await page.getByRole('button', { name: 'Actions: two crashes' }).click();
    await takePicture(page, 'history-phone-dark');
  },
);

test('the history is exported, and imported in another browser', async () => {
  await using watched = await openTestPage(stage.browser, { viewport: { width: 1280, height: 800 } });
  const { page } = watched;
  await askAll(page, 'one crash');
  await act(page, 'one crash', 'Pin');
  await page.getByRole('heading', { name: 'Pinned' }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const file = await readFile(await pathOfDownload(download));
  await takePicture(page, 'history-desktop-light');

  await using other = await openTestPage(stage.browser);
  await other.page.goto(stage.service.url);
  await openAside(other.page);
  const input = other.page.getByLabel('Import');
  await input.setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await other.page.getByText('This file contains no history.').waitFor();
  await input.setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: file });
  await other.page.getByRole('heading', { name: 'Pinned' }).waitFor();
  const asked = stage.service.asked.length;
  await other.page.locator('.history a').click();
  await other.page.getByText('Group commit shares a flush').waitFor();
  assert.equal(stage.service.asked.length, asked);
  assert.deepEqual(other.complaints, []);
  assert.deepEqual(watched.complaints, []);
});
