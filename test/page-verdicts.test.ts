import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { asideTable as english } from '../web/languages/en.ts';
import { setStage } from './support/page-stage.ts';
import { type AskScript, startScriptedService, streamEvents } from './support/scripted-service.ts';
import { sidewaysScroll } from './support/test-page.ts';

const stage = setStage();
const { pageTest } = stage;

const summaryOf = (page: Page) => page.getByText('2 sentences to check');

/** The marked texts of the answer by the name of their mark. */
const marks = (page: Page) =>
  page.evaluate(() =>
    ['differs', 'not-found'].map((name) => Array.from(CSS.highlights.get(name) ?? [], String).join('|')),
  );

/** The second sentence is left out of the answer after its verdict, and the third takes its number. */
const correctedAnswer: AskScript = (response) => {
  const sources = [{ index: 1, title: 'Tower', url: 'https://tower.test/', snippet: '' }];
  const span = (number: unknown, text: string, name = 'span') =>
    `<${name} data-statement="${number}">${text}</${name}>`;
  const [first, second, third] = ['It is 330 metres high.', 'It is green.', 'It is red.'];
  const forged = [span(1, 'Forged.', 'strong'), span('1&quot;] *', 'Forged.'), span('', 'Forged.')].join(' ');
  const statement = (index: number, text: string, verdict: string): [string, object] => [
    'statement',
    { index, text, verdict, quotes: [] },
  ];
  streamEvents(
    response,
    ['sources', { sources, language: 'en' }],
    ['marked-block', { index: 0, html: `<p>${span(0, first)} ${span(1, second)} ${span(2, third)}</p>` }],
    statement(0, first, 'supported'),
    statement(1, second, 'not-found'),
    ['marked-block', { index: 0, html: `<p>${span(0, first)} ${span(1, third)} ${forged}</p>` }],
    statement(1, third, 'not-found'),
    ['answer-end', { answer: `${first} ${third}`, html_answer: '', sources, tokens_used: 1, model: 'm' }],
  );
  response.end();
};

/** One sentence is surely not found, one is not sure, and a formula is on a line of its own. */
const answerWithFormulas: AskScript = (response) => {
  const sources = [{ index: 1, title: 'Trees', url: 'https://trees.test/', snippet: '' }];
  const math = '<math><mrow><mi>O</mi><mo>(</mo><mi>N</mi><mo>)</mo></mrow></math>';
  const spans = [`It takes ${math} steps.`, 'It may be old.', '<math><mi>x</mi></math>'].map(
    (html, index) => `<p><span data-statement="${index}">${html}</span></p>`,
  );
  const statements = ['It takes $O(\\log N)$ steps.', 'It may be old.', '$$ x'].map(
    (text, index): [string, object] => [
      'statement',
      { index, text, verdict: 'not-found', sure: index !== 1, quotes: [] },
    ],
  );
  streamEvents(
    response,
    ['sources', { sources, language: 'en' }],
    ['marked-block', { index: 0, html: spans.join('') }],
    ...statements,
    ['answer-end', { answer: 'It takes.', html_answer: '', sources, tokens_used: 1, model: 'm' }],
  );
  response.end();
};

/** Clicks in the middle of the first line of the sentence that differs. */
async function clickOnSentence(page: Page): Promise<void> {
  const [x, y] = await page
    .locator('[data-statement="1"]')
    .first()
    .evaluate((span) => {
      const { left, top, width, height } = span.getClientRects()[0] ?? new DOMRect();
      return [left + width / 2, top + height / 2] as const;
    });
  await page.mouse.click(x, y);
}

describe('the page says what the sources say of each sentence', { concurrency: 3 }, () => {
  pageTest(
    'in a list below the answer, with the part that differs marked, also on a small phone and after Reload',
    async ({ page, findBarriers }) => {
      await stage.openAnswer(page);
      await summaryOf(page).focus();
      await page.keyboard.press('Enter');
      const list = page.locator('.findings');
      await list.getByText(english.findingsMean).waitFor();
      assert.deepEqual(
        (await list.getByRole('listitem').allTextContents()).map((text) => text.replace(/\s+/g, ' ')),
        [
          'Differs: Blue light reaches the eye from every direction, red light goes mostly straight on.' +
            'Source 2 says: Blue light does not reach the eye from below. Open source 2',
          'Not found: the upper air swallows part of it,',
        ],
      );
      assert.equal(await list.locator('mark').textContent(), 'does not');
      assert.deepEqual(await findBarriers(), []);
      const told = page.locator('.card-basis');
      assert.deepEqual(await told.allTextContents(), ['May 12, 2024', 'excerpt only'], 'of each source');
      await page.setViewportSize({ width: 320, height: 640 });
      assert.equal(await sidewaysScroll(page), 0);
      await page.reload();
      await summaryOf(page).waitFor();
    },
  );

  pageTest(
    'by a line under what differs and under what was not found, without changing the text',
    async ({ page }) => {
      await stage.openAnswer(page);
      await summaryOf(page).waitFor();
      const [differs, notFound] = await marks(page);
      assert.equal(differs, 'Blue light reaches');
      assert.match(notFound ?? '', /^the upper air swallows part of it/);
      assert.equal(await page.locator('.blocks mark').count(), 0);
    },
  );

  pageTest('and on the sentence, in a card that asks about it again', async ({ page, findBarriers }) => {
    await stage.openAnswer(page);
    await summaryOf(page).waitFor();
    const card = page.locator('#sentence-card');
    for (const close of [() => page.keyboard.press('Escape'), () => page.locator('h1').click()]) {
      await clickOnSentence(page);
      await card.getByText('Blue light does not reach the eye from below.').waitFor();
      assert.equal(await card.locator('mark').textContent(), 'does not');
      assert.deepEqual(await findBarriers(), []);
      await close();
      await card.waitFor({ state: 'hidden' });
    }
    await clickOnSentence(page);
    await card.locator('q').first().click();
    await card.getByText('Blue light does not reach the eye from below.').click();
    const link = card.getByRole('link', { name: 'Open source 2' });
    assert.match(
      (await link.getAttribute('href')) ?? '',
      /^https:\/\/spaceplace.science.test\/blue-sky#:~:text=Blue/,
    );
    await card.getByRole('button', { name: 'Ask about this' }).click();
    const { question } = await stage.service.untilAsked(
      'Is this right? “Blue light reaches the eye from every direction, red light goes mostly straight on.”',
    );
    assert.ok(question);
  });

  pageTest('and the card of a sentence makes room for that of a citation', async ({ page }) => {
    await stage.openAnswer(page);
    await summaryOf(page).waitFor();
    await clickOnSentence(page);
    await page.locator('#sentence-card').waitFor();
    await page.locator('a.citation').first().hover();
    await page.locator('#citation-card').waitFor();
    assert.equal(await page.locator('#sentence-card').isVisible(), false);
  });

  pageTest(
    'also of an answer that was corrected while it was shown, and of no mark that is forged',
    async ({ page }) => {
      await using service = await startScriptedService(() => correctedAnswer);
      await page.goto(`${service.url}/?q=tower`);
      await page.getByText('1 sentence to check').waitFor();
      assert.deepEqual(await marks(page), ['', 'It is red.']);
      const marked = page.locator('[data-statement]');
      assert.deepEqual(await marked.allTextContents(), ['It is 330 metres high.', 'It is red.']);
    },
  );

  pageTest(
    'and lists the marked sentences as the answer shows them, without formulas on their own',
    async ({ page }) => {
      await using service = await startScriptedService(() => answerWithFormulas);
      await page.goto(`${service.url}/?q=tree`);
      await page.getByText('1 sentence to check').click();
      assert.deepEqual(await page.locator('.findings q').allTextContents(), ['It takes O(N) steps. ']);
      assert.equal(await page.locator('.findings q math').count(), 1);
      assert.deepEqual(await marks(page), ['', 'It takes O(N) steps.']);
    },
  );
});
