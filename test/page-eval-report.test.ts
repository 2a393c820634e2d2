import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchBrowser } from './support/browser.ts';
import { answerWith, startChatServer } from './support/chat-server.ts';
import { questionWithPages, shipOf, writeSet } from './support/evaluated.ts';
import { openTestPage, sidewaysScroll } from './support/test-page.ts';

test('the report on a run needs no script and no server, and has no barriers', async () => {
  await using model = await startChatServer((response, call) =>
    answerWith(response, [
      shipOf(call) % 2 === 0 ? `It is Marigold ${shipOf(call)} [1].` : 'It is the Tulip [2].',
    ]),
  );
  await using folder = await writeSet(Array.from({ length: 6 }, (_, at) => questionWithPages(at)));
  const environment = { MODEL_BASE_URL: model.url, MODEL_NAME: 'scripted' };
  const { status, printed } = await folder.run(['--fail-below', '50'], { environment });
  assert.equal(status, 0);
  assert.match(printed, /\| writing \| 3 \|/);
  const failing = await folder.run(['--resume', '--fail-below', '51'], { environment });
  assert.deepEqual([failing.status, /50\.0 % are correct, but 51\.0 %/.test(failing.printed)], [1, true]);
  const baseline = ['--baseline', join(folder.path, 'run', 'report.json'), '--fail-below', '0'];
  assert.equal((await folder.run(['--resume', ...baseline], { environment })).status, 0);
  await writeFile(join(folder.path, 'no.json'), '{}');
  const wrong = ['--resume', '--baseline', join(folder.path, 'no.json'), '--fail-below', '0'];
  await assert.rejects(folder.run(wrong, { environment }), /is not the report\.json/);

  const browser = await launchBrowser();
  try {
    const address = pathToFileURL(join(folder.path, 'run', 'report.html')).href;
    await using watched = await openTestPage(browser, { viewport: { width: 400, height: 800 } });
    const { page } = watched;
    await page.goto(address);
    assert.ok((await page.locator('table').count()) >= 2);
    await page.getByText('What is the name of ship number 1?').click();
    assert.ok(await page.getByText('It is the Tulip').first().isVisible());
    assert.equal(await sidewaysScroll(page), 0);
    // Other fonts are wider.
    await page.evaluate(() => {
      document.body.style.fontSize = '1.5rem';
    });
    assert.equal(await sidewaysScroll(page), 0);
    await page.evaluate(() => {
      document.body.style.fontSize = '';
    });
    assert.deepEqual(await watched.findBarriers(), []);
    assert.deepEqual(watched.complaints, []);
    assert.equal(await page.locator('script').count(), 0);
  } finally {
    await browser.close();
  }
});
