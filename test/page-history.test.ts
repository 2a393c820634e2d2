import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { maxEntries } from '../web/history/entries.ts';
import { openAside } from './support/home-page.ts';
import { longAnswer } from './support/long-answer.ts';
import { setStage } from './support/page-stage.ts';
import { openTestPage, pathOfDownload } from './support/test-page.ts';
import { until } from './support/until.ts';

const script = await longAnswer();
const stage = setStage(() => script);
const { pageTest } = stage;

const NOTHING = 'Your questions are saved in this browser only.';

async function ask(page: Page, question: string, ...next: readonly string[]): Promise<void> {
  await page.goto(`${stage.service.url}/?${new URLSearchParams({ q: question })}`);
  await page.getByRole('button', { name: 'Contents' }).waitFor();
  for (const [at, followUp] of next.entries()) {
    await page.getByRole('textbox').fill(followUp);
    await page.keyboard.press('Enter');
    await page.locator('.earlier').nth(at).waitFor();
    await page.getByRole('button', { name: 'Contents' }).waitFor();
  }
}

async function askAll(page: Page, ...questions: readonly string[]): Promise<void> {
  for (const [at, question] of questions.entries()) {
    await ask(page, question);
    // An answer is kept a moment after it is shown.
    await until(async () => (await page.evaluate(changeHistory, { older: 0 })) > at);
  }
  await openAside(page);
  await names(page)
    .nth(questions.length - 1)
    .waitFor();
}

const names = (page: Page) => page.locator('.history a > span');
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions: ${name}` }).click();
  await page.locator('.entry-actions').getByRole('button', { name: action }).click();
};

type HistoryChange = { readonly older: number; readonly html?: string };

/** Runs in the page: stores this many older conversations, with this HTML, and returns how many there are. */
async function changeHistory({ older, html }: HistoryChange): Promise<number> {
  const settled = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
  // Opening a database that the page has not made yet would make an empty one.
  if ((await indexedDB.databases()).length === 0) return 0;
  const database = await settled(indexedDB.open('sayso'));
  const store = database.transaction('entries', 'readwrite').objectStore('entries');
  const [entry] = await settled(store.getAll());
  if (html !== undefined) entry.shown.blocks = [html];
  for (let at = 1; at <= older; at++)
    await settled(store.put({ ...entry, id: `older ${at}`, title: `older ${at}`, at: entry.at - at }));
  const count = await settled(store.count());
  database.close();
  return count;
}

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
    await search.fill('');
    const tab = (name: string) => page.locator('.tabs').getByRole('button', { name });
    await tab('Settings').click();
    await page.locator('.settings').waitFor();
    assert.equal(await names(page).count(), 0);
    await tab('History').click();
    await names(page).first().waitFor();
  },
);

pageTest(
  'earlier answers are shown without being asked again, and what was removed comes back on request',
  async ({ page }) => {
    await askAll(page, 'first crash', 'second crash');
    const asked = stage.service.asked.length;
    await names(page).nth(1).click();
    await page.getByRole('heading', { name: 'first crash', level: 1 }).waitFor();
    await page.locator('a.citation').first().waitFor();
    assert.equal(new URL(page.url()).searchParams.get('q'), 'first crash');
    assert.equal(stage.service.asked.length, asked);

    await openAside(page);
    await page.getByRole('button', { name: 'Actions: first crash' }).click();
    await page.getByRole('button', { name: 'Remove: first crash' }).focus();
    await page.keyboard.press('Enter');
    await names(page).nth(1).waitFor({ state: 'detached' });
    await page.getByText('Removed: first crash', { exact: true }).waitFor();
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    assert.equal(focused, 'Close', 'the focus stays in the dialog');
    const clear = page.getByRole('button', { name: 'Clear history' });
    await clear.click();
    await page.getByText(NOTHING).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await names(page).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0);
    await clear.click();
    await page.getByText(NOTHING).waitFor();
    await page.goto(stage.service.url);
    await openAside(page);
    await page.getByText(NOTHING).waitFor();
  },
);

pageTest('the newest conversations are kept, and HTML that was put there is sanitised', async ({ page }) => {
  await askAll(page, 'crash');
  const html =
    '<p onclick="alert(1)">spoiled <img src="x" onerror="alert(2)"><a href="javascript:alert(3)">x</a></p>';
  await page.evaluate(changeHistory, { older: maxEntries, html });
  await askAll(page, 'newest');
  await names(page).getByText('newest').waitFor();
  // The page shows the list also before the oldest are dropped.
  await names(page).nth(maxEntries).waitFor({ state: 'detached' });
  assert.equal(await names(page).first().textContent(), 'newest');
  assert.equal(await names(page).last().textContent(), 'older 198');
  await names(page).last().click();
  await page.getByText('spoiled').waitFor();
  assert.equal(await page.locator('.blocks :is(img, script, [onclick], [href^=javascript])').count(), 0);
});

pageTest(
  'two conversations with the same first question are told apart by their last one',
  async ({ page }) => {
    for (const next of ['And then?', 'And before?']) await ask(page, 'Why', next);
    await openAside(page);
    await page.locator('.history small').nth(1).waitFor();
    assert.deepEqual(await page.locator('.history small').allTextContents(), ['And before?', 'And then?']);
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
