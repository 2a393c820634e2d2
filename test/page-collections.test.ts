import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { launchBrowser } from './support/browser.ts';
import { makeTwo, startOver } from './support/own-web.ts';
import { openTestPage } from './support/test-page.ts';
import { until } from './support/until.ts';

const QUESTION = 'Where does the quokka live?';
const PICTURES = process.env.SCREENSHOTS;

test('a reader chooses a collection, and sees of each source in which one it is', async () => {
  await using place = await makeTwo();
  await using service = await startOver(place);
  await until(async () => (await service.ask(QUESTION)).urls.length === 2);
  await using browser = await launchBrowser();
  {
    await using watched = await openTestPage(browser);
    const { page } = watched;
    await page.goto(service.url);
    const choice = page.getByLabel('Where to search', { exact: true }).and(page.locator('select'));
    await choice.waitFor();
    assert.deepEqual(await choice.locator('option').allTextContents(), [
      'Search everywhere',
      'notes',
      'secret',
    ]);
    await choice.selectOption('notes');
    await page.getByRole('textbox').fill(QUESTION);
    await page.keyboard.press('Enter');
    const cards = page.locator('.sources .card-host');
    await cards.first().waitFor();
    assert.deepEqual(await cards.allTextContents(), ['notes']);
    assert.equal(new URL(page.url()).searchParams.get('collection'), 'notes');
    if (PICTURES !== undefined) {
      await mkdir(PICTURES, { recursive: true });
      await page.screenshot({ path: join(PICTURES, 'collection.png') });
    }
    await page.getByRole('button', { name: 'Remove: notes' }).click();
    await choice.waitFor();
    assert.deepEqual(watched.complaints, []);
  }
});
