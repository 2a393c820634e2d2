import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { openAside } from '../support/home-page.ts';
import { longAnswer } from '../support/long-answer.ts';
import { scripts } from '../support/page-scripts.ts';
import { answered, setStage } from '../support/page-stage.ts';
import { type AskScript, streamEvents } from '../support/scripted-service.ts';

/** How long a finger rests on the glass, in milliseconds. */
const TOUCH_MS = 50;
/** How often the answer that is being written grows: several times while a finger rests. */
const BLOCK_MS = 20;
/** Sources are in a sheet where they do not fit beside the answer, in pixels. */
const WIDE = 992;

/** An answer that grows until the page is closed. */
const growing: AskScript = (response, asked) => {
  scripts.reading?.(response, asked);
  scripts.writing?.(response, asked);
  let index = 2;
  const timer = setInterval(() => {
    streamEvents(response, ['marked-block', { index: index++, html: '<p>And so on, and so forth.</p>' }]);
  }, BLOCK_MS);
  void asked.dropped.then(() => clearInterval(timer));
};

const long = await longAnswer();
const stage = setStage((question) => (question === 'grow' ? growing : (scripts[question] ?? long)));
const { pageTest } = stage;

const open = (page: Page, question: string) =>
  page.goto(`${stage.service.url}/?${new URLSearchParams({ q: question })}`);

async function openWhole(page: Page): Promise<void> {
  await open(page, 'What survives a crash?');
  await page.getByRole('button', { name: 'Contents' }).waitFor();
}

/** Unfolds all that an answer has. */
async function unfold(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Contents' }).click();
  await page.getByRole('button', { name: 'Save' }).last().click();
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true;
  });
}

/** The states in which a page is touched, and how to get there from a new page. */
const STATES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  home: (page) => page.goto(stage.service.url),
  streaming: async (page) => {
    await open(page, 'grow');
    await page.locator('.block').nth(4).waitFor();
    await page.getByRole('button', { name: 'Details' }).waitFor();
  },
  answer: openWhole,
  'answer, with all unfolded': async (page) => {
    await openWhole(page);
    await unfold(page);
  },
  'follow-up': async (page) => {
    await openWhole(page);
    await page.getByRole('textbox').fill('And then?');
    await page.keyboard.press('Enter');
    await page.locator('.earlier').waitFor();
    await answered(page).waitFor();
    await page.getByRole('textbox').click();
    await page.getByRole('button', { name: 'Where to search' }).click();
  },
  error: async (page) => {
    await open(page, 'search failed');
    await page.getByText('Details').click();
  },
  history: async (page) => {
    await openWhole(page);
    await openAside(page);
    await page
      .getByRole('button', { name: /^Actions/ })
      .first()
      .click();
  },
  settings: async (page) => {
    await page.goto(stage.service.url);
    await openAside(page, 'settings');
  },
  sources: async (page) => {
    await openWhole(page);
    if ((page.viewportSize()?.width ?? 0) < WIDE) await page.locator('.source-strip button').click();
  },
};

describe('what is tapped is what was under the finger', { concurrency: 3 }, () => {
  for (const [width, isMobile] of [
    [360, true],
    [768, true],
    [1280, false],
  ] as const)
    pageTest(
      `${width} pixels wide`,
      { viewport: { width, height: 800 }, hasTouch: true, isMobile },
      async ({ page }) => {
        await page.addInitScript(writeDownTaps);
        const devTools = await page.context().newCDPSession(page);
        for (const [state, reach] of Object.entries(STATES)) {
          await reach(page);
          await page.locator('.options .chip').first().waitFor({ state: 'attached' });
          assert.deepEqual(await tapAll(page, devTools), [], state);
        }
      },
    );
});

/** Taps each control that is in view, or can be brought there, and returns what went wrong. */
async function tapAll(page: Page, devTools: CDPSession): Promise<string[]> {
  const faults: string[] = [];
  const count = await page.evaluate(() => Reflect.get(window, 'findControls')());
  assert.ok(count > 2, `${count} controls`);
  for (let at = 0; at < count; at++) {
    const place: { x: number; y: number } | null = await page.evaluate(
      (index) => Reflect.get(window, 'bringIntoView')(index),
      at,
    );
    if (place === null) continue;
    const send = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      devTools.send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', [place]);
    await sleep(TOUCH_MS);
    await send('touchEnd', []);
    const fault: string = await page.evaluate((index) => Reflect.get(window, 'outcomeOf')(index), at);
    if (fault !== '') faults.push(fault);
  }
  return faults;
}

/** Runs in the page before its own script. Clicks do nothing while controls are tapped. */
function writeDownTaps() {
  const CONTROLS = 'button, a, input, textarea, summary, [role=button]';
  let controls: Element[] = [];
  let isFieldOpen = false;
  let pressed: Element | null = null;
  let clicked = Promise.withResolvers<Element | null>();
  const controlAt = (target: EventTarget | null) =>
    target instanceof Element ? (target.closest(CONTROLS) ?? target) : null;
  const nameOf = (element: Element | null) =>
    element === null
      ? 'nothing'
      : `${element.localName}.${element.className} "${element.textContent?.slice(0, 30)}"`;
  /** Less than 44 px high, with the area around it that reacts to touch; a link in a text is as high as that. */
  const isTooSmall = (control: Element | null) => {
    const OF_ONE_SIZE = 'button, summary, .brand, .again, .example a, .history a, .card a, .citation';
    if (control?.matches(OF_ONE_SIZE) !== true || !matchMedia('(pointer: coarse)').matches) return false;
    const { height } = control.getBoundingClientRect();
    const around = Number.parseFloat(getComputedStyle(control, '::after').height);
    return Math.max(height, Number.isNaN(around) ? 0 : around) < 43.9;
  };
  addEventListener('pointerdown', ({ target }) => (pressed = controlAt(target)), true);
  addEventListener(
    'click',
    (event) => {
      if (controls.length === 0) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      clicked.resolve(controlAt(event.target));
    },
    true,
  );
  Object.assign(window, {
    findControls() {
      // A modal dialog takes all touches.
      const [dialog = document] = document.querySelectorAll('dialog:modal');
      controls = Array.from(dialog.querySelectorAll(CONTROLS)).filter((each) =>
        each.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      );
      isFieldOpen = document.querySelector('search[data-open]') !== null;
      return controls.length;
    },
    bringIntoView(at: number) {
      const control = controls[at];
      if (control?.isConnected !== true || control.checkVisibility() === false) return null;
      // Each touch finds the field as the first one did.
      document.querySelector('search')?.toggleAttribute('data-open', isFieldOpen);
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const [box] = control.getClientRects();
      if (box === undefined || box.width < 2 || getComputedStyle(control).clipPath !== 'none') return null;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      // A touch of one citation opens its card, which may cover the next one.
      if (document.elementFromPoint(x, y)?.closest('#citation-card') != null) return null;
      pressed = null;
      clicked = Promise.withResolvers();
      return { x, y };
    },
    async outcomeOf(at: number) {
      const control = controls[at] ?? null;
      const isMissed = new Promise<null>((resolve) => setTimeout(resolve, 10_000, null));
      const hit = await Promise.race([clicked.promise, isMissed]);
      const isRight = pressed === control && hit === control;
      if (!isRight) return `${nameOf(control)}: ${nameOf(pressed)} under the finger, ${nameOf(hit)} clicked`;
      return isTooSmall(control) ? `${nameOf(control)} is too small for a finger` : '';
    },
  });
}
