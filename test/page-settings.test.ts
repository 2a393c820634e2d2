import assert from 'node:assert/strict';
import { choose, openAside } from './support/home-page.ts';
import { QUESTION, setStage } from './support/page-stage.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { sidewaysScroll } from './support/test-page.ts';

const stage = setStage();
const { pageTest } = stage;

pageTest(
  'preferences are stored while they are typed, and sent with every question, also after a reload',
  async ({ page }) => {
    await page.goto(stage.service.url);
    await choose(page, 'length', 'short');
    await choose(page, 'safe-search', 'strict');
    await openAside(page, 'settings');
    await page.getByLabel('Preferred sites').fill('https://www.a.test/page b.test');
    const field = page.getByLabel('Blocked sites');
    await field.pressSequentially('https://c.test/page d.test');
    assert.equal(await field.inputValue(), 'https://c.test/page d.test', 'nothing changes under the cursor');
    await page.reload();
    await openAside(page, 'settings');
    assert.equal(await page.getByLabel('Preferred sites').inputValue(), 'www.a.test, b.test');
    await field.press('End');
    await field.pressSequentially(' www.e.test/page');
    await field.press('Tab');
    assert.equal(await field.inputValue(), 'c.test, d.test, www.e.test');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.className.includes('settings-button') === true);
    await page.getByRole('link', { name: QUESTION }).click();
    const asked = await stage.service.untilAsked(QUESTION);
    assert.partialDeepStrictEqual(asked.scope, {
      ...{ length: 'short', safe_search: 'strict' },
      sites: { prefer: ['www.a.test', 'b.test'], never: ['c.test', 'd.test', 'www.e.test'] },
    });
  },
);

pageTest('a source says that its site is preferred by the reader', async ({ page }) => {
  await using search = await startSearchServer();
  await using service = await startTestService({
    ...{ SEARCH_PRIMARY_URL: search.url, MODEL_PROVIDER: 'extractive' },
  });
  await page.goto(service.url);
  await openAside(page, 'settings');
  await page.getByLabel('Preferred sites').fill('lakes.test');
  await page.getByLabel('Preferred sites').press('Enter');
  await page.waitForFunction(() => localStorage.getItem('sayso-settings')?.includes('lakes.test') === true);
  await page.goto(`${service.url}/?${new URLSearchParams({ q: 'What is an axolotl?' })}`);
  const basis = (host: string) => page.locator('.card', { hasText: host }).locator('.card-basis');
  await basis('lakes.test').waitFor({ state: 'attached' });
  assert.match((await basis('lakes.test').textContent()) ?? '', /preferred by you$/);
  assert.doesNotMatch((await basis('animals.test').textContent()) ?? '', /preferred/);
});

pageTest(
  'the settings fit a phone with large text, in light and dark',
  { viewport: { width: 390, height: 844 } },
  async ({ page, findBarriers }) => {
    await page.goto(stage.service.url);
    const sizeOf = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
    await choose(page, 'size', 'larger');
    assert.equal(await sizeOf(), 22);
    await page.reload();
    assert.equal(await sizeOf(), 22, 'before the first paint');
    await openAside(page, 'settings');
    assert.deepEqual(await findBarriers(), []);
    await page.setViewportSize({ width: 320, height: 640 });
    assert.equal(await sidewaysScroll(page), 0);
  },
);

pageTest(
  'a chosen theme is applied before the first paint, without an inline script',
  { colorScheme: 'light' },
  async ({ page }) => {
    const groundColor = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.goto(stage.service.url);
    const light = await groundColor();
    await choose(page, 'theme', 'dark');
    assert.notEqual(await groundColor(), light);
    // Without the page's script, only the first paint is drawn.
    const nothing = { contentType: 'text/javascript', body: '' };
    await page.route('**/chunk-*.js', (route) => route.fulfill(nothing));
    await page.context().route('**/sw.js', (route) => route.fulfill(nothing));
    await page.reload();
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    assert.notEqual(await groundColor(), light);
    assert.equal(await page.locator('#theme-dark').getAttribute('media'), 'all');
  },
);
