import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type PageStage, setStage, takePicture } from './support/page-stage.ts';
import { openWatchedPage, sidewaysScroll } from './support/watched-page.ts';

let stage: PageStage;

before(async () => {
  stage = await setStage();
});

after(() => stage?.[Symbol.asyncDispose]());

const summaryOf = (page: Page) => page.getByText('Sentences found in the sources: 1 of 3');

/** The marked texts of the answer by the name of their mark. */
const marks = (page: Page) =>
  page.evaluate(() =>
    ['differs', 'not-found'].map((name) => Array.from(CSS.highlights.get(name) ?? [], String).join('|')),
  );

/** Clicks in the middle of the first line of a text of the answer. */
async function clickOn(page: Page, text: string): Promise<void> {
  const [x, y] = await page
    .locator('.block p')
    .first()
    .evaluate((paragraph, wanted) => {
      const node = paragraph.firstChild;
      const range = document.createRange();
      const at = node?.textContent?.indexOf(wanted) ?? 0;
      range.setStart(node ?? paragraph, at);
      range.setEnd(node ?? paragraph, at + wanted.length);
      const { left, top, width, height } = range.getClientRects()[0] ?? new DOMRect();
      return [left + width / 2, top + height / 2] as const;
    }, text);
  await page.mouse.click(x, y);
}

describe('the page says what the sources say of each sentence', { concurrency: 3 }, () => {
  test('in a list below the answer, with the part that differs marked', async () => {
    await using watched = await openWatchedPage(stage.browser);
    const { page } = watched;
    await stage.openAnswer(page);
    await summaryOf(page).focus();
    await page.keyboard.press('Enter');
    const list = page.locator('.findings');
    await list.getByText('A sentence that was not found may be true').waitFor();
    assert.deepEqual(
      (await list.getByRole('listitem').allTextContents()).map((text) => text.replace(/\s+/g, ' ')),
      [
        'Differs: Blue light reaches the eye from every direction, red light goes mostly straight on.' +
          'Source 2 says: Blue light does not reach the eye from below.Ask again about this',
        'Not found: the upper air swallows part of it,Ask again about this',
      ],
    );
    assert.equal(await list.locator('mark').textContent(), 'does not');
    assert.deepEqual(await watched.findBarriers(), []);
    await takePicture(page, 'findings-desktop-light');
    assert.deepEqual(watched.complaints, []);
  });

  test('by a line under what differs and under what was not found, without changing the text', async () => {
    await using watched = await openWatchedPage(stage.browser);
    const { page } = watched;
    await stage.openAnswer(page);
    await summaryOf(page).waitFor();
    const [differs, notFound] = await marks(page);
    assert.equal(differs, 'Blue light reaches');
    assert.match(notFound ?? '', /^the upper air swallows part of it/);
    assert.equal(await page.locator('.blocks mark').count(), 0);
  });

  test('and on the sentence, in a card that asks about it again', async () => {
    await using watched = await openWatchedPage(stage.browser);
    const { page } = watched;
    await stage.openAnswer(page);
    await summaryOf(page).waitFor();
    const card = page.locator('#sentence-card');
    for (const close of [() => page.keyboard.press('Escape'), () => page.locator('h1').click()]) {
      await clickOn(page, 'Blue light reaches');
      await card.getByText('Blue light does not reach the eye from below.').waitFor();
      assert.equal(await card.locator('mark').textContent(), 'does not');
      await takePicture(page, 'sentence-card-desktop');
      assert.deepEqual(await watched.findBarriers(), []);
      await close();
      await card.waitFor({ state: 'hidden' });
    }
    await clickOn(page, 'Blue light reaches');
    await card.getByRole('button', { name: 'Ask again about this' }).click();
    const { question } = await stage.service.untilAsked(
      'Is this right? “Blue light reaches the eye from every direction, red light goes mostly straight on.”',
    );
    assert.ok(question);
    assert.deepEqual(watched.complaints, []);
  });

  test('and of each source, when it was published and whether it was read', async () => {
    await using watched = await openWatchedPage(stage.browser);
    await stage.openAnswer(watched.page);
    const told = watched.page.locator('.card-basis');
    assert.deepEqual(await told.allTextContents(), ['May 12, 2024 · page read', 'only the excerpt']);
    assert.deepEqual(await watched.findBarriers(), []);
  });

  test('on a small phone, and again after Reload', async () => {
    await using watched = await openWatchedPage(stage.browser, { viewport: { width: 320, height: 640 } });
    const { page } = watched;
    await stage.openAnswer(page);
    await summaryOf(page).click();
    assert.equal(await sidewaysScroll(page), 0);
    await page.reload();
    await summaryOf(page).waitFor();
    assert.deepEqual(watched.complaints, []);
  });
});
