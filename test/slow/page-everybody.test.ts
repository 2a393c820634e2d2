import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { setStage, takePicture } from '../support/page-stage.ts';
import { sidewaysScroll } from '../support/test-page.ts';
import { longWord, unwieldyAnswer } from '../support/unwieldy-answer.ts';

/** Windows in pixels, and the reader's font size; 640 × 400 is a window of 1280 × 800 at a zoom of 200 %. */
const WINDOWS: readonly [width: number, height: number, letters: number][] = [
  [320, 640, 16],
  [390, 844, 16],
  [640, 400, 16],
  [640, 800, 32],
  [1280, 800, 32],
  [2560, 1300, 16],
];

const stage = setStage((question) => (question === longWord ? unwieldyAnswer : undefined));
const { pageTest } = stage;

describe('the page holds what is longer than a line, wider than a window and deeper than an indent', {
  concurrency: 2,
}, () => {
  for (const [width, height, letters] of WINDOWS) {
    pageTest(
      `in ${width} × ${height} pixels with letters of ${letters}`,
      { viewport: { width, height } },
      async ({ page }) => {
        await page.goto(`${stage.service.url}/?${new URLSearchParams({ q: longWord })}`);
        await page.locator('.notice').waitFor();
        await setLetters(page, letters);
        assert.equal(await sidewaysScroll(page), 0);
        assert.deepEqual(await outside(page), []);
        assert.deepEqual(await squeezed(page), [], 'words have room however deep they stand');
        await page.locator('.receipt summary').click();
        await page.locator('a.citation').first().focus();
        await page.getByRole('tooltip').waitFor();
        assert.equal(await sidewaysScroll(page), 0, 'with what is opened');
        await takePicture(page, `unwieldy-${width}-${letters}`);
      },
    );
  }
});

pageTest(
  'at a zoom of 200 % the field does not cover the text',
  { viewport: { width: 640, height: 400 } },
  async ({ page }) => {
    await stage.openAnswer(page);
    const form = await page.locator('form.question').boundingBox();
    const answer = await page.locator('article').boundingBox();
    assert.ok(form !== null && answer !== null && form.y >= answer.y + answer.height);
  },
);

pageTest(
  'in forced colours every drawn shape stays visible',
  { forcedColors: 'active' },
  async ({ page }) => {
    await stage.openAnswer(page);
    const ground = await styleOf(page, 'body', '', 'backgroundColor');
    assert.equal(await styleOf(page, '.asked search', '', 'backgroundColor'), ground);
    assert.notEqual(await styleOf(page, '.main-button', '::before', 'backgroundColor'), ground, 'the arrow');
    const marked = page.locator('.blocks .mark-differs').first();
    await marked.waitFor();
    assert.match(await marked.evaluate((span) => getComputedStyle(span).textDecoration), /underline.*wavy/);
    const painted = await page.evaluate(() => [...CSS.highlights.keys()]);
    assert.deepEqual(painted, [], 'forced colours would turn each highlight into a dark band');
    await page.locator('a.citation').first().hover();
    await page.getByRole('tooltip').waitFor();
    for (const shown of ['a.citation[aria-describedby]', '.card.pointed-at'])
      assert.equal(await styleOf(page, shown, '', 'outlineStyle'), 'solid', shown);
    await takePicture(page, 'forced-colours-desktop');
  },
);

for (const [reducedMotion, moving] of [
  ['reduce', false],
  ['no-preference', true],
] as const) {
  pageTest(
    `reduced motion ${reducedMotion}: ${moving ? 'what waits breathes' : 'nothing moves'}`,
    { reducedMotion },
    async ({ page }) => {
      await page.goto(`${stage.service.url}/?q=searching`);
      await page.locator('.placeholder').first().waitFor();
      const animated = await page.evaluate(() => document.getAnimations().length);
      assert.equal(animated > 0, moving, `${animated}`);
      assert.equal(await styleOf(page, 'html', '', 'scrollBehavior'), moving ? 'smooth' : 'auto');
    },
  );
}

function setLetters(page: Page, pixels: number): Promise<void> {
  return page.evaluate((size) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`html { font-size: ${size}px }`);
    document.adoptedStyleSheets = [sheet];
  }, pixels);
}

/** What is beyond the right edge of the window, except for what scrolls on its own. */
function outside(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('main *'))
      .filter((element) => element.closest('.table-frame, pre, .cards, .off-screen') === null)
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => `${element.localName}.${element.className}`),
  );
}

function squeezed(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('blockquote p, li li'), (element) => element.clientWidth).filter(
      (width) => width < 100,
    ),
  );
}

type Shown = 'backgroundImage' | 'backgroundColor' | 'outlineStyle' | 'scrollBehavior';

function styleOf(page: Page, selector: string, part: string, property: Shown): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element, [pseudo, name]) => getComputedStyle(element, pseudo)[name], [
      part,
      property,
    ] as const);
}
