import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { scripts } from './support/page-scripts.ts';
import {
  answered,
  QUESTION,
  setStage,
  shiftsOf,
  untilComplete,
  untilDrawn,
  watchShifts,
} from './support/page-stage.ts';
import { startScriptedService, streamEvents } from './support/scripted-service.ts';

const stage = setStage();
const { pageTest } = stage;

const askFor = (question: string) => `${stage.service.url}/?${new URLSearchParams({ q: question })}`;
const statusOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

describe('the page stays calm', { concurrency: 3 }, () => {
  for (const [name, viewport] of [
    ['phone', { width: 390, height: 844 }],
    ['desktop', { width: 1280, height: 900 }],
  ] as const) {
    pageTest(
      `nothing moves from the question to the whole answer, on a ${name}`,
      { viewport },
      async ({ page }) => {
        await using slow = await startScriptedService(() => async (response, asked) => {
          for (const [seen, part] of [
            ['Searching', 'reading'],
            ['Reading', 'writing'],
            ['Writing', QUESTION],
          ] as const) {
            await statusOf(page, seen).waitFor();
            scripts[part]?.(response, asked);
          }
        });
        await watchShifts(page);
        await page.goto(`${slow.url}/?q=slow`);
        await answered(page).waitFor();
        const shifted = await shiftsOf(page);
        assert.ok(shifted < 0.01, `${shifted}`);
        await page.locator('#question').focus();
        await page.keyboard.type('And at sunset?');
        await untilDrawn(page);
        assert.equal(await page.evaluate(() => scrollY), 0, 'typing below an answer does not scroll it');
      },
    );
  }

  pageTest('a screen reader announces each stage once, and none of the text', async ({ page }) => {
    await using slow = await startScriptedService(() => async (response) => {
      await statusOf(page, 'Searching').waitFor();
      streamEvents(response, ['sources', { sources: [], language: 'en' }]);
      await statusOf(page, 'Waiting').waitFor();
      for (let words = 1; words <= 20; words++) {
        streamEvents(response, ['marked-block', { index: 0, html: `<p>${'word '.repeat(words)}</p>` }]);
        await page
          .locator('.block')
          .filter({ hasText: 'word '.repeat(words).trim() })
          .waitFor();
      }
      await statusOf(page, 'Writing').waitFor();
      const whole = { answer: 'word', html_answer: '<p>word</p>', tokens_used: 1, problem: 'unsourced' };
      streamEvents(response, ['answer-end', whole]);
      response.end();
    });
    await page.addInitScript(writeDownAnnouncements);
    await page.goto(`${slow.url}/?q=slow`);
    await statusOf(page, 'From memory, not checked. This answer has no sources.').waitFor();
    assert.deepEqual(await page.evaluate(() => Reflect.get(window, 'announced')), [
      'Searching the web…',
      'Waiting for the model…',
      'Writing…',
      'From memory, not checked. This answer has no sources.',
    ]);
    // All except the buttons, which show the outcome of their action.
    const live = page.locator(':is([aria-live], [role=alert], [role=log]):not(button *)');
    assert.equal(await live.count(), 0, 'the text of the answer is no live region');
  });

  pageTest('Escape first closes what is open, and the answer continues', async ({ page }) => {
    await page.goto(askFor('writing'));
    await untilComplete(page);
    const isWriting = () => page.getByRole('button', { name: 'Stop', exact: true }).isVisible();
    await page.locator('a.citation').first().hover();
    await page.getByRole('tooltip').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    assert.ok(await isWriting());
    await page.locator('h1').hover();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('?');
    assert.equal(await page.getByRole('dialog').count(), 1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.ok(await isWriting());
    await page.keyboard.press('Escape');
    await statusOf(page, 'Stopped.').waitFor();
  });

  pageTest(
    'the seconds to the next try are counted down, and a long wait is shown as a time',
    { timezoneId: 'UTC', locale: 'en-GB' },
    async ({ page }) => {
      await page.clock.install({ time: new Date('2026-03-01T10:00:00Z') });
      await page.goto(askFor('too many'));
      const countdown = page.getByText(/^Try again in \d+ seconds?\.$/);
      await countdown.waitFor();
      // From here on, time passes only as the test says, so that a slow machine skips no number.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
      const seconds = Number(/\d+/.exec(await countdown.innerText())?.[0]);
      assert.ok(seconds > 1 && seconds <= 30);
      await page.clock.runFor((seconds - 1) * 1000);
      await page.getByText('Try again in 1 second.').waitFor();
      await page.clock.runFor(1000);
      await page.getByText('Try again in').waitFor({ state: 'detached' });
      assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 1);
      await page.goto(askFor('too many today'));
      await page.getByText(/^Try again at 12:00/).waitFor();
    },
  );

  pageTest('a prerendered page asks nothing before it is visible', async ({ page }) => {
    await using service = await startScriptedService((question) => scripts[question] ?? (() => undefined));
    await page.addInitScript(() => {
      Object.defineProperty(document, 'prerendering', { get: () => !Reflect.has(window, 'seen') });
    });
    await page.goto(`${service.url}/?${new URLSearchParams({ q: QUESTION })}`);
    await page.waitForLoadState('networkidle');
    assert.equal(service.asked.length, 0);
    await page.evaluate(() => {
      Object.assign(window, { seen: true });
      document.dispatchEvent(new Event('prerenderingchange'));
    });
    await answered(page).waitFor();
    assert.equal(service.asked.length, 1);
  });

  pageTest('keyboard users never lose the focus', async ({ page }) => {
    await page.goto(stage.service.url);
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    await page.getByRole('link', { name: QUESTION }).focus();
    await page.keyboard.press('Enter');
    await answered(page).waitFor();
    assert.equal(await focused(page), QUESTION, 'an example that was taken');
    await press('Ask again');
    await answered(page).waitFor();
    assert.equal(await focused(page), QUESTION, 'asked again');
    await page.goto(askFor('search failed'));
    await press('Try again');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    assert.equal(await focused(page), 'search failed', 'tried again');
    await page.goto(askFor('with a key'));
    await page.getByRole('textbox', { name: 'Key', exact: true }).fill('open sesame');
    await page.keyboard.press('Enter');
    await answered(page).waitFor();
    assert.equal(await focused(page), 'with a key', 'the key was taken');
  });
});

/** Runs in the page before its own script: records the status line each time it changes. */
function writeDownAnnouncements() {
  const announced: string[] = [];
  Object.assign(window, { announced });
  const write = () => {
    const text = document.querySelector('[role=status]')?.textContent?.trim() ?? '';
    if (text !== '' && text !== announced.at(-1)) announced.push(text);
  };
  new MutationObserver(write).observe(document, { subtree: true, childList: true, characterData: true });
}
