import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { BuiltFile } from '../web/build.ts';
import { buildPage } from '../web/build.ts';
import { answerWith, startChatServer } from './support/chat-server.ts';
import { setStage, untilComplete } from './support/page-stage.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { openTestPage } from './support/test-page.ts';

const stage = setStage();

test("the service's key is sufficient, and stays in the tab", async () => {
  await using search = await startSearchServer();
  await using chat = await startChatServer((response) => answerWith(response, ['A salamander [1].']));
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_BASE_URL: chat.url,
    MODEL_NAME: 'served-model',
    API_KEYS: 'a-long-enough-key-for-this-test',
  });
  await using watched = await openTestPage(stage.browser);
  const { page, complaints } = watched;
  await page.goto(service.url);
  await untilComplete(page);
  // The files of this build are gone, but the form must work.
  await page.route('**/*.js', (route) => route.abort());
  await page.getByRole('textbox').fill('axolotl');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Key', exact: true }).fill('not the key');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'This key is not valid.' }).waitFor();
  await page.getByRole('textbox', { name: 'Key', exact: true }).fill('a-long-enough-key-for-this-test');
  await page.keyboard.press('Enter');
  await page.locator('a.citation').waitFor();
  await page.unroute('**/*.js');
  await page.reload();
  await page.locator('a.citation').waitFor();
  assert.deepEqual(await page.evaluate(keptOutsideTheTab, 'a-long-enough-key-for-this-test'), []);
  const other = await page.context().newPage();
  await other.goto(`${service.url}/?q=axolotl`);
  await other.getByRole('heading', { name: 'This service needs a key.' }).waitFor();
  assert.deepEqual(complaints, []);
});

/** Runs in the page: the places other than the tab's own in which the text is stored. */
async function keptOutsideTheTab(text: string): Promise<string[]> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('sayso');
    request.onsuccess = () => resolve(request.result);
  });
  const history = await new Promise<unknown>((resolve) => {
    const request = database.transaction('entries').objectStore('entries').getAll();
    request.onsuccess = () => resolve(request.result);
  });
  const caching = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
  const cached = (await Promise.all(caching)).flat().map(({ url }) => url);
  const places = { local: { ...localStorage }, history, cached, cookie: document.cookie, at: location.href };
  return Object.entries(places)
    .filter(([, kept]) => JSON.stringify(kept).includes(text))
    .map(([name]) => name);
}

test('all scripts are at most 45 KB with brotli without the languages, the first one 20 KB', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-page-'));
  const built = await buildPage(folder.path);
  const first = built.script.brotliBytes;
  assert.ok(first <= 20_000, `${first}`);
  const isLanguage = ({ name }: BuiltFile) => /^(es|de|fr|pt|ja|ar)-/.test(name);
  const others = [...built.later, ...built.fixed].filter(
    (file) => /\.js$/.test(file.name) && !isLanguage(file),
  );
  const all = first + built.firstPaint.brotliBytes + totalOf(others);
  assert.ok(all <= 45_000, `${all}`);
  assert.ok(built.style.brotliBytes <= 7_000, `${built.style.brotliBytes}`);
  assert.ok(built.firstPaint.brotliBytes < 320, `${built.firstPaint.brotliBytes}`);
});

function totalOf(files: readonly BuiltFile[]): number {
  return files.reduce((sum, { brotliBytes }) => sum + brotliBytes, 0);
}
