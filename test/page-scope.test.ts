import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { answered, QUESTION, setStage } from './support/page-stage.ts';

/** The fields that every question of the page has. */
const USUAL = { num_sources: 10 };

const stage = setStage();
const { pageTest } = stage;

const group = (page: Page) => page.getByRole('group', { name: 'Where to search' });
/** The button that opens the choices. */
const opener = (page: Page) => page.getByRole('button', { name: 'Where to search' });
const removalOf = (page: Page, what: string) =>
  page.getByRole('button', { name: `Remove: ${what}`, exact: true });
const addressOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

async function ask(page: Page): Promise<void> {
  await page.getByRole('textbox').fill(QUESTION);
  await page.keyboard.press('Enter');
  await answered(page).waitFor();
}

pageTest("the reader's choices are sent, are in the address, and can be removed", async ({ page }) => {
  await page.goto(stage.service.url);
  await opener(page).click();
  const field = group(page).getByRole('searchbox');
  await field.fill('the axolotl site');
  await page.keyboard.press('Enter');
  assert.equal(await field.inputValue(), 'the axolotl site', 'what is no site stays, to be corrected');
  assert.equal(await field.evaluate((input: HTMLInputElement) => input.validity.patternMismatch), true);
  await group(page).getByLabel('Period').selectOption('week');
  await group(page).getByLabel('Language').selectOption('de');
  for (const site of ['https://En.Wikipedia.org/wiki/Sky', '-example.org']) {
    await field.fill(site);
    await page.keyboard.press('Enter');
  }
  await ask(page);
  const sent = { time_range: 'week', language: 'de' };
  assert.deepEqual(addressOf(page), {
    ...{ q: QUESTION, ...sent, only_sites: 'en.wikipedia.org', never_sites: 'example.org' },
  });
  const { scope } = stage.service.asked.at(-1) ?? assert.fail();
  assert.deepEqual(scope, {
    ...USUAL,
    ...sent,
    sites: { only: ['en.wikipedia.org'], never: ['example.org'] },
  });

  for (const what of ['Past week', 'Deutsch', 'en.wikipedia.org', '-example.org'])
    await removalOf(page, what).click();
  await ask(page);
  assert.deepEqual(addressOf(page), { q: QUESTION });
  assert.deepEqual(stage.service.asked.at(-1)?.scope, USUAL);
});

pageTest(
  'an address sets it, Back and a new question set it back, and the keyboard removes it',
  async ({ page }) => {
    await page.goto(`${stage.service.url}/?time_range=year&only_sites=a.example,b.example`);
    await removalOf(page, 'Past year').waitFor();
    await ask(page);
    const { scope } = stage.service.asked.at(-1) ?? assert.fail();
    assert.deepEqual(scope, { ...USUAL, time_range: 'year', sites: { only: ['a.example', 'b.example'] } });
    await page.getByRole('link', { name: 'New question' }).click();
    await removalOf(page, 'Past year').waitFor({ state: 'detached' });
    await page.goBack();
    await answered(page).waitFor();
    await removalOf(page, 'Past year').focus();
    await page.keyboard.press('Enter');
    await removalOf(page, 'Past year').waitFor({ state: 'detached' });
    const focused = page.locator(':focus');
    assert.equal(await focused.textContent(), 'Where to search', 'the keyboard never loses its place');
    await page.keyboard.press('Enter');
    await group(page).getByLabel('Period').waitFor();
  },
);

pageTest(
  'on a phone the choices are easy to touch, all in view, and pass accessibility rules',
  {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  },
  async ({ page, findBarriers }) => {
    await page.goto(
      `${stage.service.url}/?time_range=week&language=ja&only_sites=a-long-name.of-a-site.example`,
    );
    await removalOf(page, 'Past week').waitFor();
    await opener(page).click();
    for (const chip of await page.locator('.options .chip').all()) {
      const box = (await chip.boundingBox()) ?? assert.fail();
      assert.ok(box.height >= 44 && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    assert.deepEqual(await findBarriers(), []);
  },
);

pageTest(
  'on a phone, the field is one line while somebody reads, opens when it is used, and closes when it is sent',
  { viewport: { width: 390, height: 844 } },
  async ({ page }) => {
    await stage.openAnswer(page);
    assert.equal(await opener(page).isVisible(), false);
    assert.ok(((await page.locator('search').boundingBox())?.height ?? 844) < 90);
    await page.getByRole('textbox').click();
    await opener(page).click();
    await group(page).getByLabel('Period').selectOption('week');
    await page.getByRole('heading', { level: 1 }).click();
    await removalOf(page, 'Past week').waitFor();
    await ask(page);
    assert.equal(await page.locator('#scope').count(), 0);
    await removalOf(page, 'Past week').waitFor();
    await opener(page).click();
    assert.equal(await group(page).getByLabel('Period').inputValue(), 'week', 'the choice itself stays');
  },
);
