import assert from 'node:assert/strict';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { hashOf } from '../src/keys/key-file.ts';
import { begin, chunk, DONE, usage } from './support/chat-server.ts';
import { startModelServer } from './support/model-server.ts';
import { isRedisInstalled, startRedis } from './support/redis-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

type Stage = { readonly limit: string; readonly used: number; readonly count?: number };

/** Instances whose key has a budget, over a model that reports how many tokens each answer used. */
async function startInstances({ limit, used, count = 1 }: Stage, settings = {}) {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'sayso-')));
  const file = join(folder.path, 'keys.yml');
  const prices = 'without_store: refuse\nprices: { m: { input: 1, output: 1 } }';
  await writeFile(file, `${prices}\nkeys: { anna: { sha256: ${hashOf('a')}, ${limit} } }`);
  const search = opened.use(await startSearchServer());
  const model = opened.use(
    await startModelServer((response) => {
      begin(response);
      response.write(chunk({ content: 'An axolotl is a salamander [1].' }));
      response.end(`${chunk({}, 'stop')}${usage(used - 20, 20)}${DONE}`);
    }),
  );
  const instances = await Promise.all(
    Array.from({ length: count }, async () =>
      opened.use(
        await startTestService({
          ...{
            SEARCH_PRIMARY_URL: search.url,
            MODEL_BASE_URL: model.url,
            MODEL_API_KEY: 'k',
            MODEL_NAME: 'm',
          },
          ...{ KEYS_FILE: file, ...settings },
        }),
      ),
    ),
  );
  const running = opened.move();
  return {
    model,
    ask: (at = 0) =>
      fetch(`${instances[at % count]?.url}/api/ask`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'a' },
        body: JSON.stringify({ query: `What is axolotl ${at}?` }),
      }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

test('64 callers at once on three instances exceed a budget by less than one answer', {
  skip: !isRedisInstalled(),
}, async () => {
  await using redis = await startRedis();
  const [most, used] = [12_000, 4000];
  for (const limit of [`tokens_per_day: ${most}`, `cost_per_month: ${most / 1_000_000}`]) {
    await using service = await startInstances({ limit, used, count: 3 }, { REDIS_URL: redis.url });
    const askAll = async () => {
      const replies = await Promise.all(Array.from({ length: 64 }, (_, at) => service.ask(at)));
      await Promise.all(replies.map((reply) => reply.text()));
      return replies.map(({ status }) => status);
    };
    const first = await askAll();
    assert.ok(first.includes(200) && first.includes(429), first.join());
    // Where the store is late, answers are refused for a moment with a 503.
    while ((await askAll()).some((status) => status !== 429));
    const spent = service.model.calls * used;
    assert.ok(spent >= most && spent < most + used, `${limit}: ${spent}`);
  }
});

test('from 80 % on, replies say what is left; then they are refused', async () => {
  await using service = await startInstances({ limit: 'tokens_per_day: 500', used: 100 });
  const left: (string | null)[] = [];
  for (let at = 0; at < 5; at++) {
    const reply = await service.ask(at);
    assert.equal(reply.status, 200, await reply.text());
    left.push(reply.headers.get('x-budget-remaining'));
  }
  assert.deepEqual(left, [null, null, null, null, '100']);
  const refused = await service.ask();
  assert.deepEqual([refused.status, refused.headers.get('x-budget-remaining')], [429, '0']);
  assert.match(
    (await refused.json()).error,
    /\(500 tokens a day\) is used up\. It starts anew on \d{4}-\d\d-\d\d at 00:00 UTC\.$/,
  );
  const waitSeconds = Number(refused.headers.get('retry-after'));
  assert.ok(waitSeconds > 0 && waitSeconds <= 86_400);
  assert.equal(service.model.calls, 5);
});

test('a cached answer costs nothing', async () => {
  await using service = await startInstances(
    { limit: 'tokens_per_day: 150', used: 100 },
    { ANSWER_CACHE_SECONDS: '300' },
  );
  for (let time = 0; time < 4; time++) assert.equal((await service.ask(1)).status, 200);
  assert.equal(service.model.calls, 1);
  await (await service.ask(2)).text();
  assert.equal((await service.ask(3)).status, 429);
});
