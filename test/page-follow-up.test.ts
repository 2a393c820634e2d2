import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { scripts } from './support/page-scripts.ts';
import { ask, askAndRead, questionsOn, setStage } from './support/page-stage.ts';
import { startScriptedService, streamEvents } from './support/scripted-service.ts';
import { sidewaysScroll } from './support/test-page.ts';

const FIRST = 'Why is the sky blue?';
const ANSWER = 'The sky is blue because air scatters short waves more (Rayleigh) [1][2].';

const { pageTest } = setStage();

/** A service that gives every question the same answer, except for those with their own script. */
function startAnswering() {
  return startScriptedService((question) => scripts[question] ?? scripts[FIRST] ?? (() => undefined));
}

describe('a conversation', { concurrency: 3 }, () => {
  pageTest(
    'continues below the answer, and sends the service the earlier exchanges, also when it is asked again',
    { viewport: { width: 390, height: 844 } },
    async ({ page, findBarriers }) => {
      await using service = await startAnswering();
      await page.goto(service.url);
      await askAndRead(page, FIRST);
      await askAndRead(page, 'And violet?');
      assert.deepEqual(await questionsOn(page), [FIRST, 'And violet?']);
      assert.equal(service.asked[0]?.history, undefined);
      assert.deepEqual(service.asked[1]?.history, [{ question: FIRST, answer: ANSWER }]);
      assert.equal(await page.locator('article .block').count(), 7);
      assert.equal(await page.locator('.earlier .block').count(), 7);
      assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), FIRST);

      assert.equal(await page.locator('#source-0-1').isVisible(), false, 'earlier sources are folded');
      await page.locator('.earlier a.citation').first().click();
      assert.equal(await page.locator('#source-0-1').isVisible(), true, 'a citation unfolds them');
      assert.deepEqual(await findBarriers(), []);
      assert.equal(await sidewaysScroll(page), 0);

      await page.getByRole('button', { name: 'Ask again' }).click();
      await page.getByRole('button', { name: 'Ask again' }).waitFor();
      assert.deepEqual(service.asked[2]?.history, service.asked[1]?.history);
      assert.deepEqual(
        service.asked.map(({ headers }) => headers['cache-control']),
        [undefined, undefined, 'no-cache'],
        'an answer that was kept would be the same again',
      );
      assert.deepEqual(await questionsOn(page), [FIRST, 'And violet?']);
    },
  );

  pageTest('sends the last five exchanges, oldest first', async ({ page }) => {
    await using service = await startAnswering();
    await page.goto(service.url);
    for (const number of ['one', 'two', 'three', 'four', 'five', 'six', 'seven'])
      await askAndRead(page, `Question ${number}?`);
    const history = service.asked.at(-1)?.history;
    assert.ok(Array.isArray(history));
    const questions = history.map(({ question }) => question);
    assert.deepEqual(
      questions,
      ['two', 'three', 'four', 'five', 'six'].map((name) => `Question ${name}?`),
    );
  });

  pageTest(
    'scrolls to a new question, which the next one replaces if nothing answers it',
    async ({ page }) => {
      await using service = await startAnswering();
      await page.goto(service.url);
      await askAndRead(page, FIRST);
      await ask(page, 'too many');
      const box = await page.getByRole('heading', { name: 'too many', exact: true }).boundingBox();
      assert.ok(box !== null && box.y >= 0 && box.y < 60, JSON.stringify(box));
      await page.getByText(/^Try again in \d+ seconds\.$/).waitFor();
      assert.equal(await page.getByRole('textbox').inputValue(), 'too many', 'it is there to be changed');
      await askAndRead(page, 'And violet?');
      assert.deepEqual(await questionsOn(page), [FIRST, 'And violet?']);
      assert.deepEqual(service.asked.at(-1)?.history, [{ question: FIRST, answer: ANSWER }]);
    },
  );

  pageTest(
    'shows what a follow-up was searched for, and puts it into the field to be corrected',
    async ({ page, findBarriers }) => {
      await using service = await startScriptedService((question) => (response, asked) => {
        const query = question === FIRST ? {} : { query: 'Why is violet light scattered more?' };
        const slots = [{ search_engine: 'engine_a', status: 'ok', took_ms: 1 }];
        streamEvents(response, ['search-end', { ...query, slots }]);
        scripts[FIRST]?.(response, asked);
      });
      await page.goto(service.url);
      await askAndRead(page, FIRST);
      assert.equal(await page.locator('.searched-for').count(), 0);
      await askAndRead(page, 'And violet?');
      assert.match((await page.locator('.searched-for').textContent()) ?? '', /^Searched for: Why is violet/);
      const question = await page.locator('.asked-question').last().boundingBox();
      const chip = await page.locator('.searched-for button').boundingBox();
      const gap = (chip?.y ?? 0) - (question?.y ?? 0) - (question?.height ?? 0);
      assert.ok(gap >= 6, `${gap} pixels between the question and what was searched for`);
      await page.locator('.searched-for button').click();
      assert.equal(await page.getByRole('textbox').inputValue(), 'Why is violet light scattered more?');
      assert.deepEqual(await findBarriers(), []);
    },
  );
});
