import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { openAside } from '../support/home-page.ts';
import { setStage, takePicture } from '../support/page-stage.ts';
import { startScriptedService, streamEvents } from '../support/scripted-service.ts';
import { openTestPage, sidewaysScroll } from '../support/test-page.ts';

const stage = setStage();
const { pageTest } = stage;

const PHONE = { hasTouch: true, isMobile: true };

/** Where the element is in the window, in whole pixels; its place may be between two. */
async function placeOf(element: Locator): Promise<{ x: number; y: number }> {
  const { x, y } = (await element.boundingBox()) ?? { x: 0, y: 0 };
  return { x: Math.floor(x), y: Math.floor(y) };
}

pageTest(
  'a tap elsewhere closes the form only after it has done its work',
  {
    ...PHONE,
    viewport: { width: 390, height: 844 },
  },
  async ({ page }) => {
    await stage.openAnswer(page);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.getByRole('textbox').tap();
    await page.locator('search[data-open]').waitFor();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.locator('.receipt summary').tap();
    await page.locator('.receipt[open]').waitFor();
    assert.equal(await page.locator('search[data-open]').count(), 0);
  },
);

describe('in every size of text', { concurrency: 2 }, () => {
  for (const [width, isBeside] of [
    [1280, false],
    [1024, false],
    [1600, true],
  ] as const)
    pageTest(
      `the sources have room, in a window of ${width} pixels with the largest text`,
      { viewport: { width, height: 900 } },
      async ({ page }) => {
        await stage.openAnswer(page);
        await page.evaluate(() => document.documentElement.setAttribute('data-size', 'larger'));
        assert.equal(await page.locator('.sources').isVisible(), isBeside);
        assert.equal(await page.locator('.source-strip').isVisible(), !isBeside);
        if (isBeside) assert.ok(((await page.locator('.sources').boundingBox())?.width ?? 0) > 300);
        assert.equal(await sidewaysScroll(page), 0);
        await takePicture(page, `larger-${width}`);
      },
    );
});

pageTest(
  'one number of sources on a phone: in the status line and on the way to them',
  { viewport: { width: 390, height: 844 } },
  async ({ page }) => {
    await stage.openAnswer(page);
    assert.match((await page.locator('.status').textContent()) ?? '', /from 3 sources/);
    assert.equal(await page.locator('.source-strip .tool').textContent(), '3 sources');
    assert.equal(await page.locator('.sources').isVisible(), false);
    // Without a list in view, the keyboard follows a citation to its source.
    const opened = page.waitForEvent('popup');
    await page.context().route('**/Rayleigh_scattering', (route) => route.fulfill({ body: '' }));
    await page.locator('a.citation').first().focus();
    await page.keyboard.press('Enter');
    assert.match((await opened).url(), /Rayleigh|blank/);
  },
);

pageTest(
  'of a row in a table, only the cell that no source has is marked',
  { viewport: { width: 900, height: 844 } },
  async ({ page }) => {
    const cell = (text: string) => `<td><span data-statement="0">${text}</span></td>`;
    const columns = ['Plan', 'Price', 'Users', 'Space', 'Support', 'Since', 'Region', 'Contract'];
    await using service = await startScriptedService(() => (response) => {
      const sources = [
        { index: 1, title: 'Plans', url: 'https://plans.test/', snippet: 'Small costs 5 euros a month.' },
      ];
      const cells = ['Small', '5 euros', '9 users', ...columns.slice(3).map(() => 'a month')];
      const head = columns.map((name) => `<th>${name}</th>`).join('');
      const html = `<table><thead><tr>${head}</tr></thead><tbody><tr>${cells.map(cell).join('')}</tr></tbody></table>`;
      streamEvents(
        response,
        ['sources', { sources, language: 'en' }],
        ['marked-block', { index: 0, html }],
        ['statement', { index: 0, text: cells.join(' '), verdict: 'not-found', quotes: [] }],
        ['answer-end', { answer: 'Small', html_answer: '', sources, tokens_used: 1, model: 'm' }],
      );
      response.end();
    });
    await page.goto(`${service.url}/?q=plans`);
    await page.getByText('1 sentence to check').waitFor();
    const marked = await page.evaluate(() => Array.from(CSS.highlights.get('not-found') ?? [], String));
    assert.deepEqual(marked, ['9 users']);
    assert.equal(await page.locator('.findings q').textContent(), 'Small · 9 users', 'not the whole row');
    const frame = await page.locator('.table-frame').boundingBox();
    assert.ok((frame?.width ?? 0) > 44 * 16, 'a wide table takes the room of the window');
    assert.equal(await sidewaysScroll(page), 0);
    await takePicture(page, 'table-900');
  },
);

pageTest(
  'a search with limits that finds nothing offers to search everywhere',
  { viewport: { width: 390, height: 844 } },
  async ({ page, findBarriers }) => {
    await page.goto(`${stage.service.url}/?q=nothing+found&time_range=year&only_sites=redis.io`);
    await page.getByText('Limits of this search: Past year · redis.io').waitFor();
    await takePicture(page, 'nothing-within');
    assert.deepEqual(await findBarriers(), []);
    await page.getByRole('button', { name: 'Search everywhere' }).click();
    await page.getByRole('heading', { name: 'Nothing was found.' }).waitFor();
    await page.getByText('Limits of this search').waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).search, '?q=nothing+found');
  },
);

for (const [problem, title] of [
  ['unsourced', 'This answer has no sources.'],
  ['quoted', 'The model did not answer.'],
] as const)
  pageTest(`that an answer is ${problem} is said once, above what stands for it`, async ({ page }) => {
    await using service = await startScriptedService(() => (response) => {
      const sources = [
        { index: 1, title: 'Plans', url: 'https://plans.test/', snippet: 'It costs 5 euros.' },
      ];
      const error = 'No answer could be written: the model failed.';
      const blocks = [`<p>${error}</p>`, '<blockquote><p>It costs 5 euros.</p></blockquote>'];
      const found = problem === 'unsourced' ? [] : sources;
      const end = { answer: error, html_answer: blocks.join(''), sources: found, tokens_used: 1, model: 'm' };
      streamEvents(
        response,
        ['sources', { sources: found, language: 'en' }],
        ...blocks.map((html, index): [string, object] => ['marked-block', { index, html }]),
        ['answer-end', { ...end, error, problem }],
      );
      response.end();
    });
    await page.goto(`${service.url}/?q=plans`);
    await page.getByRole('heading', { name: title }).waitFor();
    const notice = await placeOf(page.locator('.notice'));
    assert.ok(notice.y < (await placeOf(page.locator('article'))).y);
    assert.equal(await page.locator('.notice').count(), 1);
    assert.equal(await page.getByText('the model failed').locator('visible=true').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 1);
    await takePicture(page, problem);
  });

test('on a phone, the options of the first question are one row below it, as round as with a mouse', async () => {
  for (const width of [320, 390]) {
    await using watched = await openTestPage(stage.browser, { ...PHONE, viewport: { width, height: 700 } });
    const { page } = watched;
    await page.goto(stage.service.url);
    const deep = page.locator('.deep-switch');
    await deep.waitFor();
    const row = await placeOf(deep);
    assert.equal((await placeOf(page.locator('.scope-button'))).y, row.y);
    assert.equal((await placeOf(page.locator('.main-button'))).y, (await placeOf(page.locator('.field'))).y);
    const { radius, height } = await deep.evaluate((chip) => {
      const style = getComputedStyle(chip);
      const edges = parseFloat(style.borderTopWidth) + parseFloat(style.borderBottomWidth);
      return { radius: parseFloat(style.borderRadius), height: chip.getBoundingClientRect().height - edges };
    });
    assert.equal(radius, height / 2);
    await takePicture(page, `options-${width}`);
  }
});

pageTest(
  'history and settings: the way out stays in view, and a click beside them closes them',
  { viewport: { width: 1280, height: 400 } },
  async ({ page }) => {
    await stage.openAnswer(page);
    await openAside(page);
    const close = page.locator('.aside-close').getByRole('button', { name: 'Close' });
    const before = await placeOf(close);
    await page.locator('.aside').evaluate((aside) => aside.scrollTo(0, aside.scrollHeight));
    assert.ok((await placeOf(close)).y <= before.y && (await placeOf(close)).y >= 0);
    await page.locator('.aside').evaluate((aside) => aside.scrollTo(0, 0));
    await page
      .getByRole('button', { name: /^Actions/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^Remove/ }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    assert.ok((await placeOf(undo)).y < 400, 'Undo is in the window');
    await takePicture(page, 'history-undo');
    await undo.click();
    await page.mouse.click(100, 200);
    await page.locator('.aside').waitFor({ state: 'detached' });
  },
);
