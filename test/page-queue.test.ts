import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { scripts } from './support/page-scripts.ts';
import { answered, questionsOn, setStage } from './support/page-stage.ts';
import { type AskScript, startScriptedService } from './support/scripted-service.ts';

const FIRST = 'Why is the sky blue?';

const { pageTest } = setStage();

/** A service whose first answer waits half written; `finish` completes it. Every other answer is whole. */
async function startHolding() {
  let held: { response: ServerResponse; whole: () => void } | null = null;
  const first: AskScript = (response, asked) => {
    scripts.writing?.(response, asked);
    held = { response, whole: () => scripts[FIRST]?.(response, asked) };
  };
  const service = await startScriptedService((question) =>
    question === FIRST && held === null ? first : (scripts[FIRST] ?? first),
  );
  return { ...service, finish: () => held?.whole(), [Symbol.asyncDispose]: service[Symbol.asyncDispose] };
}

const waiting = (page: Page) =>
  page.getByRole('list', { name: 'Next' }).getByRole('button', { name: /^Edit/ });

async function openWhileWriting(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/?${new URLSearchParams({ q: FIRST })}`);
  await page.locator('article[aria-busy=true] .block').first().waitFor();
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox').fill(question);
  await page.keyboard.press('Enter');
}

describe('while an answer is being written', { concurrency: 3 }, () => {
  pageTest(
    'a question waits for its end, and nothing of the answer is lost',
    { viewport: { width: 390, height: 844 } },
    async ({ page, findBarriers }) => {
      await using service = await startHolding();
      await openWhileWriting(page, service.url);
      await ask(page, 'And violet?');
      await ask(page, 'And the sea?');
      assert.deepEqual(await waiting(page).allTextContents(), ['And violet?', 'And the sea?']);
      await page
        .getByRole('status')
        .filter({ hasText: 'Will be asked when this answer is complete.' })
        .waitFor();
      assert.equal(service.asked.length, 1);
      assert.deepEqual(await findBarriers(), []);
      await page.getByRole('textbox').fill('half a thought');
      service.finish();
      await page.getByRole('heading', { name: 'And the sea?' }).waitFor();
      await answered(page).waitFor();
      assert.deepEqual(await questionsOn(page), [FIRST, 'And violet?', 'And the sea?']);
      assert.equal(await page.locator('.earlier').first().locator('.block').count(), 7);
      assert.equal(
        await page.getByRole('textbox').inputValue(),
        'half a thought',
        'the field keeps its text',
      );
      assert.equal(await waiting(page).count(), 0);
    },
  );

  pageTest(
    'a waiting question can be edited in the field, whose text then waits, and removed',
    async ({ page }) => {
      await using service = await startHolding();
      await openWhileWriting(page, service.url);
      await ask(page, 'And violet?');
      await page.getByRole('textbox').fill('And the sea?');
      await page.getByRole('button', { name: 'Edit: And violet?' }).click();
      assert.equal(await page.getByRole('textbox').inputValue(), 'And violet?');
      assert.deepEqual(await waiting(page).allTextContents(), ['And the sea?']);
      await page.getByRole('button', { name: 'Remove: And the sea?' }).click();
      assert.equal(await waiting(page).count(), 0);
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'question');
      await ask(page, 'And what about the sea? '.repeat(9));
      const remove = await page.getByRole('button', { name: /^Remove: And what/ }).boundingBox();
      const field = await page.getByRole('search').boundingBox();
      assert.ok(remove && field && remove.x + remove.width <= field.x + field.width, 'a long one has room');
    },
  );

  pageTest('stopping asks nothing else: the questions keep waiting, also after Reload', async ({ page }) => {
    await using service = await startHolding();
    await openWhileWriting(page, service.url);
    await ask(page, 'And violet?');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Stopped.' }).waitFor();
    assert.deepEqual(await waiting(page).allTextContents(), ['And violet?']);
    await page.reload();
    assert.deepEqual(await waiting(page).allTextContents(), ['And violet?']);
    assert.equal(service.asked.length, 1);
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByRole('heading', { name: 'And violet?' }).waitFor();
    await answered(page).waitFor();
    assert.deepEqual(await questionsOn(page), [FIRST, 'And violet?']);
  });
});
