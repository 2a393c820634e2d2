import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePlace, startOver } from '../support/own-web.ts';
import { noPostgres, startPostgres } from '../support/postgres.ts';
import { startSearchServer, withResults } from '../support/search-server.ts';
import { until } from '../support/until.ts';

const QUESTION = 'Where does the quokka live?';
const WEB = [
  { url: 'https://animals.test/quokka', title: 'Quokka', content: 'The quokka lives in Australia.' },
];
const OWN = '/documents/own/notes/quokka.md';

test('a service whose PostgreSQL is down starts, answers from the web, and goes on by itself when it is back', {
  skip: noPostgres,
}, async () => {
  await using postgres = await startPostgres();
  const database = postgres.makeDatabase();
  await using place = await makePlace(`index: "${postgres.addressOf(database)}"\n`);
  await using searx = await startSearchServer(withResults(WEB));
  await postgres.stop();
  await using service = await startOver(place, { SEARCH_PRIMARY_URL: searx.url });
  assert.ok(service.logged.some((line) => line.includes('the index of the sources cannot be reached')));
  assert.deepEqual((await service.ask(QUESTION)).urls, ['https://animals.test/quokka']);
  const alone = await service.ask(`in: notes ${QUESTION}`);
  assert.match(JSON.stringify(alone), /the index of the collections cannot be reached/);
  assert.ok(!JSON.stringify(alone).includes(database), 'callers hear of no address');
  await postgres.start();
  await until(async () => (await service.ask(`in: notes ${QUESTION}`)).urls.includes(OWN));
  await until(async () => (await service.ask(QUESTION)).urls.length === 2);

  // A database that hangs delays the web by its own limit a few times, and then hardly ever.
  const session = postgres.hold(
    'begin; lock table sayso.parts, sayso.documents in access exclusive mode',
    database,
  );
  await session.held;
  const tookMs: number[] = [];
  for (let nth = 0; nth < 6; nth++) {
    const startedMs = performance.now();
    assert.deepEqual((await service.ask(QUESTION)).urls, ['https://animals.test/quokka']);
    tookMs.push(performance.now() - startedMs);
  }
  assert.ok(Math.max(...tookMs) < 10_000, 'the limit of a search is 20 s in tests');
  assert.ok(Math.min(...tookMs) < 1_400, `less than the limit of the collections: ${tookMs}`);
  session.end();
  await until(async () => (await service.ask(QUESTION)).urls.includes(OWN));
});
