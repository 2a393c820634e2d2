import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Opens the history or the settings, whatever the language. */
export async function openAside(page: Page, panel: 'history' | 'settings' = 'history'): Promise<void> {
  await page.locator(panel === 'history' ? '.aside-button' : '.settings-button').click();
  await page.locator('dialog.aside').waitFor();
}

/** Chooses a setting by its name. */
export async function choose(page: Page, name: string, value: string): Promise<void> {
  await openAside(page, 'settings');
  await page.locator(`.settings select[name=${name}]`).selectOption(value);
  await page.keyboard.press('Escape');
  await page.locator('dialog.aside').waitFor({ state: 'detached' });
}

/** Waits until the page is stored for use without a network. */
export async function untilStored(page: Page): Promise<void> {
  const state = await page.evaluate(async () => (await navigator.serviceWorker.ready).active !== null);
  assert.equal(state, true);
}
