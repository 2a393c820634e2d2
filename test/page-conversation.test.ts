import assert from 'node:assert/strict';
import { begin } from './support/chat-server.ts';
import { fakeVoice } from './support/faked-voice.ts';
import { startModelServer, streaming } from './support/model-server.ts';
import { askAndRead, questionsOn, setStage, untilComplete } from './support/page-stage.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService, type TestService } from './support/service.ts';

const { pageTest } = setStage();

function startWith(search: { url: string }, model: { url: string }): Promise<TestService> {
  return startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_BASE_URL: model.url,
    MODEL_NAME: 'scripted',
  });
}

pageTest('the service sends the page the support of each citation, and the speech', async ({ page }) => {
  await using search = await startSearchServer();
  await using model = await startModelServer(
    streaming('The axolotl keeps its gills for life [1]. It lives in Lake Xochimilco [2].'),
  );
  await using service = await startWith(search, model);
  const voice = await fakeVoice(page);
  await page.goto(service.url);
  await askAndRead(page, 'What is an axolotl?');
  await untilComplete(page);
  assert.equal(await page.title(), 'What is an axolotl? · Sayso');
  await page.locator('a.citation').first().focus();
  const quote = page.getByRole('tooltip').locator('blockquote');
  await quote.waitFor();
  assert.equal(await quote.textContent(), 'The axolotl is a salamander that keeps its gills for life.');

  await page.getByRole('button', { name: 'Read aloud' }).click();
  await page.waitForFunction(() => CSS.highlights.has('spoken'));
  assert.deepEqual(await voice.said(), ['speak The axolotl keeps its gills for life. (en)']);
  await page.locator('.receipt summary').click();
  await page.getByText(/^First search: results found, \d/).waitFor();
});

pageTest(
  'a follow-up is searched for in words that stand alone; the model gets the conversation',
  async ({ page }) => {
    await using search = await startSearchServer();
    await using model = await startModelServer(streaming('Albert Einstein was a physicist [1].'));
    await using service = await startWith(search, model);
    await page.goto(service.url);
    await askAndRead(page, 'Who was Albert Einstein?');
    await askAndRead(page, 'how old was he?');
    assert.equal(search.asked.at(-1), 'how old was he? Albert Einstein');
    assert.match(model.prompt, /asked: Who was Albert Einstein\?/);
    await page.locator('.result .receipt summary').click();
    await page.locator('.steps').getByText('Searched for: how old was he? Albert Einstein').waitFor();

    await page.getByRole('button', { name: 'Ask again' }).click();
    // Asking again calls the model even if the service has kept an answer; otherwise this never ends.
    while (model.calls < 3) await page.waitForTimeout(20);
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
  },
);

for (const [stage, followUp, seen] of [
  ['what a follow-up means is asked of the model', 'What day is it in Tokyo?', 'Searching the web…'],
  ['a follow-up is being answered', 'how old was he?', 'Waiting for the model…'],
] as const) {
  pageTest(`stopping stops the model while ${stage}`, async ({ page }) => {
    await using search = await startSearchServer();
    await using model = await startModelServer(streaming('Albert Einstein was a physicist [1].'));
    await using service = await startWith(search, model);
    await page.goto(service.url);
    await askAndRead(page, 'Who was Albert Einstein?');
    const called = Promise.withResolvers<void>();
    const dropped = Promise.withResolvers<void>();
    model.script = (response) => {
      response.on('close', dropped.resolve);
      begin(response);
      called.resolve();
    };
    await page.getByRole('textbox').fill(followUp);
    await page.keyboard.press('Enter');
    await called.promise;
    await page.getByRole('status').filter({ hasText: seen }).waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await dropped.promise;
    await page.getByRole('status').filter({ hasText: 'Stopped.' }).waitFor();
    assert.equal(model.calls, stage.startsWith('what') ? 2 : 3);
    assert.deepEqual(await questionsOn(page), ['Who was Albert Einstein?', followUp]);
  });
}
