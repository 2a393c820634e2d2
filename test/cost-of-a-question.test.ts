import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { startModelServer } from './support/model-server.ts';
import { resultsAt, startPageHost } from './support/page-host.ts';
import { startSearchServer, withResults } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { until } from './support/until.ts';

/** The instructions, the question and the frames of five sources. */
const FIXED_TOKENS = 400;
/** Reads pages on this machine, with enough time for a slow machine to read them all. */
const READS_PAGES = {
  READ_PAGES: 'on',
  READ_TIMEOUT_MS: '60000',
  ANSWER_DEADLINE_MS: '120000',
  QUERY_DEADLINE_MS: '120000',
  PAGE_ALLOW: '127.0.0.1',
};

test('a new question costs one search, at most ten pages and one model call', async () => {
  await using host = await startPageHost();
  await using search = await startSearchServer(withResults(resultsAt(host, 15)));
  await using model = await startModelServer();
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_BASE_URL: model.url,
    ...READS_PAGES,
  });
  const reply = await fetch(`${service.url}/api/v1/query?q=What+lives+in+the+lakes%3F`);
  assert.equal(reply.status, 200);
  await reply.text();
  const searches = search.asked.filter((question) => question !== '');
  assert.deepEqual([searches.length, host.pagesAsked(), model.calls], [1, 10, 1]);
});

test('the sources in the prompt stay within CONTEXT_TOKENS', async () => {
  await using host = await startPageHost();
  await using search = await startSearchServer(withResults(resultsAt(host, 10)));
  await using model = await startModelServer();
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_BASE_URL: model.url,
    ...READS_PAGES,
    CONTEXT_TOKENS: '1000',
  });
  // If a page takes its thread too long, only its snippet is used, which is too little to reach the limit;
  // the question is then asked again.
  await until(async () => {
    await (await fetch(`${service.url}/api/v1/query?q=What+lives+in+the+lakes%3F`)).text();
    const tokens = estimateTokens(model.prompt);
    assert.ok(tokens < 1000 + FIXED_TOKENS, `${tokens} tokens`);
    return tokens > 500;
  });
});
