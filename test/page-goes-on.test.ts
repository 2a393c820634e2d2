import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { begin, chunk, DONE, usage } from './support/chat-server.ts';
import { type ModelServer, startModelServer, streaming } from './support/model-server.ts';
import { answered, setStage } from './support/page-stage.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

const { pageTest } = setStage();

const QUESTION = 'What is an axolotl?';
const BEGINNING = 'An axolotl is a salamander [1].';
const END = 'It never grows up [2].';

/** A service whose model ends an answer when it is released, and counts how often it writes one. */
async function stage() {
  await using stack = new AsyncDisposableStack();
  const search = stack.use(await startSearchServer());
  const model: ModelServer = stack.use(await startModelServer());
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const written = { count: 0 };
  const others = streaming('ENOUGH');
  model.script = async (response, call, count) => {
    if (!JSON.stringify(call.body).includes('You answer questions from'))
      return others(response, call, count);
    written.count++;
    begin(response);
    response.write(chunk({ content: `${BEGINNING}\n\n` }));
    await released;
    response.end(`${chunk({ content: END })}${chunk({}, 'stop')}${usage(100, 20)}${DONE}`);
  };
  const service = stack.use(
    await startTestService({ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url }),
  );
  const held = stack.move();
  return { url: service.url, release, written, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

async function askDeep(page: Page, url: string) {
  await page.goto(url);
  await page.getByRole('button', { name: 'Deep research' }).click();
  await page.getByRole('textbox', { name: 'Your question' }).fill(QUESTION);
  await page.keyboard.press('Enter');
  await page.locator('article').getByText('An axolotl is a salamander').waitFor();
}

async function isWhole(page: Page) {
  await answered(page).waitFor();
  const text = await page.locator('article .blocks').textContent();
  assert.match(text ?? '', /^An axolotl is a salamander\W*1\.\s*It never grows up\W*2\.\s*$/);
}

describe('a deep answer', { concurrency: 2 }, () => {
  pageTest('goes on while the page is reloaded, left and without a network', async ({ page }) => {
    await using on = await stage();
    await askDeep(page, on.url);
    await page.reload();
    await page.locator('article').getByText('An axolotl is a salamander').waitFor();
    await page.goto('about:blank');
    await page.goBack();
    await page.locator('article').getByText('An axolotl is a salamander').waitFor();
    // As when a computer sleeps: the connection is lost, and another one cannot be opened at once.
    await page.context().setOffline(true);
    on.release();
    await page.context().setOffline(false);
    await isWhole(page);
    assert.equal(on.written.count, 1);
    await page.reload();
    await isWhole(page);
    assert.equal(on.written.count, 1);
  });

  pageTest('is in the history after its tab was closed, also before it has ended', async ({ page }) => {
    await using on = await stage();
    await askDeep(page, on.url);
    const context = page.context();
    const next = await context.newPage();
    await page.close();
    await next.goto(on.url);
    await next.locator('.recent').getByRole('link', { name: QUESTION }).click();
    await next.locator('article').getByText('An axolotl is a salamander').waitFor();
    on.release();
    await isWhole(next);
    await next.goto(on.url);
    assert.equal(await next.locator('.recent').getByRole('link', { name: QUESTION }).count(), 1);
    await next.locator('.recent').getByRole('link', { name: QUESTION }).click();
    await isWhole(next);
    assert.equal(on.written.count, 1);
  });

  pageTest('ends for everybody when its reader stops it', async ({ page }) => {
    await using on = await stage();
    await askDeep(page, on.url);
    await page.route('**/finish', (route) => route.fulfill({ status: 404, body: '{}' }));
    const stopped = page.waitForResponse(/\/stop$/);
    await page.keyboard.press('Escape');
    assert.equal((await stopped).status(), 204);
    await page.getByRole('status').filter({ hasText: 'Stopped.' }).waitFor();
  });
});
