import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { fakeVoice } from './support/faked-voice.ts';
import { openAside } from './support/home-page.ts';
import { answered, QUESTION, setStage, untilComplete } from './support/page-stage.ts';
import { startScriptedService, streamEvents } from './support/scripted-service.ts';

const stage = setStage();
const { pageTest } = stage;

const verdicts = (page: Page) => page.getByText('2 sentences to check');
const statusOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const open = (page: Page, question: string) =>
  page.goto(`${stage.service.url}/?${new URLSearchParams({ q: question })}`);
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

// One after the other, because all pages of a browser share one clipboard.
describe('an answer keeps all that belongs to it', () => {
  pageTest('its verdicts, steps and limits when it is opened from the history', async ({ page }) => {
    await page.goto(`${stage.service.url}/?${new URLSearchParams({ q: QUESTION })}&time_range=year`);
    await verdicts(page).waitFor();
    await page.getByRole('link', { name: 'New question' }).click();
    await openAside(page);
    await page.locator('dialog.aside .history a').first().click();
    await verdicts(page).waitFor();
    await page.waitForFunction(() => CSS.highlights.has('differs'));
    await page.locator('.receipt summary').click();
    await page.getByText('Second search: results found, 409 ms').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('time_range'), 'year');
  });

  pageTest(
    'its actions, verdicts and steps when another question follows',
    CLIPBOARD,
    async ({ page, findBarriers }) => {
      const voice = await fakeVoice(page);
      await stage.openAnswer(page);
      await page.getByRole('textbox').fill(QUESTION);
      await page.keyboard.press('Enter');
      await page.locator('.earlier').waitFor();
      await answered(page).waitFor();
      const earlier = page.locator('.earlier');
      await earlier.getByRole('button', { name: 'Copy answer' }).click();
      await earlier.getByRole('button', { name: 'Copied' }).waitFor();
      assert.match(await copied(page), /^# Why is the sky blue\?\n\nThe sky is blue because/);
      await earlier.locator('.receipt summary').click();
      await earlier.getByText('Second search: results found, 409 ms').waitFor();
      await earlier.getByText('2 sentences to check').waitFor();
      await earlier.getByRole('button', { name: 'Read aloud' }).click();
      await page.waitForFunction(() => CSS.highlights.has('spoken'));
      const isInEarlier = await page.evaluate(() =>
        Array.from(CSS.highlights.get('spoken') ?? []).every(
          ({ startContainer }) => startContainer.parentElement?.closest('.earlier') !== null,
        ),
      );
      assert.ok(isInEarlier);
      // From one answer to the other, the first one falls silent.
      await page.locator('article').getByRole('button', { name: 'Read aloud' }).click();
      await earlier.getByRole('button', { name: 'Read aloud' }).waitFor();
      assert.deepEqual(
        (await voice.said()).map((text) => text.split(' ', 1)[0]),
        ['speak', 'cancel', 'speak'],
      );
      assert.deepEqual(await findBarriers(), []);
    },
  );

  pageTest(
    'its text when it was stopped: it can be copied and followed, also after Reload',
    CLIPBOARD,
    async ({ page }) => {
      await using service = await startScriptedService((question) => (response) => {
        streamEvents(
          response,
          ['sources', { sources: [], language: 'en' }],
          ['answer-delta', { text: `So far, so *${question}*.` }],
          ['marked-block', { index: 0, html: `<p>So far, so <em>${question}</em>.</p>` }],
          ['sentence', { index: 0, text: `So far, so ${question}.` }],
        );
      });
      await page.goto(`${service.url}/?q=good`);
      await page.getByText('So far, so good.').waitFor();
      await untilComplete(page);
      await page.keyboard.press('Escape');
      await statusOf(page, 'Stopped.').waitFor();
      assert.ok(await page.locator('.status').isVisible(), 'the headline says so above the fold');
      await page.getByRole('button', { name: 'Copy answer' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      assert.equal(await copied(page), '# good\n\nSo far, so *good*.\n');
      await page.reload();
      await statusOf(page, 'Stopped.').waitFor();
      await page.getByRole('textbox').fill('bad');
      await page.keyboard.press('Enter');
      await page.getByText('So far, so bad.').waitFor();
      assert.deepEqual(service.asked[1]?.history, [{ question: 'good', answer: 'So far, so *good*.' }]);
      await page.reload();
      await page.getByRole('heading', { name: 'The connection was lost.' }).waitFor();
      await page.getByText('So far, so bad.').waitFor();
      assert.equal(service.asked.length, 2, 'Reload does not ask again');
    },
  );
});

describe('a question that nothing answered', { concurrency: 3 }, () => {
  pageTest(
    'if the search is down, an operator on the same machine gets the cause and the command',
    CLIPBOARD,
    async ({ page }) => {
      await open(page, 'search failed');
      const cause = page.getByText('engine_b: refused the connection');
      await page.getByText('Details').waitFor();
      assert.equal(await cause.isVisible(), false, 'the cause is folded');
      await page.getByText('Details').click();
      await cause.waitFor();
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      assert.equal(await copied(page), 'npx sayso doctor');
      assert.equal(await page.getByText('tell the person who runs this service').count(), 0);
      await page.getByText('docker compose exec sayso node bin/sayso.js doctor').waitFor();
    },
  );
});
