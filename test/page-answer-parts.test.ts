import assert from 'node:assert/strict';
import { loadFormulas, readMarkdown } from '@sayso/markdown';
import { setStage } from './support/page-stage.ts';
import { streamEvents } from './support/scripted-service.ts';
import { sidewaysScroll } from './support/test-page.ts';

/** What answers of models contain besides sentences. */
const MARKDOWN = [
  'The roots of $ax^2+bx+c=0$ are $$x = \\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}$$',
  `\`\`\`js\nconst longLine = "${'long '.repeat(60)}";\n\`\`\``,
  `| Name | ${'Column | '.repeat(9)}\n|${'---|'.repeat(10)}\n| first | ${'5 كم | '.repeat(9)}`,
].join('\n\n');

const SOURCES = [{ index: 1, title: 'Quadratics', url: 'https://algebra.test/', snippet: 'Roots.' }];

await loadFormulas();
const { html } = readMarkdown(MARKDOWN, { sources: [] });
const stage = setStage(() => (response) => {
  streamEvents(
    response,
    ['sources', { sources: SOURCES, language: 'en' }],
    ['marked-block', { index: 0, html }],
    ['answer-end', { answer: MARKDOWN, html_answer: html, sources: SOURCES, tokens_used: 1 }],
  );
  response.end();
});
const { pageTest } = stage;

pageTest(
  'on a phone, formulas are drawn, code and tables scroll by themselves, and code is copied',
  {
    viewport: { width: 390, height: 844 },
    permissions: ['clipboard-read', 'clipboard-write'],
  },
  async ({ page, findBarriers }) => {
    await page.goto(`${stage.service.url}/?q=parts`);
    await page.locator('article[aria-busy=false] pre').waitFor();
    assert.equal(await page.locator('math').count(), 2);
    assert.equal(await page.locator('math[display=block] msqrt').count(), 1);
    assert.equal(await sidewaysScroll(page), 0);
    for (const scrolled of ['pre', '.table-frame'])
      assert.ok(await page.locator(scrolled).evaluate((frame) => frame.scrollWidth > frame.clientWidth));

    const first = page.locator('td').first();
    const before = await first.boundingBox();
    await page
      .locator('.table-frame')
      .evaluate((frame) => frame.scrollBy({ left: 200, behavior: 'instant' }));
    assert.equal((await first.boundingBox())?.x, before?.x, 'the first column stays');

    await page.getByRole('button', { name: 'Copy code' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^const longLine/);
    assert.deepEqual(await findBarriers(), []);
  },
);

pageTest(
  'on a phone, the sources are above the answer, in a sheet that Escape closes',
  { viewport: { width: 390, height: 844 } },
  async ({ page, findBarriers }) => {
    await page.goto(`${stage.service.url}/?q=sources`);
    const button = page.getByRole('button', { name: '1 source' });
    await button.click();
    const sheet = page.getByRole('dialog', { name: 'Sources' });
    await sheet.getByRole('link', { name: 'Quadratics' }).waitFor();
    const heading = await sheet.getByRole('heading', { name: 'Sources' }).boundingBox();
    assert.ok((heading?.width ?? 0) > 20, 'its heading is in view');
    assert.deepEqual(await findBarriers(), []);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    assert.ok(await button.evaluate((element) => element === document.activeElement));
    const { y = 0 } = (await button.boundingBox()) ?? {};
    assert.ok(y < ((await page.locator('article').boundingBox())?.y ?? 0));
  },
);

pageTest('four presses of Tab and Enter lead from the top of an answer to the field', async ({ page }) => {
  await page.goto(`${stage.service.url}/?q=tabs`);
  await page.locator('.tools').waitFor();
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.ok(await page.getByRole('textbox').evaluate((field) => field === document.activeElement));
});
