import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusing, startModelServer, streaming } from './support/model-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

const KEYS = { MODEL_API_KEY: 'sk-first-planted', MODEL_FALLBACK_API_KEY: 'sk-second-planted' };

async function ask(url: string): Promise<{ answer: string; model: string; error: string | null }> {
  const response = await fetch(`${url}/api/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'What is an axolotl?' }),
  });
  assert.equal(response.status, 200);
  return await response.json();
}

test('the second model writes if the first refuses, and each answer names its model', async () => {
  await using search = await startSearchServer();
  await using first = await startModelServer(refusing(401));
  await using second = await startModelServer(streaming('A salamander [1].'));
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_BASE_URL: first.url,
    MODEL_NAME: 'big',
    MODEL_FALLBACK_BASE_URL: second.url,
    MODEL_FALLBACK_NAME: 'small',
    ...KEYS,
  });
  const instead = await ask(service.url);
  assert.equal(instead.answer, 'A salamander [1].');
  assert.equal(instead.model, 'small');
  assert.equal(instead.error, null);
  assert.match(
    service.logged.join(''),
    /big refused: the key was not accepted \(status 401\): set MODEL_API_KEY/,
  );

  first.script = streaming('An amphibian [1].');
  const again = await ask(service.url);
  assert.deepEqual([again.answer, again.model], ['An amphibian [1].', 'big']);

  first.script = refusing(503);
  second.script = refusing(401);
  const { answer, model } = await ask(service.url);
  assert.match(answer, /big failed .* small refused: .* set MODEL_FALLBACK_API_KEY/);
  assert.equal(model, 'big');
  for (const key of Object.values(KEYS)) assert.ok(!service.logged.join('').includes(key));
});
