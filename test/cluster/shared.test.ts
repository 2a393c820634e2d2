import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { connectRedis } from '../../src/cache/redis-store.ts';
import { freePort } from '../real/free-port.ts';
import { startModelServer } from '../support/model-server.ts';
import { startRedis } from '../support/redis-server.ts';
import { startSearchServer } from '../support/search-server.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Several instances that share a Redis. */
async function startInstances(
  t: TestContext,
  count: number,
  settings: Readonly<Record<string, string>> = {},
) {
  const redis = await startRedis();
  const search = await startSearchServer();
  const model = await startModelServer();
  const instances = await Promise.all(
    Array.from({ length: count }, () =>
      startTestService({
        SEARCH_PRIMARY_URL: search.url,
        MODEL_BASE_URL: model.url,
        MODEL_API_KEY: 'k',
        MODEL_NAME: 'm',
        ANSWER_CACHE_SECONDS: '300',
        REDIS_URL: redis.url,
        ...settings,
      }),
    ),
  );
  t.after(async () => {
    for (const one of [...instances, redis, search, model]) await one[Symbol.asyncDispose]();
  });
  return { redis, search, model, instances };
}

const ask = (instance: TestService | undefined, question: string) =>
  fetch(`${instance?.url}/api/v1/query?q=${encodeURIComponent(question)}`);

test('neither question nor address can be read in Redis', async (t) => {
  const { instances, redis } = await startInstances(t, 1, { RATE_LIMIT: '100/minute' });
  await ask(instances[0], 'What is secret?');
  const read = () =>
    execFileSync('/usr/bin/redis-cli', ['-p', String(redis.port), 'keys', '*'], { encoding: 'utf8' });
  // Values are cached while the answer is sent, not before it.
  for (let look = 0; look < 100 && !read().includes('sayso:answer:'); look++) await sleep(20);
  const keys = read();
  assert.match(keys, /sayso:answer:/);
  assert.match(keys, /sayso:rate:/);
  assert.doesNotMatch(keys, /secret|127\.0\.0\.1/);
});

test('a client has one limit at all instances, and one at each while Redis is gone', async (t) => {
  const { instances, redis } = await startInstances(t, 2, { RATE_LIMIT: '2/minute' });
  const [first, second] = instances;
  const statusAt = async (instance: TestService | undefined) => (await ask(instance, 'Again?')).status;
  assert.deepEqual(
    [await statusAt(first), await statusAt(second), await statusAt(first), await statusAt(second)],
    [200, 200, 429, 429],
  );
  await redis.kill();
  assert.deepEqual([await statusAt(first), await statusAt(first), await statusAt(first)], [200, 200, 429]);
  assert.equal(await statusAt(second), 200);
});

test('a full Redis fails no question, and each instance repeats the answers in its own memory', async (t) => {
  const full = await startRedis(['--maxmemory', '1kb', '--maxmemory-policy', 'noeviction']);
  t.after(() => full[Symbol.asyncDispose]());
  const { instances, model } = await startInstances(t, 1, { REDIS_URL: full.url, RATE_LIMIT: '9/minute' });
  for (let time = 0; time < 3; time++) assert.equal((await ask(instances[0], 'What is full?')).status, 200);
  assert.equal(model.calls, 1);
});

test('password and TLS are taken from the address, and the password is never shown', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sayso-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...[
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
        '-keyout',
        key,
        '-out',
        certificate,
      ],
    ],
    { stdio: 'ignore' },
  );
  const tlsPort = await freePort();
  await using _redis = await startRedis([
    ...['--requirepass', 'hunter2', '--tls-cert-file', certificate, '--tls-key-file', key],
    ...['--tls-auth-clients', 'no', '--tls-port', String(tlsPort)],
  ]);
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(certificate, 'utf8')]);
  const said: string[] = [];
  const store = await connectRedis(`rediss://:hunter2@127.0.0.1:${tlsPort}`, (...change) =>
    said.push(...change),
  );
  await store.set('k', 'value', 1000);
  assert.equal(await store.get('k'), 'value');
  store.close();
  const wrong = await connectRedis(`rediss://:hunter3@127.0.0.1:${tlsPort}`, (...change) =>
    said.push(...change),
  );
  await assert.rejects(wrong.get('k'));
  wrong.close();
  assert.doesNotMatch(said.join(), /hunter/);
});
