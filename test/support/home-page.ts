import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Opens history and settings, whatever the language. */
export async function openAside(page: Page): Promise<void> {
  await page.locator('.aside-button').click();
  await page.locator('dialog.aside').waitFor();
}

/**
 * Chooses a setting by its position: 0 for the appearance, 1 for the language, 2 for the number of sources, 3
 * for the keys.
 */
export async function choose(page: Page, place: 0 | 1 | 2 | 3, value: string): Promise<void> {
  await openAside(page);
  await page.locator('.settings select').nth(place).selectOption(value);
  await page.keyboard.press('Escape');
  await page.locator('dialog.aside').waitFor({ state: 'detached' });
}

/** Waits until the page is stored for use without a network. */
export async function untilKept(page: Page): Promise<void> {
  const state = await page.evaluate(async () => (await navigator.serviceWorker.ready).active !== null);
  assert.equal(state, true);
}
