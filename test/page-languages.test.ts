import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { table as german, asideTable as germanAside } from '../web/languages/de.ts';
import { table as english } from '../web/languages/en.ts';
import { type Language, languageFiles, languageNames } from '../web/languages/languages.ts';
import { choose } from './support/home-page.ts';
import { setStage } from './support/page-stage.ts';
import { startScriptedService, streamEvents } from './support/scripted-service.ts';
import { openTestPage, sidewaysScroll } from './support/test-page.ts';

const WIDTHS = [320, 390, 1280];
/** The longest words, no blanks between words, and from right to left. */
const WIDEST = ['de', 'ja', 'ar'] as const satisfies readonly Language[];

const stage = setStage();
const { pageTest } = stage;

async function headlineOf(language: string): Promise<string> {
  const entry = Object.entries(languageFiles).find(([name]) => name === language);
  return entry === undefined ? english.headline.web : (await entry[1]()).table.headline.web;
}

describe('the page speaks the language of the browser, and fits every window in it', {
  concurrency: 2,
}, () => {
  for (const language of WIDEST) {
    pageTest(languageNames[language], { locale: language }, async ({ page }) => {
      await page.goto(stage.service.url);
      await page.getByRole('heading', { name: await headlineOf(language), exact: true }).waitFor();
      await page.locator('.aside-button').waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), language);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        assert.equal(await sidewaysScroll(page), 0, `empty, at ${width} px`);
      }
      await page.goto(`${stage.service.url}/?q=Why+is+the+sky+blue?`);
      await page.locator('.tools').waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        assert.equal(await sidewaysScroll(page), 0, `with an answer, at ${width} px`);
        assert.ok(await isOneLine(page.locator('#question')), `the empty field takes a line, at ${width} px`);
        assert.equal(await overlaps(page.locator('.brand'), page.locator('.again')), false, `${width} px`);
        if (width <= 390) assert.ok(await isWhole(page.locator('.status')), `the status, at ${width} px`);
      }
      await page.setViewportSize({ width: 320, height: 640 });
      await page.evaluate(() => document.documentElement.setAttribute('data-size', 'larger'));
      assert.equal(await overlaps(page.locator('.brand'), page.locator('.again')), false, 'in large letters');
      assert.equal(await sidewaysScroll(page), 0);
      await page.setViewportSize({ width: 390, height: 844 });
    });
  }
});

function isOneLine(field: Locator): Promise<boolean> {
  return field.evaluate((area) => area.scrollHeight <= area.clientHeight && area.clientHeight < 50);
}

/** True if all of the text is readable, and takes no more room than is kept for it. */
function isWhole(line: Locator): Promise<boolean> {
  return line.evaluate(
    (status) =>
      status.scrollHeight <= status.clientHeight &&
      status.scrollWidth <= status.clientWidth &&
      (status.parentElement?.clientHeight ?? 0) < 46,
  );
}

pageTest(
  'the options below the field are in the language of the page before anything is typed',
  { locale: 'de' },
  async ({ page }) => {
    await page.route('**/api/health', () => undefined);
    await page.goto(stage.service.url);
    await page.locator('.deep-switch').filter({ hasText: germanAside.deep }).waitFor();
    assert.equal(await page.locator('.deep-switch').getAttribute('title'), germanAside.deepMeans);
  },
);

async function overlaps(first: Locator, second: Locator): Promise<boolean> {
  const [one, other] = [await first.boundingBox(), await second.boundingBox()];
  if (one === null || other === null) return false;
  const isBeside = one.x >= other.x + other.width || other.x >= one.x + one.width;
  return !isBeside && one.y < other.y + other.height && other.y < one.y + one.height;
}

pageTest(
  'in Arabic the page is mirrored, and what is in another script runs in its own direction',
  {
    locale: 'ar',
    viewport: { width: 390, height: 844 },
  },
  async ({ page }) => {
    await page.goto(`${stage.service.url}/?q=Why+is+the+sky+blue?`);
    await page.locator('.tools').waitFor();
    await page.locator('.aside-button').waitFor();
    const first = (selector: string) => page.locator(selector).first();
    const directionOf = (selector: string) =>
      first(selector).evaluate((element) => getComputedStyle(element).direction);
    for (const [selector, direction] of Object.entries({
      ...{ html: 'rtl', '.status': 'rtl', '#question': 'rtl', '.block': 'ltr' },
      // The site, the number and the date of a source follow its title.
      ...{ '#source-1 .card-basis': 'ltr', '#source-3 .card-top': 'rtl' },
    }))
      assert.equal(await directionOf(selector), direction, selector);
    const leftOf = async (selector: string) => (await first(selector).boundingBox())?.x ?? 0;
    const fromRight = ['.brand', '.again', '.aside-button'];
    const places = await Promise.all(fromRight.map(leftOf));
    assert.deepEqual(
      places,
      places.toSorted((one, other) => other - one),
    );
    assert.ok((await leftOf('#question')) > (await leftOf('.main-button')));
    await page.locator('.receipt summary').click();
    const lines = page.locator('.receipt .steps li:not(:first-child)');
    // The host comes first, so it is to the right of its outcome.
    const steps = await lines.evaluateAll((items) =>
      items.map((item) => {
        const [name, outcome] = Array.from(item.querySelectorAll('bdi'), (part) => part.getClientRects()[0]);
        return (name?.right ?? 0) > (outcome?.right ?? 0) || (name?.top ?? 0) < (outcome?.top ?? 0);
      }),
    );
    assert.deepEqual(steps.slice(0, 5), [true, true, true, true, true]);
  },
);

pageTest(
  'a table in Arabic begins at the right, one in English at the left; formulas run from left to right',
  { locale: 'ar' },
  async ({ page }) => {
    const tableOf = (name: string, value: string) =>
      `<table dir="auto"><thead><tr><th>${name}</th></tr></thead><tbody><tr><td>${value}</td></tr></tbody></table>`;
    await using tables = await startScriptedService(() => (response) => {
      const formula = '<p dir="auto">النسبة <math><mi>x</mi><mo>=</mo><mn>2</mn></math> صحيحة.</p>';
      const html = `${tableOf('الكتلة', '12 kg')}${tableOf('Mass', '12 kg')}${formula}`;
      streamEvents(
        response,
        ['sources', { sources: [], language: 'ar' }],
        ['marked-block', { index: 0, html }],
        ['answer-end', { answer: 'Name', html_answer: html, tokens_used: 1 }],
      );
      response.end();
    });
    await page.goto(`${tables.url}/?q=tables`);
    await page.locator('.table-frame').nth(1).waitFor();
    const gaps = await page.locator('.table-frame').evaluateAll((frames) =>
      frames.map((frame) => {
        const [outer, inner] = [frame, frame.firstElementChild].map((each) => each?.getBoundingClientRect());
        return [inner?.left === outer?.left, inner?.right === outer?.right];
      }),
    );
    assert.deepEqual(gaps, [
      [false, true],
      [true, false],
    ]);
    const styleOf = (selector: string, property: 'direction' | 'textAlign') =>
      page
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element)[name], property);
    assert.equal(await styleOf('math', 'direction'), 'ltr');
    assert.equal(await styleOf('td', 'textAlign'), 'right', 'a number is below the name of its column');
  },
);

pageTest('a chosen language is used at once, and after a reload', { locale: 'fr' }, async ({ page }) => {
  await page.goto(stage.service.url);
  await choose(page, 'language', 'de');
  await page.getByRole('heading', { name: german.headline.web }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: german.headline.web }).waitFor();
  await choose(page, 'language', '');
  await page.getByRole('heading', { name: await headlineOf('fr') }).waitFor();
});

test('a page whose language cannot be loaded is in English', async () => {
  await using watched = await openTestPage(stage.browser, { locale: 'ja' });
  const { page } = watched;
  await page.route('**/ja-*.js', (route) => route.abort());
  await page.goto(stage.service.url);
  await page.getByRole('heading', { name: english.headline.web }).waitFor();
  await page.locator('.examples').waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
});

pageTest(
  'no text appears in a wrong language before the right one has loaded',
  { locale: 'de', serviceWorkers: 'block' },
  async ({ page }) => {
    const held = Promise.withResolvers<void>();
    await page.route('**/de-*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    // After a second without its language the page shows English. With the clock of its animations stopped,
    // that second never ends, however slow the machine is.
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Animation.enable');
    await devTools.send('Animation.setPlaybackRate', { playbackRate: 0 });
    await page.goto(stage.service.url);
    const headline = page.locator('h1');
    assert.equal(await headline.textContent(), english.headline.web);
    await page.waitForTimeout(1200);
    assert.equal(await headline.isVisible(), false);
    held.resolve();
    await page.getByRole('heading', { name: german.headline.web }).waitFor();
  },
);

pageTest('text typed before the script has loaded stays', { serviceWorkers: 'block' }, async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/chunk-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(stage.service.url, { waitUntil: 'commit' });
  await page.getByRole('textbox').fill('Why so early?');
  held.resolve();
  await page.locator('.examples').waitFor();
  assert.equal(await page.getByRole('textbox').inputValue(), 'Why so early?');
});

pageTest('English needs no separate file', { locale: 'en', serviceWorkers: 'block' }, async ({ page }) => {
  const named: Language[] = ['es', 'de', 'fr', 'pt', 'ja', 'ar'];
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(stage.service.url);
  await page.locator('.aside-button').waitFor();
  assert.ok(asked.every((path) => !named.some((language) => path.startsWith(`/${language}-`))));
});
