import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { longAnswer } from './support/long-answer.ts';
import { setStage } from './support/page-stage.ts';
import { openTestPage, pathOfDownload } from './support/test-page.ts';

const script = await longAnswer();
const stage = setStage(() => script);
const { pageTest } = stage;

async function openSave(page: Page): Promise<void> {
  await page.goto(`${stage.service.url}/?${new URLSearchParams({ q: 'What survives a crash?' })}`);
  await page.getByRole('button', { name: 'Save' }).click();
}

/** Presses a button of the panel; the name and the path of the file that is saved. */
async function saved(page: Page, form: string): Promise<{ name: string; path: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('group', { name: 'Save' }).getByRole('button', { name: form }).click(),
  ]);
  return { name: download.suggestedFilename(), path: await pathOfDownload(download) };
}

pageTest(
  'an answer is saved as Markdown, with or without citations',
  { viewport: { width: 390, height: 844 } },
  async ({ page, findBarriers }) => {
    await openSave(page);
    const [panel, field] = [page.locator('.save'), page.locator('form.question')];
    const { y = 0, height = 0 } = (await panel.boundingBox()) ?? {};
    assert.ok(y + height <= ((await field.boundingBox())?.y ?? 0), 'the field does not cover it');
    const whole = await saved(page, 'Markdown');
    assert.equal(whole.name, 'what-survives-a-crash.md');
    assert.match(
      await readFile(whole.path, 'utf8'),
      /^# What survives a crash\?\n[\s\S]*data\*\* \[1\]\.[\s\S]*\n\[1\] Write-ahead/,
    );
    await page.getByLabel('With citations').uncheck();
    const bare = await readFile((await saved(page, 'Markdown')).path, 'utf8');
    assert.match(bare, /data\*\*\. After[\s\S]*\n- Write-ahead/);
    assert.deepEqual(await findBarriers(), []);
  },
);

test('an answer is saved as a page that needs nothing else, with its formulas and tables', async () => {
  await using watched = await openTestPage(stage.browser);
  const { page } = watched;
  await openSave(page);
  const { path, name } = await saved(page, 'Web page');
  assert.equal(name, 'what-survives-a-crash.html');
  const text = await readFile(path, 'utf8');
  assert.match(text, /^<!doctype html>/);
  assert.doesNotMatch(text, /<(?:script|link|img)\b/);
  await using other = await openTestPage(stage.browser);
  await other.page.goto(pathToFileURL(path).href);
  await other.page.setContent(text);
  await other.page.getByRole('heading', { name: 'What survives a crash?' }).waitFor();
  assert.equal(await other.page.locator('math').count(), 2);
  assert.equal(await other.page.locator('body > ol a[href="https://db.test/wal"]').count(), 1);
  assert.deepEqual(other.complaints, []);
  assert.deepEqual(watched.complaints, []);
});

pageTest('the cited sources are saved for programs that manage references', async ({ page }) => {
  await openSave(page);
  const bibtex = await readFile((await saved(page, 'BibTeX')).path, 'utf8');
  assert.match(bibtex, /organization = \{Database Notes\},\n {2}date = \{2024-05-12\}/);
  assert.doesNotMatch(bibtex, /Log-structured/, 'a source that is not cited');
  const ris = await readFile((await saved(page, 'RIS')).path, 'utf8');
  assert.equal(ris.match(/^TY {2}- ELEC\r$/gm)?.length, 2);
});

pageTest(
  'on paper, there is the answer with its sources and their addresses, and no button',
  { colorScheme: 'dark' },
  async ({ page }) => {
    await openSave(page);
    await page.emulateMedia({ media: 'print' });
    for (const gone of ['.top', 'search', '.tools', '.copy-code', '.heading-link', '.progress'])
      assert.ok(await page.locator(gone).first().isHidden(), gone);
    for (const there of ['.blocks', '.sources .card-number', '.sources a'])
      assert.ok(await page.locator(there).first().isVisible(), there);
    const link = page.locator('.sources a').first();
    const printed = await link.evaluate((element) => getComputedStyle(element, '::after').content);
    assert.ok(printed.includes((await link.getAttribute('href')) ?? 'none'), printed);
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(paper, 'rgb(255, 255, 255)');
    await page.locator('html').evaluate((root) => root.classList.add('without-citations'));
    assert.ok(await page.locator('.citation').first().isHidden());
  },
);
