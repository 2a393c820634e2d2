import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startLocalWeb } from '../../packages/collections/testing/local-web.ts';
import { makePlace } from '../support/own-web.ts';
import { noPostgres, startPostgres } from '../support/postgres.ts';
import { isRedisInstalled } from '../support/redis-server.ts';
import { until } from '../support/until.ts';
import { startCluster } from './service.ts';

const skip =
  noPostgres ||
  (!isRedisInstalled() && 'Redis is not installed') ||
  (!existsSync('/usr/sbin/haproxy') && 'HAProxy is not installed');

const TAKEOVER_MS = 30_000;
const PAGES = 12;
const PAGE_MS = 100;

/** A site whose pages take their time, and the largest number of requests that it had at once. */
async function startSite() {
  const busy = { now: 0, most: 0 };
  const links = Array.from({ length: PAGES }, (_, at) => `<a href="${at}">Page ${at}</a>`).join(' ');
  const pages = Object.fromEntries(
    ['', ...Array(PAGES).keys()].map((at) => {
      const text = `<title>Burrow ${at}</title><p>The wombat number${at} digs burrow ${at}.</p>`;
      const body = at === '' ? links : text;
      const page: Parameters<typeof startLocalWeb>[0][string] = (_, response) => {
        busy.most = Math.max(busy.most, ++busy.now);
        response.on('close', () => busy.now--).setHeader('content-type', 'text/html');
        setTimeout(() => response.end(body), PAGE_MS);
      };
      return [`/guide/${at}`, page];
    }),
  );
  return Object.assign(await startLocalWeb(pages), { busy });
}

/** Three instances with one PostgreSQL, one Redis and one file of sources, behind HAProxy. */
async function startTeam(sources = '') {
  await using started = new AsyncDisposableStack();
  const postgres = started.use(await startPostgres());
  const index = `index: "${postgres.addressOf(postgres.makeDatabase())}"\n`;
  const place = started.use(await makePlace(`${sources}${index}`));
  const service = started.use(
    await startCluster({ SOURCES_FILE: place.file, PAGE_ALLOW: '127.0.0.1', ANSWER_CACHE_SECONDS: '0' }),
  );
  const ask = async (query: string) => {
    const reply = await fetch(`${service.url}/api/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ query }),
    });
    const { sources, error, answer } = await reply.json();
    const urls = (sources as { url: string }[]).map(({ url }) => url.replace(/^.*\/own|\?.*/g, ''));
    return { status: reply.status, urls, error, answer };
  };
  const all = started.move();
  return { postgres, place, service, ask, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

test('of three instances one reads a site, one request at a time; when it is killed, another goes on within 30 seconds and reads no page twice', {
  skip,
}, async (t) => {
  await using site = await startSite();
  const origin = site.origin;
  await using team = await startTeam(`  guide: { sources: [{ site: "${origin}/guide/" }] }\n`);
  const { place, service, ask } = team;
  const readers = () =>
    site.requests.map(({ headers }) => Number(/instance (\d)/.exec(headers['user-agent'] ?? '')?.[1]));
  await until(() => site.paths().length > 3);
  const [reader = -1] = readers();
  await service.instances[reader]?.process.kill();
  const killedMs = performance.now();
  const before = site.paths();
  assert.ok(before.length < PAGES, 'it was killed in the middle');
  assert.deepEqual(new Set(readers()), new Set([reader]));

  await writeFile(join(place.notes, 'numbat.md'), '# Numbat\n\nThe numbat lives in Dryandra.');
  await until(
    async () => (await ask('in: notes Where does the numbat live?')).urls[0] === '/notes/numbat.md',
  );
  t.diagnostic(`a changed file was found after ${Math.round(performance.now() - killedMs)} ms`);

  await until(() => site.paths().length > before.length);
  const tookMs = performance.now() - killedMs;
  t.diagnostic(`taken over after ${Math.round(tookMs)} ms`);
  assert.ok(tookMs < TAKEOVER_MS);
  await service.instances[reader]?.restart();
  await until(async () => {
    await pause(PAGE_MS);
    const { urls } = await ask(`in: guide Who digs burrow ${PAGES - 1}?`);
    return urls[0] === `${origin}/guide/${PAGES - 1}` && new Set(site.paths()).size === PAGES + 1;
  });
  const paths = site.paths();
  const twice = paths.filter((path, at) => paths.indexOf(path) !== at);
  assert.deepEqual(
    twice.filter((path) => path !== before.at(-1)),
    [],
    'only the page at which it was killed',
  );
  assert.equal(new Set(readers()).size, 2, 'the third one never helped');
  assert.equal(site.busy.most, 1);
});

test('while PostgreSQL and Redis are gone, three instances answer from the web and say what is missing; then they go on by themselves', {
  skip,
}, async () => {
  await using team = await startTeam();
  const { postgres, place, service, ask } = team;
  const QUESTION = 'Where does the quokka live?';
  const own = '/notes/quokka.md';
  const web = ['https://animals.test/axolotl', 'https://lakes.test/xochimilco'];
  await until(async () => (await ask(QUESTION)).urls.includes(own));
  await Promise.all([postgres.stop(), service.redis.kill()]);
  for (const _ of service.instances) {
    const startedMs = performance.now();
    const { status, urls, error } = await ask(QUESTION);
    assert.deepEqual([status, urls, error], [200, web, null]);
    const alone = await ask(`in: notes ${QUESTION}`);
    assert.equal(alone.status, 200);
    assert.match(
      alone.error,
      /^The documents could not be searched\. .*the index of the collections cannot be/,
    );
    assert.match(alone.answer, /^The documents could not be searched, so this answer was not checked/);
    assert.ok(performance.now() - startedMs < 10_000);
  }
  await writeFile(join(place.notes, 'bilby.md'), '# Bilby\n\nThe bilby digs spirals.');
  await Promise.all([postgres.start(), service.redis.restart()]);
  await until(async () => (await ask('in: notes What does the bilby dig?')).urls[0] === '/notes/bilby.md');
  for (const _ of service.instances) await until(async () => (await ask(QUESTION)).urls.includes(own));
});
