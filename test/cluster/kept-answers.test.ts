import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { hashOf } from '../../src/keys/key-file.ts';
import { streaming, streamingThenHanging } from '../support/model-server.ts';
import { toSseEvents } from '../support/sse-events.ts';
import { until } from '../support/until.ts';
import { type Member, startCluster } from './service.ts';

const TEXT = 'An axolotl is a salamander [1].';

type Key = Readonly<Record<string, string>>;

async function ask(url: string, query = 'What is an axolotl?', key: Key = {}) {
  const response = await fetch(`${url}/api/ask?keep=on&events=sources,answer-delta,answer-end`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...key },
    body: JSON.stringify({ query }),
  });
  return { response, id: response.headers.get('sayso-stream') ?? '' };
}

/** The reply of an instance, once the store has the answer: a busy machine may take a moment. */
async function follow(url: string, id: string, headers: Key = {}): Promise<Response> {
  await until(async () => (await fetch(`${url}/api/ask/${id}`, { method: 'HEAD', headers })).ok);
  return fetch(`${url}/api/ask/${id}`, { headers });
}

test('another instance has the events of an answer, and stops it', async () => {
  await using cluster = await startCluster();
  const [first = '', second = ''] = cluster.instances.map(({ url }) => url);
  cluster.model.script = streaming(TEXT);
  const whole = await ask(first);
  const text = await whole.response.text();
  const again = await follow(second, whole.id, { 'last-event-id': '1' });
  assert.equal(await again.text(), text.slice(text.indexOf('id: 2\n')));
  cluster.model.script = streamingThenHanging(TEXT);
  const hanging = await ask(first, 'Where do axolotls live?');
  await follow(second, hanging.id);
  assert.equal((await fetch(`${second}/api/ask/${hanging.id}/stop`, { method: 'POST' })).status, 204);
  assert.match(await hanging.response.text(), /event: failure\ndata: .*was stopped/);
});

test('when its instance is killed, what was there of an answer is, with an honest end', async () => {
  await using cluster = await startCluster();
  const [first, second, third] = cluster.instances;
  cluster.model.script = streamingThenHanging(TEXT);
  const { response, id } = await ask(first?.url ?? '');
  const reading = response.text().catch(() => '');
  const follower = await follow(second?.url ?? '', id);
  const reader = follower.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('answer-delta')) text += (await reader?.read())?.value ?? '';
  await first?.process.kill();
  await reading;
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) text += next.value;
  const later = await (await follow(third?.url ?? '', id)).text();
  for (const stream of [text, later]) {
    const events = toSseEvents(stream).filter(({ event }) => event !== '');
    assert.deepEqual([...new Set(events.map(({ event }) => event))], ['sources', 'answer-delta', 'failure']);
    assert.match(events.at(-1)?.data ?? '', /The instance that made this answer has ended/);
  }
});

test('an instance that is killed in an answer holds its budget for a minute beyond the deadline, and no longer', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-'));
  const file = join(folder.path, 'keys.yml');
  await writeFile(
    file,
    `without_store: refuse\nkeys: { anna: { sha256: ${hashOf('a')}, tokens_per_day: 300 } }`,
  );
  await using cluster = await startCluster({ KEYS_FILE: file, ANSWER_DEADLINE_MS: '60000' });
  const [first, second, third] = cluster.instances;
  const finished = streaming(TEXT);
  const key = { 'x-api-key': 'a' };
  let asked = 0;
  const statusAt = async (member: Member | undefined) => {
    let status = 503;
    // Where Redis is late, answers are refused for a moment.
    while (status === 503) {
      const { response } = await ask(member?.url ?? '', `Where does axolotl ${asked++} live?`, key);
      await response.text();
      ({ status } = response);
    }
    return status;
  };
  cluster.model.script = finished;
  assert.equal(await statusAt(second), 200);
  cluster.model.script = streamingThenHanging(TEXT);
  const { response, id } = await ask(first?.url ?? '', 'What is an axolotl?', key);
  const reading = response.text().catch(() => '');
  await until(async () => cluster.model.calls === 2);
  assert.equal(await statusAt(third), 429, 'all that is left is held');
  await follow(second?.url ?? '', id, key);
  await first?.process.kill();
  await reading;
  assert.match(await (await follow(second?.url ?? '', id, key)).text(), /event: failure\n.*has ended/);
  assert.deepEqual([await statusAt(second), await statusAt(third)], [429, 429]);

  // Instead of waiting, the time at which the hold ends is read, and then set to now.
  const redis = (...words: readonly string[]) =>
    execFileSync('/usr/bin/redis-cli', ['-p', String(cluster.redis.port), ...words], { encoding: 'utf8' });
  const account = redis('keys', 'sayso:account:*').trim();
  const [, hold = '', amount = '', endsAtMs = ''] =
    /^([\da-f-]{36})\n(\d+) (\d+)$/m.exec(redis('hgetall', account)) ?? [];
  assert.ok(Number(endsAtMs) - Date.now() <= 120_000, redis('hgetall', account));
  redis('hset', account, hold, `${amount} ${Date.now()}`);

  cluster.model.script = finished;
  // Used are 120 of 300: two more answers begin, of which the second takes more than is left.
  const statuses: number[] = [];
  for (const member of [second, third, second, third]) statuses.push(await statusAt(member));
  assert.deepEqual(statuses, [200, 200, 429, 429]);
  await first?.restart();
  assert.equal(await statusAt(first), 429);
  assert.equal(cluster.model.calls, 4);
});
