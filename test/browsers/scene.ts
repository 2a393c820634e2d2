import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pageFolder } from '../../web/build.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import type { Ground } from './ground.ts';

/** A browser, and everything the page is tested with. */
export type Stage = { readonly name: string; readonly browser: DrivenBrowser; readonly ground: Ground };

/** The folder for screenshots: the one that `SCREENSHOTS` names, otherwise one next to the built page. */
const PICTURES = process.env.SCREENSHOTS ?? join(pageFolder, '..', 'screenshots');
const PATIENCE_MS = 10_000;
const POLL_MS = 25;

/** Waits until there is an element that matches the selector and contains the text. */
export async function untilShown({ browser }: Stage, selector: string, text = ''): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (!(await textsOf({ browser }, selector)).some((shown) => shown.includes(text))) {
    if (performance.now() > until)
      assert.fail(`no ${selector} with "${text}", but: ${await textsOf({ browser }, 'main')}`);
    await pause(POLL_MS);
  }
}

/** Waits until no element matches the selector. */
export async function untilGone({ browser }: Stage, selector: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while ((await textsOf({ browser }, selector)).length > 0) {
    if (performance.now() > until) assert.fail(`${selector} is still there`);
    await pause(POLL_MS);
  }
}

/** The text of every element that matches the selector. */
export function textsOf({ browser }: Pick<Stage, 'browser'>, selector: string): Promise<string[]> {
  return browser.evaluate(
    (wanted) => Array.from(document.querySelectorAll(wanted), ({ textContent }) => textContent),
    selector,
  );
}

/** Opens the real service at the question and waits for its whole answer. */
export async function openAnswer(scene: Stage, question: string): Promise<void> {
  await scene.browser.open(`${scene.ground.url}/?${new URLSearchParams({ q: question })}`);
  await untilShown(scene, '.status', 'Answered');
}

/** Types the question into the field and presses Enter. */
export async function ask(scene: Stage, question: string): Promise<void> {
  await untilShown(scene, '.aside-button');
  await scene.browser.click('#question');
  await scene.browser.type(question);
  await scene.browser.press('Enter');
}

/** Chooses a value of one of the settings. */
export async function choose(scene: Stage, setting: 'theme' | 'language', value: string): Promise<void> {
  await untilShown(scene, '.settings-button');
  await scene.browser.click('.settings-button');
  await untilShown(scene, 'dialog.aside .settings');
  await scene.browser.evaluate(
    (name, chosen) => {
      const select = document.querySelector<HTMLSelectElement>(`.settings select[name=${name}]`);
      if (select === null) return;
      select.value = chosen;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    },
    setting,
    value,
  );
  await scene.browser.press('Escape');
  await untilGone(scene, 'dialog.aside');
}

/** Takes a screenshot of the window as it is. */
export async function takePicture({ browser, name }: Stage, what: string): Promise<void> {
  // The latest change is drawn two frames later at most.
  await browser.evaluate(() =>
    new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => null),
  );
  await mkdir(PICTURES, { recursive: true });
  await writeFile(join(PICTURES, `${name.toLowerCase()}-${what}.png`), await browser.picture());
}
