import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openAside } from './support/home-page.ts';
import { type PageStage, QUESTION, setStage, takePicture } from './support/page-stage.ts';
import { startScriptedService, streamEvents } from './support/scripted-service.ts';
import { openTestPage } from './support/test-page.ts';

let stage: PageStage;

before(async () => {
  stage = await setStage();
});

after(() => stage?.[Symbol.asyncDispose]());

test('after five seconds without a word, the page says how long the model has been silent', async () => {
  await using silent = await startScriptedService(() => (response) => {
    streamEvents(response, ['sources', { sources: [], language: 'en' }]);
  });
  await using watched = await openTestPage(stage.browser);
  const { page } = watched;
  await page.clock.install();
  await page.goto(`${silent.url}/?q=x`);
  await page.getByRole('status').filter({ hasText: 'Waiting for the model…' }).waitFor();
  await page.clock.runFor(4000);
  assert.equal(await page.getByText(/\d s$/).count(), 0);
  await page.clock.runFor(3000);
  await page.getByText(/^Waiting for the model… \d+ s$/).waitFor();
  assert.deepEqual(watched.complaints, []);
});

test('an answer that was stopped can be continued: the model gets what it had written', async () => {
  await using service = await startScriptedService((question) => (response) => {
    streamEvents(
      response,
      ['sources', { sources: [], language: 'en' }],
      ['answer-delta', { text: `So far ${question}.` }],
      ['marked-block', { index: 0, html: `<p>So far ${question}.</p>` }],
    );
  });
  await using watched = await openTestPage(stage.browser);
  const { page } = watched;
  await page.goto(`${service.url}/?q=good`);
  await page.getByText('So far good.').waitFor();
  await page.keyboard.press('Escape');
  const goOn = await page.locator('.go-on').boundingBox();
  const text = await page.getByText('So far good.').boundingBox();
  assert.ok((goOn?.y ?? 0) - (text?.y ?? 0) - (text?.height ?? 0) >= 12, 'it is no line of the answer');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('.earlier').waitFor();
  assert.equal(service.asked[1]?.question, 'Continue your last answer where it stopped.');
  assert.deepEqual(service.asked[1]?.history, [{ question: 'good', answer: 'So far good.' }]);
  assert.deepEqual(watched.complaints, []);
});

test('two conversations with the same first question are told apart by their last one', async () => {
  await using service = await startScriptedService(() => (response) => {
    const html = '<p>Because.</p>';
    streamEvents(
      response,
      ['marked-block', { index: 0, html }],
      ['answer-end', { answer: 'Because.', html_answer: html, sources: [], tokens_used: 1, model: 'm' }],
    );
    response.end();
  });
  await using watched = await openTestPage(stage.browser);
  const { page } = watched;
  for (const next of ['And then?', 'And before?']) {
    await page.goto(`${service.url}/?q=Why`);
    await page.locator('.answer .block').waitFor();
    await page.getByRole('textbox').fill(next);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: next }).waitFor();
    await page.locator('.answer .block').waitFor();
  }
  await openAside(page);
  await page.locator('.history small').nth(1).waitFor();
  assert.deepEqual(await page.locator('.history small').allTextContents(), ['And before?', 'And then?']);
  assert.deepEqual(watched.complaints, []);
});

test('a long question takes two lines until the reader wants all of it', async () => {
  await using watched = await openTestPage(stage.browser, { viewport: { width: 390, height: 844 } });
  const { page } = watched;
  await page.goto(`${stage.service.url}/?${new URLSearchParams({ q: 'so '.repeat(200).trim() })}`);
  const heightOf = async () => (await page.locator('h1').boundingBox())?.height ?? 0;
  const all = page.getByRole('button', { name: 'Show all' });
  await all.waitFor();
  const cut = await heightOf();
  await all.click();
  assert.ok((await heightOf()) > 3 * cut);
  assert.equal(await all.isVisible(), false);
});

test('the empty page says what nobody else can, and the underlined word explains it', async () => {
  await using watched = await openTestPage(stage.browser);
  const { page } = watched;
  await page.goto(stage.service.url);
  await page.locator('.privacy').waitFor();
  await page.locator('.promise').getByRole('button', { name: 'check' }).click();
  await page.getByText('Each sentence is compared with its sources.').waitFor();
  assert.deepEqual(await watched.findBarriers(), []);
  await takePicture(page, 'promise');
  await page.keyboard.press('Escape');
  assert.deepEqual(watched.complaints, []);
});

test('three levels of headings differ in size, and the first paragraph is the largest text', async () => {
  const html = '<h1>One</h1><h2>Two</h2><h3>Three</h3><p>Text</p>';
  await using service = await startScriptedService(() => (response) => {
    streamEvents(response, ['marked-block', { index: 0, html: '<p>First.</p>' }]);
    streamEvents(response, ['marked-block', { index: 1, html }]);
  });
  await using watched = await openTestPage(stage.browser);
  await watched.page.goto(`${service.url}/?${new URLSearchParams({ q: QUESTION })}`);
  await watched.page.locator('.blocks h3').waitFor();
  const sizes = await watched.page
    .locator('.blocks :is(h1, h2, h3), .blocks p')
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).fontSize));
  assert.deepEqual(sizes, ['19px', '22px', '18px', '16px', '17px']);
});
