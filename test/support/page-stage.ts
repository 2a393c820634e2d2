import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { requireBuiltPage } from './built-page.ts';
import { scripts } from './page-scripts.ts';
import { type AskScript, type ScriptedService, startScriptedService } from './scripted-service.ts';
import { openTestPage, type TestPage } from './test-page.ts';

/** The folder for screenshots; without it none are taken, as each takes the time of a short test. */
const PICTURES = process.env.SCREENSHOTS;

/** What a test does with its page; it ends before the page is closed. */
type TryPage = (page: TestPage) => Promise<void>;

/** A browser, and the built page on a service that follows the scripts, for the tests of a file. */
type PageStage = {
  readonly browser: Browser;
  readonly service: ScriptedService;
  /** Opens the page at the question and waits for its whole answer. */
  openAnswer(page: Page): Promise<void>;
  /** A test with a page of its own, in which nothing may be reported in the end: no error, no violation. */
  pageTest(name: string, ...test: [TryPage] | [BrowserContextOptions, TryPage]): void;
};

/** The question of the stage's answer. */
export const QUESTION = 'Why is the sky blue?';

/** Sets the stage before the tests of the file; `scriptFor` knows more questions. Others are never answered. */
export function setStage(
  scriptFor: (question: string) => AskScript | undefined = () => undefined,
): PageStage {
  let browser: Browser;
  let service: ScriptedService;
  before(async () => {
    requireBuiltPage();
    browser = await launchBrowser();
    service = await startScriptedService(
      (question) => scriptFor(question) ?? scripts[question] ?? (() => undefined),
    );
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });
  return {
    get browser() {
      return browser;
    },
    get service() {
      return service;
    },
    async openAnswer(page) {
      await page.goto(`${service.url}/?${new URLSearchParams({ q: QUESTION })}`);
      await answered(page).waitFor();
      await untilComplete(page);
    },
    pageTest(name, ...given) {
      const [options, tryPage] = given.length === 1 ? [{}, given[0]] : given;
      test(name, async () => {
        await using watched = await openTestPage(browser, options);
        await tryPage(watched);
        await takePicture(watched.page, name.replaceAll(/\W+/g, '-').slice(0, 80));
        assert.deepEqual(watched.complaints, []);
      });
    },
  };
}

/** Resolves once all that is loaded after the first paint is drawn, and listens to keys and pointers. */
export async function untilComplete(page: Page): Promise<void> {
  await page.locator('.aside-button').waitFor();
  await untilDrawn(page);
}

/** Resolves once changes have been drawn, their effects have run and their layout shifts are counted. */
export function untilDrawn(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
}

/** From now on, adds up the layout shifts that no input of the reader explains. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (Reflect.get(entry, 'hadRecentInput') !== true)
          Object.assign(window, { shifted: Reflect.get(window, 'shifted') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The sum of the layout shifts (web.dev/cls) since the page was opened, or since the last call. */
export async function shiftsOf(page: Page): Promise<number> {
  await untilDrawn(page);
  return page.evaluate(() => {
    const sum = Number(Reflect.get(window, 'shifted'));
    Object.assign(window, { shifted: 0 });
    return sum;
  });
}

/** The status line, once there is an answer. */
export function answered(page: Page) {
  return page.getByRole('status').filter({ hasText: 'Answered' });
}

/** Asks the question in the field. */
export async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox').fill(question);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: question, exact: true }).waitFor();
}

/** Asks the question in the field, and waits for its answer. */
export async function askAndRead(page: Page, question: string): Promise<void> {
  await ask(page, question);
  await answered(page).waitFor();
}

/** The questions of the conversation on the page. */
export function questionsOn(page: Page): Promise<string[]> {
  return page.locator('.asked-question').allTextContents();
}

/** Takes a picture of the window as it is, if `SCREENSHOTS` names a folder; each test does so at its end. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
