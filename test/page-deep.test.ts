import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { answered, setStage, shiftsOf, watchShifts } from './support/page-stage.ts';
import { type AskScript, startScriptedService, streamEvents } from './support/scripted-service.ts';
import { sidewaysScroll } from './support/test-page.ts';

const { pageTest } = setStage();

const QUESTION = 'Which of the two largest moons is closer to its planet?';
const PLAN = ['What are the two largest moons?', 'How far is Ganymede from Jupiter?'];
const MISSING = 'How far is Titan from Saturn?';
const slots = [{ search_engine: 'engine_a', status: 'ok', cause: '', took_ms: 5 }];
const searchEnd = (search: number, query: string, round: number) =>
  ['search-end', { search, query, round, slots, found: [source.url, `${source.url}/${search}`] }] as const;
const source = { index: 1, title: 'Ganymede', url: 'https://moons.test/ganymede', snippet: 'It is near.' };
const page1 = ['page-read', { url: source.url, took_ms: 9, round: 1 }] as const;

/** What the page shows of each question of the plan. */
const shownPlan = (page: Page) => page.locator('.plan li').allTextContents();
const switchOf = (page: Page) => page.getByRole('button', { name: 'Deep research' });
const answerNow = (page: Page) => page.getByRole('button', { name: 'Answer now' });

function endWith(response: ServerResponse, text: string) {
  const html = `<p>${text} <a class="citation" href="${source.url}">[1]</a></p>`;
  streamEvents(
    response,
    ['sources', { sources: [source], language: 'en' }],
    ['marked-block', { index: 0, html }],
    ['answer-end', { answer: `${text} [1]`, html_answer: html, sources: [source], tokens_used: 9 }],
  );
  response.end();
}

/** Stops after the first search until the page wants the answer. */
const whenFinished: AskScript = async (response, asked) => {
  streamEvents(response, ['plan', { sub_questions: PLAN }], searchEnd(0, PLAN[0] ?? '', 1), page1);
  await asked.finished;
  endWith(response, 'Ganymede, as far as was found.');
};

async function askDeep(page: Page, url: string) {
  await page.goto(url);
  await switchOf(page).click();
  await page.getByRole('textbox', { name: 'Your question' }).fill(QUESTION);
  await page.keyboard.press('Enter');
}

describe('a deep answer on the page', { concurrency: 3 }, () => {
  pageTest('shows its plan as steps that fill, and then folds it away', async ({ page, findBarriers }) => {
    await using service = await startScriptedService(() => async (response) => {
      streamEvents(response, ['begin', { id: 'a', remaining_ms: 600_000 }]);
      await page.getByText('At most 10 minutes left').waitFor();
      streamEvents(response, ['plan', { sub_questions: PLAN, remaining_ms: 540_000 }]);
      await page.getByText(PLAN[1] ?? '').waitFor();
      await page.getByText('At most 9 minutes left').waitFor();
      assert.deepEqual(
        await shownPlan(page),
        PLAN.map((each) => `${each} Searching the web…`),
      );
      streamEvents(response, searchEnd(0, PLAN[0] ?? '', 1), page1, searchEnd(1, PLAN[1] ?? '', 1));
      streamEvents(response, ['gap', { missing: [MISSING] }]);
      await page.locator('.plan').getByText(MISSING).waitFor();
      assert.deepEqual(await shownPlan(page), [
        `${PLAN[0]} 2 results, 1 page read`,
        `${PLAN[1]} 2 results, 1 page read`,
        `${MISSING} Searching the web…`,
      ]);
      assert.deepEqual(await findBarriers(), []);
      streamEvents(response, searchEnd(2, MISSING, 2));
      endWith(response, 'Ganymede.');
    });
    await askDeep(page, service.url);
    await answered(page).waitFor();
    assert.equal(service.asked[0]?.depth, 'deep');
    assert.equal(await page.locator('.plan li').first().isVisible(), false);
    await page.locator('.plan summary').click();
    assert.deepEqual(
      await shownPlan(page),
      [...PLAN, MISSING].map((each) => `${each} 2 results, 1 page read`),
    );
    await page.locator('.receipt summary').click();
    await page.locator('#steps').getByText(MISSING).waitFor();
    assert.equal(await switchOf(page).getAttribute('aria-pressed'), 'false', 'for this question only');
  });

  pageTest(
    'stays deep after Reload, can be ended with what is there, and ends at once when it is stopped again',
    async ({ page }) => {
      await using service = await startScriptedService(() => whenFinished);
      await askDeep(page, service.url);
      await answerNow(page).waitFor();
      await page.reload();
      await answerNow(page).waitFor();
      await page.keyboard.press('Escape');
      await answered(page).waitFor();
      assert.equal(await page.getByText('Stopped.').count(), 0);
      await page.reload();
      await page.getByText('Ganymede, as far as was found.').waitFor();

      await page.route('**/finish', (route) => route.fulfill({ status: 204 }));
      await askDeep(page, service.url);
      await answerNow(page).click();
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await page.getByRole('status').filter({ hasText: 'Stopped.' }).waitFor();
      assert.equal(await switchOf(page).getAttribute('aria-pressed'), 'true', 'with the question');
      await page.unroute('**/finish');
      await page.route('**/finish', (route) => route.fulfill({ status: 404, body: '{}' }));
      await page.getByRole('button', { name: 'Try again' }).click();
      await answerNow(page).click();
      await page.getByRole('status').filter({ hasText: 'Stopped.' }).waitFor();
      assert.deepEqual(
        service.asked.map(({ depth }) => depth),
        ['deep', 'deep', 'deep', 'deep'],
      );
    },
  );

  pageTest('keeps the steps that the reader opened until they are closed', async ({ page }) => {
    await using service = await startScriptedService(() => whenFinished);
    await askDeep(page, service.url);
    const details = page.getByRole('button', { name: 'Details' });
    await details.click();
    await answerNow(page).click();
    await answered(page).waitFor();
    await page.locator('.progress .steps').waitFor();
    await details.click();
    await details.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.id === 'asked');
  });

  pageTest(
    'starts with the plan that the reader has changed, also after Reload',
    { viewport: { width: 390, height: 844 } },
    async ({ page, findBarriers }) => {
      await using service = await startScriptedService(() => whenFinished);
      const planned: unknown[] = [];
      await page.route('**/api/plan', (route) => {
        planned.push(route.request().postDataJSON());
        return route.fulfill({ json: { query: QUESTION, sub_questions: [...PLAN, MISSING] } });
      });
      await page.goto(service.url);
      await switchOf(page).click();
      await page.getByLabel('Show the plan').check();
      await page.getByRole('textbox', { name: 'Your question' }).fill(QUESTION);
      await page.keyboard.press('Enter');
      await page.getByRole('status').filter({ hasText: 'Check the plan, then start.' }).waitFor();
      assert.deepEqual([planned, service.asked.length], [[{ query: QUESTION }], 0]);
      assert.deepEqual(await findBarriers(), []);
      await page.setViewportSize({ width: 320, height: 640 });
      assert.equal(await sidewaysScroll(page), 0);

      await page.reload();
      await page.getByLabel('Research plan 2').fill('Ganymede orbit');
      assert.equal(planned.length, 1, 'the plan is kept');
      await page.getByRole('button', { name: `Remove: ${MISSING}` }).click();
      await page.waitForFunction(() => document.activeElement?.textContent === 'Start');
      await page.getByRole('button', { name: 'Add a search' }).click();
      await page.getByLabel('Research plan 3').fill('Titan orbit');
      await page.keyboard.press('Enter');
      await answerNow(page).waitFor();
      const plan = [PLAN[0], 'Ganymede orbit', 'Titan orbit'];
      assert.partialDeepStrictEqual(service.asked[0]?.scope, { plan });
      await page.reload();
      await answerNow(page).click();
      await answered(page).waitFor();
      assert.partialDeepStrictEqual(service.asked[1]?.scope, { plan: PLAN });
      assert.equal(planned.length, 1);

      await askDeep(page, service.url);
      await page.getByRole('button', { name: 'Start' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('status').filter({ hasText: 'Stopped.' }).waitFor();
      assert.equal(service.asked.length, 2, 'it can be stopped before it starts');
      await page.unroute('**/api/plan');
      await page.getByRole('button', { name: 'Try again' }).click();
      await answerNow(page).waitFor();
      assert.equal(service.asked.length, 3, 'without a plan it starts at once');
    },
  );

  pageTest(
    'nothing moves on a small phone while the plan grows and the answer takes its place',
    { viewport: { width: 320, height: 640 } },
    async ({ page }) => {
      await using service = await startScriptedService(() => async (response) => {
        // Asking replaces the first view. That counts as the reader's doing only for half a second after the
        // click, which a busy machine may exceed.
        await page.getByRole('status').first().waitFor();
        await shiftsOf(page);
        streamEvents(response, ['plan', { sub_questions: PLAN }]);
        await page.getByText(PLAN[1] ?? '').waitFor();
        streamEvents(response, searchEnd(0, PLAN[0] ?? '', 1), page1, searchEnd(1, PLAN[1] ?? '', 1));
        streamEvents(response, ['gap', { missing: [MISSING] }]);
        await page.locator('.plan').getByText(MISSING).waitFor();
        assert.equal(await sidewaysScroll(page), 0);
        endWith(response, 'Ganymede.');
      });
      await watchShifts(page);
      await askDeep(page, service.url);
      await answered(page).waitFor();
      const shifted = await shiftsOf(page);
      assert.ok(shifted < 0.01, `${shifted}`);
    },
  );
});
