import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setStage, takePicture } from '../support/page-stage.ts';
import { startScriptedService } from '../support/scripted-service.ts';
import { openTestPage, sidewaysScroll, type TestPage } from '../support/test-page.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

/** The question for the state, and words that the page shows in it. */
const STATES: readonly [question: string, shown: string | RegExp][] = [
  ['Why is the sky blue?', 'Answered in 2.3 s from 3 sources'],
  ['searching', 'Searching the web…'],
  ['reading', 'Reading 2 pages: en.wikipedia.org, eyes.test'],
  ['writing', 'Writing from 4 sources…'],
  ['nothing found', 'Nothing was found.'],
  ['without sources', 'This answer has no sources.'],
  ['unconfigured', 'No language model is set up yet.'],
  ['model failed', 'The model did not answer.'],
  ['cut by time', 'The answer was cut short because time ran out.'],
  ['search failed', 'The search failed.'],
  ['stream failed', 'The service is stopping.'],
  ['broken', 'The connection was lost.'],
  // It counts down, so a slow machine does not see every number.
  ['too many', /^Try again in \d+ seconds\.$/],
  ['too long', 'The field `query` is longer than 2,000 characters.'],
  ['unforeseen', 'Something went wrong inside the service. Request 3f1c.'],
  ['with a key', 'This service needs a key.'],
];

const stage = setStage();

describe('every state is readable by everybody, fits every window and breaks no rule', {
  concurrency: 3,
}, () => {
  for (const [question, shown] of STATES) {
    test(question, async () => {
      await using watched = await openTestPage(stage.browser, { viewport: PHONE });
      await watched.page.goto(`${stage.service.url}/?${new URLSearchParams({ q: question })}`);
      await watched.page.getByText(shown, { exact: true }).first().waitFor();
      await holdToTheRules(watched, question);
    });
  }

  test('before the first question', async () => {
    await using watched = await openTestPage(stage.browser, { viewport: PHONE });
    await watched.page.goto(stage.service.url);
    await watched.page.getByRole('heading', { name: 'Ask the web.' }).waitFor();
    assert.equal(await watched.page.locator('.examples a').count(), 3);
    await holdToTheRules(watched, 'idle');
  });

  test('before the first question, without a model', async () => {
    await using unconfigured = await startScriptedService(() => () => undefined, { llm_configured: false });
    await using watched = await openTestPage(stage.browser, { viewport: PHONE });
    await watched.page.goto(unconfigured.url);
    await watched.page.getByText('No language model is set up yet.').waitFor();
    await holdToTheRules(watched, 'idle-unconfigured');
  });

  test('stopped, with the pointer on a citation', async () => {
    await using watched = await openTestPage(stage.browser, { viewport: PHONE });
    await watched.page.goto(`${stage.service.url}/?q=writing`);
    await watched.page.locator('a.citation').first().waitFor();
    await watched.page.keyboard.press('Escape');
    await watched.page.getByRole('status').filter({ hasText: 'Stopped.' }).waitFor();
    await watched.page.locator('a.citation').first().hover();
    await watched.page.locator('#citation-card').waitFor();
    await holdToTheRules(watched, 'stopped');
  });
});

async function holdToTheRules({ page, complaints, findBarriers }: TestPage, name: string): Promise<void> {
  const file = name.toLowerCase().replace(/\W+/g, '-').replace(/-$/, '');
  assert.deepEqual(await findBarriers(), []);
  await takePicture(page, `${file}-phone-light`);
  for (const width of [320, 768, 1440, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    assert.equal(await sidewaysScroll(page), 0, `at ${width} px`);
  }
  await page.setViewportSize(DESKTOP);
  await takePicture(page, `${file}-desktop-light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await takePicture(page, `${file}-desktop-dark`);
  assert.deepEqual(complaints, []);
}
