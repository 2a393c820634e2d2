import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { startModelServer } from '../support/model-server.ts';
import { resultsAt, startPageHost } from '../support/page-host.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { startSearchServer, withResults } from '../support/search-server.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const KIB = 1024;

function redisCli({ port }: RedisServer, ...words: readonly string[]): string {
  return execFileSync('/usr/bin/redis-cli', ['-p', String(port), ...words], { encoding: 'utf8' });
}

/** How many commands were sent, without those from this test, from the connection and inside scripts. */
function commandsOf(redis: RedisServer): number {
  const lines = redisCli(redis, 'info', 'commandstats').matchAll(/^cmdstat_([\w|]+):calls=(\d+)/gm);
  const notSent = /^(?:info|keys|memory|config|ping|client|hello|auth|select|command|incr|pexpire|pttl|del)/;
  return [...lines].reduce((sum, [, name = '', calls]) => sum + (notSent.test(name) ? 0 : Number(calls)), 0);
}

/** How much memory the entries of one kind take in Redis, in bytes per entry. */
function sizesOf(redis: RedisServer, kind: string): readonly number[] {
  const keys = redisCli(redis, 'keys', `sayso:${kind}:*`).split('\n').filter(Boolean);
  return keys.map((key) => Number(redisCli(redis, 'memory', 'usage', key)));
}

test('a new question costs few commands and little memory of Redis', async (t) => {
  await using redis = await startRedis();
  await using host = await startPageHost();
  await using search = await startSearchServer(withResults(resultsAt(host, 10)));
  await using model = await startModelServer();
  const costOf = async (readPages: 'on' | 'off', question: string) => {
    await using service = await startTestService({
      SEARCH_PRIMARY_URL: search.url,
      MODEL_BASE_URL: model.url,
      MODEL_NAME: 'm',
      READ_PAGES: readPages,
      READ_TIMEOUT_MS: '60000',
      QUERY_DEADLINE_MS: '120000',
      PAGE_ALLOW: '127.0.0.1',
      ANSWER_CACHE_SECONDS: '300',
      RATE_LIMIT: '1000/minute',
      REDIS_URL: redis.url,
    });
    const before = commandsOf(redis);
    const answers = sizesOf(redis, 'answer').length;
    await (await fetch(`${service.url}/api/v1/query?q=${encodeURIComponent(question)}`)).text();
    await until(() => sizesOf(redis, 'answer').length > answers);
    return commandsOf(redis) - before;
  };
  const withoutPages = await costOf('off', 'What lives in the lakes?');
  const withPages = await costOf('on', 'What swims in the lakes?');
  const kinds = ['answer', 'search', 'page'];
  const sizes = kinds.map((kind) => Math.max(...sizesOf(redis, kind)));
  t.diagnostic(`commands: ${withoutPages} without pages, ${withPages} with ten`);
  t.diagnostic(`bytes: ${kinds.map((kind, at) => `${kind} ${sizes[at]}`).join(', ')}`);
  assert.ok(withoutPages <= 12 && withPages <= 40, `${withoutPages} and ${withPages} commands`);
  const [answer = 0, searched = 0, page = 0] = sizes;
  assert.ok(answer < 24 * KIB && searched < 8 * KIB && page < 64 * KIB, sizes.join());
});
