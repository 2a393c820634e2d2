import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { requireBuiltPage } from './built-page.ts';
import { scripts } from './page-scripts.ts';
import { type ScriptedService, startScriptedService } from './scripted-service.ts';

/** The folder for screenshots; without it none are taken, as each takes the time of a short test. */
const PICTURES = process.env.SCREENSHOTS;

/** A browser, and the built page on a service that follows the scripts. */
export type PageStage = AsyncDisposable & {
  readonly browser: Browser;
  readonly service: ScriptedService;
  /** Opens the page at the question and waits for its whole answer. */
  openAnswer(page: Page): Promise<void>;
};

/** The question of the stage's answer. */
export const QUESTION = 'Why is the sky blue?';

/** Serves the built page; questions without a script are never answered. */
export async function setStage(): Promise<PageStage> {
  requireBuiltPage();
  const [browser, service] = await Promise.all([
    launchBrowser(),
    startScriptedService((question) => scripts[question] ?? (() => undefined)),
  ]);
  return {
    browser,
    service,
    async openAnswer(page) {
      await page.goto(`${service.url}/?${new URLSearchParams({ q: QUESTION })}`);
      await answered(page).waitFor();
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** The status line, once there is an answer. */
export function answered(page: Page) {
  return page.getByRole('status').filter({ hasText: 'Answered' });
}

/** Takes a picture of the window as it is, if `SCREENSHOTS` names a folder. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
