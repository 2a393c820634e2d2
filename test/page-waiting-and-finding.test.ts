import assert from 'node:assert/strict';
import { asideTable as english } from '../web/languages/en.ts';
import { setStage, untilComplete } from './support/page-stage.ts';
import { startScriptedService, streamEvents } from './support/scripted-service.ts';

const stage = setStage();
const { pageTest } = stage;

pageTest(
  'after five seconds without a word, the page says how long the model has been silent',
  async ({ page }) => {
    await using silent = await startScriptedService(() => (response) => {
      streamEvents(response, ['sources', { sources: [], language: 'en' }]);
    });
    await page.clock.install();
    await page.goto(`${silent.url}/?q=x`);
    await page.getByRole('status').filter({ hasText: 'Waiting for the model…' }).waitFor();
    await page.clock.runFor(4000);
    assert.equal(await page.getByText(/\d s$/).count(), 0);
    await page.clock.runFor(3000);
    await page.getByText(/^Waiting for the model… \d+ s$/).waitFor();
  },
);

pageTest(
  'an answer that was stopped can be continued: the model gets what it had written',
  async ({ page }) => {
    await using service = await startScriptedService((question) => (response) => {
      streamEvents(
        response,
        ['sources', { sources: [], language: 'en' }],
        ['answer-delta', { text: `So far ${question}.` }],
        ['marked-block', { index: 0, html: `<p>So far ${question}.</p>` }],
      );
    });
    await page.goto(`${service.url}/?q=good`);
    await page.getByText('So far good.').waitFor();
    await untilComplete(page);
    await page.keyboard.press('Escape');
    const goOn = await page.locator('.go-on').boundingBox();
    const text = await page.getByText('So far good.').boundingBox();
    assert.ok((goOn?.y ?? 0) - (text?.y ?? 0) - (text?.height ?? 0) >= 12, 'it is no line of the answer');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('.earlier').waitFor();
    assert.equal(service.asked[1]?.question, 'Continue your last answer where it stopped.');
    assert.deepEqual(service.asked[1]?.history, [{ question: 'good', answer: 'So far good.' }]);
  },
);

pageTest(
  'a long question takes two lines until the reader wants all of it',
  { viewport: { width: 390, height: 844 } },
  async ({ page }) => {
    await page.goto(`${stage.service.url}/?${new URLSearchParams({ q: 'so '.repeat(200).trim() })}`);
    const heightOf = async () => (await page.locator('h1').boundingBox())?.height ?? 0;
    const all = page.getByRole('button', { name: 'Show all' });
    await all.waitFor();
    const cut = await heightOf();
    await all.click();
    assert.ok((await heightOf()) > 3 * cut);
    assert.equal(await all.isVisible(), false);
  },
);

pageTest(
  'the empty page says what nobody else can, and the underlined word explains it',
  async ({ page, findBarriers }) => {
    await page.goto(stage.service.url);
    await untilComplete(page);
    await page.locator('.promise').getByRole('button', { name: 'check' }).click();
    await page.getByText(english.promiseMeans).waitFor();
    assert.deepEqual(await findBarriers(), []);
    await page.keyboard.press('Escape');
  },
);
