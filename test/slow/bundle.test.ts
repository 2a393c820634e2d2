import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { goldenRequests } from '../golden/requests.ts';
import { PATIENT, send } from '../golden/send.ts';
import { readGoldenReplies } from '../golden/stored-replies.ts';
import { startWorld } from '../golden/world.ts';
import { closedPort } from '../support/local-server.ts';

const BUNDLE = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
const CLOCK = new URL('../golden/fixed-clock.ts', import.meta.url).href;
const NO_CACHES = { ANSWER_CACHE_SECONDS: '0' };

/** Starts the bundled command as an operator does; its clock stands still. */
async function startBundle(settings: Readonly<Record<string, string>>) {
  const env = { PATH: process.env.PATH, PORT: '0', SEARCH_TERTIARY_URL: 'off', ...NO_CACHES, ...settings };
  const child = spawn(process.execPath, ['--import', CLOCK, BUNDLE, 'serve'], { env });
  const closed = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const address = () => /listening on (http:[^"\s]+)/.exec(output)?.[1];
  while (address() === undefined) {
    assert.equal(child.exitCode, null, output);
    await Promise.race([once(child.stdout, 'data'), closed]);
  }
  return {
    url: address() ?? '',
    output: () => output,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** Without what depends on the clock or the version: numbers, and tokens of conversations. */
const comparable = (body: string) =>
  body
    .replaceAll('0.0.0-test', '0.1.0')
    .replace(/\bresp_[\w-]+/g, 'resp')
    .replace(/\d+/g, '0');
/** Tell the time. */
const OF_THE_CLOCK = /^(?:ready$|instant, \w+: days until)/;

test('the bundle gives the replies that the sources give, in every interface', async () => {
  assert.ok(existsSync(BUNDLE), 'Run `npm run build`.');
  await using world = await startWorld();
  // A Redis and a collector that are down: their clients are loaded all the same.
  const down = `127.0.0.1:${await closedPort()}`;
  const others = { REDIS_URL: `redis://${down}`, OTEL_EXPORTER_OTLP_ENDPOINT: `http://${down}` };
  await using service = await startBundle({ ...world.settings, ...PATIENT, ...others, READ_PAGES: 'on' });
  const recorded = new Map(readGoldenReplies().map((reply) => [reply.id, reply]));
  const different: string[] = [];
  // Failures would be remembered, because the clock of this process cannot be moved on.
  const usual = goldenRequests.filter(({ id, fault }) => fault === undefined && !OF_THE_CLOCK.test(id));
  // The sources are replayed whole; a bundle that lacks a file fails in all replies of an interface.
  const requests = usual.filter((_, at) => at % 5 === 0);
  for (const request of requests) {
    const expected = recorded.get(request.id);
    const reply = await send(request, { world, url: service.url });
    const isSame = reply.status === expected?.status && comparable(reply.body) === comparable(expected.body);
    if (!isSame) different.push(`${request.id}: ${reply.status} ${reply.body.slice(0, 300)}`);
  }
  assert.deepEqual(different, []);
  assert.doesNotMatch(service.output(), /"level":50/);
});
