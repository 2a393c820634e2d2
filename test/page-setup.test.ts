import assert from 'node:assert/strict';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { loadSettings } from '../src/config/load.ts';
import { createLog } from '../src/observe/log.ts';
import { setupLine, startService } from '../src/service/serve.ts';
import { offerSetup } from '../src/service/setup/offer-setup.ts';
import { launchBrowser } from './support/browser.ts';
import { requireBuiltPage } from './support/built-page.ts';
import { startOllamaServer } from './support/ollama-server.ts';
import { takePicture } from './support/page-stage.ts';
import { openTestPage, sidewaysScroll } from './support/test-page.ts';

let browser: Browser;
let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
before(async () => {
  requireBuiltPage();
  browser = await launchBrowser();
  folder = await mkdtempDisposable(join(tmpdir(), 'sayso-setup-'));
  // The service writes `.env` in its working directory; each test file has its own process.
  process.chdir(folder.path);
});
after(async () => {
  process.chdir(tmpdir());
  await browser?.close();
  await folder[Symbol.asyncDispose]();
});

const card = (page: Page) => page.getByRole('region', { name: 'Finish setting up' });

/** Moves to a choice by the arrow keys, as the keyboard does in a group of radio buttons. */
async function choose(page: Page, name: string) {
  const radio = card(page).getByRole('radio', { name });
  while (!(await radio.isChecked())) await page.keyboard.press('ArrowDown');
}

test('an operator sets Sayso up in the page with the keyboard, and reads what the check says', async () => {
  await using ollama = await startOllamaServer([{ name: 'llama3.2' }, { name: 'qwen3' }]);
  const environment = {
    PORT: '0',
    SEARCH_TERTIARY_URL: 'off',
    OLLAMA_HOST: ollama.url,
    BRAVE_API_KEY: 'BSA-1',
  };
  const setup = offerSetup({
    readEnvironment: () => environment,
    version: '0.0.0-test',
    examine: async () => [
      { name: 'primary (brave)', ok: true, cause: 'it found something.', remedy: '' },
      { name: 'model', ok: false, cause: 'it does not answer.', remedy: 'Start Ollama.' },
    ],
  });
  const { settings } = loadSettings(environment);
  const service = await startService(settings, '0.0.0-test', { log: createLog('silent'), setup });
  await using stopped = new AsyncDisposableStack();
  stopped.defer(service.stop);
  await using watched = await openTestPage(browser, { viewport: { width: 1280, height: 900 } });
  const { page } = watched;

  await page.goto(service.address);
  await card(page).getByRole('textbox', { name: 'The code in the link' }).fill('wrong');
  assert.deepEqual(await watched.findBarriers(), []);
  await takePicture(page, 'setup-code-desktop-light');
  await page.keyboard.press('Enter');
  await card(page).getByText('This is not the code that the terminal shows.').waitFor();

  await page.goto('about:blank');
  await page.goto(setupLine(service.address, setup).replace(/^.*(?=http)/, ''));
  const search = card(page).getByRole('group', { name: 'Where should Sayso search?' });
  await search.getByText('Brave gets your questions; about $5').waitFor();
  assert.ok(!page.url().includes('#'), 'the code is not in the history');
  assert.deepEqual(await watched.findBarriers(), []);
  await takePicture(page, 'setup-search-desktop-light');
  await choose(page, 'tavily');
  await search.getByLabel('Your key (it is not shown)').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await takePicture(page, 'setup-search-phone-dark');
  await page.setViewportSize({ width: 320, height: 640 });
  assert.equal(await sidewaysScroll(page), 0);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');

  const model = card(page).getByRole('group', { name: 'Which model should write the answers?' });
  await model.getByText(`found at ${ollama.url} with llama3.2, qwen3`).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('qwen3');
  await page.keyboard.press('Enter');
  await card(page).getByRole('group', { name: 'Who may use it?' }).waitFor();
  await page.keyboard.press('Enter');

  await card(page).getByRole('heading', { name: 'These lines of .env change:' }).waitFor();
  await card(page).getByText('+ SEARCH_PRIMARY_KEY=…').waitFor();
  assert.deepEqual(await watched.findBarriers(), []);
  await page.emulateMedia({ colorScheme: 'dark' });
  await takePicture(page, 'setup-change-phone-dark');
  await card(page).getByRole('button', { name: 'Back' }).press('Enter');
  await card(page).getByRole('button', { name: 'Next' }).press('Enter');
  await card(page).getByRole('button', { name: 'Write and check' }).press('Enter');

  await card(page).getByText('wrong model: it does not answer. Start Ollama.').waitFor();
  await card(page).getByText('npx sayso serve').waitFor();
  assert.deepEqual(await watched.findBarriers(), []);
  await page.setViewportSize({ width: 1280, height: 900 });
  await takePicture(page, 'setup-done-desktop-light');
  const written = await readFile('.env', 'utf8');
  assert.match(written, /^SEARCH_PRIMARY_KIND=brave\nSEARCH_PRIMARY_KEY=BSA-1\nMODEL_PROVIDER=ollama\n/);
  assert.match(written, /^MODEL_NAME=qwen3$/m);
  assert.deepEqual(
    watched.complaints.filter((each) => !each.includes('401')),
    [],
  );
});
