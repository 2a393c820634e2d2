import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { startModelServer } from '../support/model-server.ts';
import { startSearchServer, withStatus } from '../support/search-server.ts';
import { startTestService } from '../support/service.ts';
import { fileOfPackage } from './debian-packages.ts';

test('promtool accepts the metrics without a warning', async () => {
  await using search = await startSearchServer();
  await using broken = await startSearchServer(withStatus(500));
  await using model = await startModelServer();
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: broken.url,
    SEARCH_SECONDARY_URL: search.url,
    MODEL_BASE_URL: model.url,
  });
  const reply = await fetch(`${service.url}/api/v1/query?q=What+is+an+axolotl%3F`);
  assert.equal(reply.status, 200);
  await reply.text();
  const input = await (await fetch(`${service.url}/metrics`)).text();
  assert.match(input, /^sayso_answer_duration_seconds_count/m);
  const promtool = fileOfPackage('prometheus');
  assert.equal(execFileSync(promtool, ['check', 'metrics'], { input, encoding: 'utf8' }), '');
});
