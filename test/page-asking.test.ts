import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, test } from 'node:test';
import { untilStored } from './support/home-page.ts';
import { start } from './support/local-server.ts';
import { scripts } from './support/page-scripts.ts';
import { answered, askAndRead, QUESTION, questionsOn, setStage } from './support/page-stage.ts';
import { startScriptedService, streamEvents } from './support/scripted-service.ts';
import { openTestPage } from './support/test-page.ts';

const stage = setStage();
const { pageTest } = stage;

const startAnswering = () => startScriptedService(() => scripts[QUESTION] ?? (() => undefined));
/** Another site that sends its visitors to `target` without a click. */
function startForeignSite(target: string) {
  const script = `location.href = ${JSON.stringify(target)}`;
  const html = `<!doctype html><title>elsewhere</title><script>${script}</script>`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  return start(server);
}

describe('a question in the address', { concurrency: 2 }, () => {
  for (const worker of ['without', 'with'] as const) {
    pageTest(
      `only fills the field for one whom another site sent, ${worker} the service worker`,
      async ({ page }) => {
        await using service = await startAnswering();
        // Another host name counts as another site.
        const target = service.url.replace('127.0.0.1', 'localhost');
        await using foreign = await startForeignSite(`${target}/?q=why`);
        if (worker === 'with') {
          await page.goto(target);
          await untilStored(page);
          await page.reload();
          await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        }
        await page.goto(foreign.url);
        await page.getByText('Press Ask to send this question.').waitFor();
        assert.equal(await page.getByRole('textbox').inputValue(), 'why');
        assert.equal(service.asked.length, 0);
        await page.getByRole('button', { name: 'Ask', exact: true }).click();
        await answered(page).waitFor();
        assert.equal(service.asked.length, 1);
      },
    );
  }
});

describe('a conversation stays', { concurrency: 2 }, () => {
  pageTest('whole after a reload and after Back, without asking again', async ({ page }) => {
    await using service = await startAnswering();
    await page.goto(service.url);
    await askAndRead(page, QUESTION);
    await askAndRead(page, 'And violet?');
    await page.reload();
    await answered(page).waitFor();
    assert.deepEqual(await questionsOn(page), [QUESTION, 'And violet?']);
    await page.goto('about:blank');
    await page.goBack();
    await answered(page).waitFor();
    assert.deepEqual(await questionsOn(page), [QUESTION, 'And violet?']);
    await page.goBack();
    await page.getByRole('heading', { name: 'And violet?' }).waitFor({ state: 'detached' });
    assert.deepEqual(await questionsOn(page), [QUESTION]);
    await page.getByRole('link', { name: 'New question' }).click();
    await page.getByRole('heading', { name: 'Ask the web.' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: QUESTION }).waitFor();
    assert.equal(service.asked.length, 2);
    await page.goForward();
    await page.getByRole('heading', { name: 'Ask the web.' }).waitFor();
    await askAndRead(page, 'And the sea?');
    assert.equal(service.asked[2]?.history, undefined, 'a new question begins a new conversation');
  });

  test('complete in the shared link, which contains only the questions', async () => {
    await using service = await startAnswering();
    await using watched = await openTestPage(stage.browser);
    const { page } = watched;
    await page.goto(service.url);
    await askAndRead(page, QUESTION);
    await askAndRead(page, 'And violet?');
    const link = page.url();
    assert.equal(new URL(link).search, `?${new URLSearchParams({ q: QUESTION })}`);
    assert.equal(new URL(link).hash, '#then=And+violet%3F');
    await using other = await openTestPage(stage.browser);
    await other.page.goto(link);
    await other.page.getByRole('heading', { name: 'And violet?' }).waitFor();
    await answered(other.page).waitFor();
    assert.deepEqual(await questionsOn(other.page), [QUESTION, 'And violet?']);
    assert.equal(service.asked.length, 4);
    assert.deepEqual(other.complaints, []);
  });
});

describe('the box says', { concurrency: 2 }, () => {
  pageTest(
    'that a question is missing or too long, and sends neither',
    { viewport: { width: 390, height: 844 } },
    async ({ page, findBarriers }) => {
      await using service = await startAnswering();
      await page.goto(service.url);
      await page.waitForLoadState('networkidle');
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await page.getByText('Type a question first.').waitFor();
      await page.getByRole('textbox').fill('x'.repeat(2001));
      assert.equal(await page.getByText('Type a question first.').count(), 0);
      await page.keyboard.press('Enter');
      await page.getByText('This question has 2001 characters; the limit is 2000.').waitFor();
      assert.deepEqual(await findBarriers(), []);
      assert.equal(service.asked.length, 0);
    },
  );
});

pageTest(
  'citations are numbered in the order of their first mention, and stay on the line of the word before',
  async ({ page }) => {
    await stage.openAnswer(page);
    assert.deepEqual(await page.locator('.blocks a.citation').allTextContents(), ['1', '2', '1', '3', '2']);
    for (let width = 320; width <= 420; width += 7) {
      await page.setViewportSize({ width, height: 700 });
      assert.deepEqual(await page.evaluate(chipsThatBeginALine), [], `at ${width} px`);
    }
  },
);

/** Runs in the page: the citations that are on another line than the word before them. */
function chipsThatBeginALine(): string[] {
  return Array.from(document.querySelectorAll('.blocks a.citation'))
    .filter((chip) => {
      const before = chip.previousSibling;
      const text = before instanceof Text ? before.data : '';
      const end = text.search(/[\p{L}\p{N}](?=[^\p{L}\p{N}]*$)/u);
      if (before === null || end < 0) return false;
      const range = document.createRange();
      range.setStart(before, end);
      range.setEnd(before, end + 1);
      const word = range.getBoundingClientRect();
      const box = chip.getBoundingClientRect();
      return box.top > word.bottom;
    })
    .map((chip) => chip.textContent ?? '');
}

pageTest('the reader learns that the model is loading, until its first words', async ({ page }) => {
  const status = page.locator('.status');
  const source = { index: 1, title: 'A', url: 'https://a.test/', snippet: '' };
  const context = { tokens: 2000, reason: 'the model is being loaded', loading: true };
  const written = Promise.withResolvers<void>();
  await using service = await startScriptedService(() => async (response) => {
    streamEvents(response, ['sources', { sources: [source], language: 'en', context }]);
    await status.getByText('The model is loading…').waitFor();
    streamEvents(response, ['marked-block', { index: 0, html: '<p>Words.</p>' }]);
    await status.getByText('Writing from 1 source…').waitFor();
    written.resolve();
  });
  await page.goto(`${service.url}/?q=why`);
  await written.promise;
});
