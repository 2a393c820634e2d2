import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { openTestPage } from './test-page.ts';

/** A service to test the page with, and questions for it. */
type FlowGround = {
  readonly url: string;
  /** A question that is answered at once, with at least one citation. */
  readonly question: string;
  /** A question whose answer begins and does not end. */
  readonly endlessQuestion: string;
  /** The number of questions that the service has received. */
  asked(): number;
  /** Resolves when the work on the endless question has been dropped. */
  dropped(): Promise<unknown>;
};

/** A reader's way through the page: ask, read, look at a source, go back and forward, stop, open a link. */
export async function proveFlow(browser: Browser, ground: FlowGround): Promise<void> {
  await using watched = await openTestPage(browser);
  const { page, complaints } = watched;
  await page.goto(ground.url);
  await askByKeyboard(page, ground.question);
  await readAnswer(page, ground.question);
  await followCitation(page);
  await goBackAndForth(page, ground);
  await stopTheAnswer(page, ground);
  await comeByLink(page, ground);
  assert.deepEqual(complaints, []);
}

async function askByKeyboard(page: Page, question: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.type(question);
  await page.keyboard.press('Enter');
}

async function readAnswer(page: Page, question: string): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: /^Answered in/ })
    .waitFor();
  assert.equal(new URL(page.url()).searchParams.get('q'), question);
  assert.equal(await page.title(), `${question} · Sayso`);
  assert.equal(await page.locator('article').getAttribute('aria-busy'), 'false');
  const cards = page.locator('.sources .card');
  assert.ok((await cards.count()) > 0);
  assert.equal(await cards.first().locator('.card-number').textContent(), '1');
  assert.match((await cards.first().locator('.card-host').textContent()) ?? '', /\w/);
  assert.match((await cards.first().getByRole('link').getAttribute('href')) ?? '', /^https?:/);
}

async function followCitation(page: Page): Promise<void> {
  const citation = page.locator('a.citation').first();
  const index = /\d+/.exec((await citation.textContent()) ?? '')?.[0];
  const card = page.locator(`#source-${index}`);
  assert.equal(await citation.getAttribute('href'), await card.getByRole('link').getAttribute('href'));
  await citation.hover();
  assert.match((await card.getAttribute('class')) ?? '', /pointed-at/);
  const before = page.url();
  await citation.click();
  assert.equal(page.url(), before);
  assert.ok(await card.getByRole('link').evaluate((link) => link === document.activeElement));
}

async function goBackAndForth(page: Page, ground: FlowGround): Promise<void> {
  const asked = ground.asked();
  await page.goBack();
  await page.getByRole('heading', { name: 'Ask the web.' }).waitFor();
  await page.goForward();
  await page.locator('a.citation').first().waitFor();
  assert.equal(ground.asked(), asked, 'an answer that was there is not asked for again');
}

async function stopTheAnswer(page: Page, ground: FlowGround): Promise<void> {
  await page.getByRole('textbox').fill(ground.endlessQuestion);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  // The first block is readable while the answer is still being written.
  await page.locator('article[aria-busy=true] .block').first().waitFor();
  const text = await page.locator('article .blocks').textContent();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'Stopped.' }).waitFor();
  await ground.dropped();
  assert.equal(await page.locator('article .blocks').textContent(), text);
}

async function comeByLink(page: Page, ground: FlowGround): Promise<void> {
  await page.goto(`${ground.url}/?${new URLSearchParams({ q: ground.question })}`);
  await page.locator('a.citation').first().waitFor();
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), ground.question);
}
