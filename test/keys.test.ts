import assert from 'node:assert/strict';
import { mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { keysCommand } from '../src/commands/keys.ts';
import { Failure } from '../src/core/failure.ts';
import { hashOf } from '../src/keys/key-file.ts';
import { isRedisInstalled, startRedis } from './support/redis-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { until } from './support/until.ts';

/** A folder with a file of keys, and the command that edits it. */
async function makeKeys(text = '') {
  const folder = await mkdtempDisposable(join(tmpdir(), 'sayso-'));
  const file = join(folder.path, 'keys.yml');
  if (text !== '') await writeFile(file, text);
  return {
    file,
    /** What `sayso keys` prints with these arguments, or the code of its failure. */
    async run(...args: readonly string[]) {
      const said = { stdout: '', stderr: '', failed: null as string | null };
      const print = (text: string) => {
        said.stdout += `${text}\n`;
      };
      const remark = (text: string) => {
        said.stderr += `${text}\n`;
      };
      await keysCommand({ args, file, print, remark }).catch((error: unknown) => {
        assert.ok(error instanceof Failure);
        said.failed = error.code;
        remark(error.message);
      });
      return said;
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** A service with that file, and what a key gets from it. */
async function startWithKeys(file: string, settings: Readonly<Record<string, string>> = {}) {
  await using opened = new AsyncDisposableStack();
  const search = opened.use(await startSearchServer());
  const service = await startTestService({
    ...{ SEARCH_PRIMARY_URL: search.url, MODEL_PROVIDER: 'extractive', KEYS_FILE: file },
    ...settings,
  });
  opened.use(service);
  const running = opened.move();
  return {
    logged: service.logged,
    ask: (key: string, body: object = {}) =>
      fetch(`${service.url}/api/ask`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ query: 'axolotl', ...body }),
      }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

test('a key is made, rotated and revoked without a restart, and no secret is kept', async () => {
  await using keys = await makeKeys();
  const added = await keys.run(
    'add',
    'anna',
    '--requests-per-minute',
    '50',
    '--tokens-per-day',
    '9',
    '--cost-per-month',
    '2.5',
    '--expires',
    '2099-12-31',
  );
  assert.match(added.stdout, /^[\w-]{43}\n$/);
  assert.match(added.stderr, /^This is the secret of "anna"; it is not shown again\.\n$/);
  const first = added.stdout.trim();
  assert.equal((await stat(keys.file)).mode & 0o777, 0o600);
  assert.match((await keys.run('list')).stdout, /^anna +- +9 +2\.5 +50 +2099-12-31$/m);

  await using service = await startWithKeys(keys.file, { API_KEYS: 'of-before' });
  const statusFor = async (key: string) => (await service.ask(key)).status;
  const reply = await service.ask(first);
  assert.deepEqual([reply.status, reply.headers.get('ratelimit-limit')], [200, '50']);
  const before = await service.ask('of-before');
  assert.deepEqual([before.status, before.headers.get('ratelimit-limit')], [200, null]);
  assert.equal(await statusFor(hashOf(first)), 401, 'the hash in the file is not a key');
  assert.equal(await statusFor('wrong'), 401);

  const second = (await keys.run('rotate', 'anna')).stdout.trim();
  await until(async () => (await statusFor(second)) === 200);
  assert.equal(await statusFor(first), 401);
  assert.equal((await keys.run('revoke', 'anna')).stdout, '');
  await until(async () => (await statusFor(second)) === 401);
  assert.equal(await statusFor('of-before'), 200);

  const seen = service.logged.join('') + (await readFile(keys.file, 'utf8'));
  for (const secret of [first, second, hashOf(second)]) assert.equal(seen.includes(secret), false);
});

test('a mistake in the changed file is logged and changes nothing', async () => {
  const text = `keys: { anna: { sha256: ${hashOf('a')} } }\n`;
  await using keys = await makeKeys(text);
  await using service = await startWithKeys(keys.file);
  await writeFile(keys.file, `${text}default: { tokens_per_day: many }\n`);
  await until(() => service.logged.some((line) => line.includes('cannot be read again')));
  assert.match(service.logged.join(''), /default\.tokens_per_day \(line 2\): write a whole number/);
  assert.equal((await service.ask('a')).status, 200);
  await assert.rejects(startWithKeys(keys.file), { code: 'misconfigured', message: /\(line 2\)/ });
});

test('a key is refused after its last day, and for a depth or more answers than it allows', async () => {
  const today = new Date().toISOString().slice(0, 10);
  await using keys = await makeKeys(`
default: { depths: [quick] }
keys:
  old: { sha256: ${hashOf('o')}, expires: 2026-01-31 }
  today: { sha256: ${hashOf('t')}, expires: ${today}, requests_per_minute: 2 }
  deep: { sha256: ${hashOf('d')}, depths: [deep] }
`);
  await using service = await startWithKeys(keys.file, { RATE_LIMIT: '1/hour' });
  const old = await service.ask('o');
  assert.equal(old.status, 401);
  assert.match((await old.json()).error, /^The key that was sent was valid until 2026-01-31: /);
  const deep = await service.ask('t', { depth: 'deep' });
  assert.deepEqual(
    [deep.status, await deep.json()],
    [403, { error: 'This key does not allow deep answers.' }],
  );
  assert.equal((await service.ask('d')).status, 403);
  assert.equal((await service.ask('t')).status, 200);
  const over = await service.ask('t');
  assert.equal(over.status, 429);
  assert.match((await over.json()).error, /^Too many questions with this key: 2 are allowed in 60 seconds/);
});

test('two instances count the answers of a key together', { skip: !isRedisInstalled() }, async () => {
  await using redis = await startRedis();
  await using keys = await makeKeys(`keys: { anna: { sha256: ${hashOf('a')}, requests_per_minute: 9 } }`);
  await using one = await startWithKeys(keys.file, { REDIS_URL: redis.url });
  await using other = await startWithKeys(keys.file, { REDIS_URL: redis.url });
  const replies = await Promise.all(
    Array.from({ length: 24 }, async (_, at) => (await (at % 2 ? one : other).ask('a')).status),
  );
  assert.equal(replies.filter((status) => status === 200).length, 9);
  assert.equal(replies.filter((status) => status === 429).length, 15);
});

test('`sayso keys` refuses what it cannot do, and leaves the file as it is', async () => {
  const text = `# ours\ngroups:\n  family: { requests_per_minute: 3 }\nkeys:\n  anna: { sha256: ${hashOf('a')} }\n`;
  await using keys = await makeKeys(text);
  const cases: readonly (readonly [args: readonly string[], failed: string, says: RegExp])[] = [
    [['add', 'anna'], 'invalid-question', /There is already a key "anna"/],
    [['revoke', 'ben'], 'invalid-question', /There is no key "ben"/],
    [['add', 'ben', '--group', 'friends'], 'misconfigured', /keys\.ben\.group.*there is no group "friends"/],
    [['add', 'ben', '--tokens-per-day', 'many'], 'misconfigured', /tokens_per_day.*write a whole number/],
    [['add', 'a b'], 'misconfigured', /a name has up to 40/],
    [['rotate', 'anna', '--group', 'family'], 'invalid-question', /The options belong to add/],
    [['frobnicate'], 'invalid-question', /^Usage: sayso keys/],
  ];
  for (const [args, failed, says] of cases) {
    const done = await keys.run(...args);
    assert.deepEqual([done.failed, done.stdout], [failed, ''], args.join(' '));
    assert.match(done.stderr, says);
  }
  assert.equal(await readFile(keys.file, 'utf8'), text);
  assert.equal((await keys.run('add', 'ben', '--group', 'family')).failed, null);
  const changed = await readFile(keys.file, 'utf8');
  assert.ok(changed.startsWith('# ours\n'), changed);
  assert.match((await keys.run('list')).stdout, /^ben +family +- +- +3 +-$/m);
});
