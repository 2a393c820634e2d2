import assert from 'node:assert/strict';
import { openAside } from './support/home-page.ts';
import { scripts } from './support/page-scripts.ts';
import { answered, QUESTION, setStage } from './support/page-stage.ts';

const stage = setStage(() => scripts[QUESTION]);
const { pageTest } = stage;

pageTest(
  'a question is edited at its place, and what came after it stays in the history',
  { viewport: { width: 390, height: 844 } },
  async ({ page, findBarriers }) => {
    const questions = page.locator('.asked-question');
    await stage.openAnswer(page);
    await page.locator('#question').fill('And the sea?');
    await page.keyboard.press('Enter');
    await questions.nth(1).waitFor();
    await answered(page).waitFor();
    await page.getByRole('button', { name: 'Edit: And the sea?' }).click();
    const field = page.locator('.edit-form textarea');
    assert.ok(await field.evaluate((element) => element === document.activeElement));
    await page
      .locator('.edit-form')
      .getByText('The first version and its answer stay in the history.')
      .waitFor();
    assert.deepEqual(await findBarriers(), []);
    const replaced = await questions.nth(1).evaluate((heading) => getComputedStyle(heading).clipPath);
    assert.equal(replaced, 'inset(50%)', 'the field stands in the place of the question');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await field.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit: And the sea?' }).click();
    await field.fill('And the sun?');
    await page.keyboard.press('Enter');
    const asked = await stage.service.untilAsked('And the sun?');
    assert.equal(Array.isArray(asked.history) && asked.history.length, 1);
    await answered(page).waitFor();
    assert.deepEqual(await questions.allTextContents(), [QUESTION, 'And the sun?']);

    // Each version keeps its answer, and one leads to the other.
    await page.locator('.versions').getByText('2 / 2').waitFor();
    const count = stage.service.asked.length;
    await page.locator('.versions').getByRole('button', { name: 'And the sea?' }).click();
    await page.locator('.versions').getByText('1 / 2').waitFor();
    assert.deepEqual(await questions.allTextContents(), [QUESTION, 'And the sea?']);
    await page.locator('.versions').getByRole('button', { name: 'And the sun?' }).click();
    await page.locator('.versions').getByText('2 / 2').waitFor();
    assert.equal(stage.service.asked.length, count, 'nothing is asked again');

    await page.getByRole('button', { name: `Edit: ${QUESTION}` }).click();
    await field.fill('Why is the sea blue?');
    await field.press('Enter');
    await stage.service.untilAsked('Why is the sea blue?');
    await answered(page).waitFor();
    assert.deepEqual(await questions.allTextContents(), ['Why is the sea blue?']);
    await openAside(page);
    await page.locator('.history a').nth(2).waitFor();
    assert.deepEqual(await page.locator('.history a > span').allTextContents(), [
      ...['Why is the sea blue?', QUESTION, QUESTION],
    ]);
  },
);
