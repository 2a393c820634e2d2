import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abortReason } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { searchAll } from './failover.ts';
import { failed, SENDS_NOTHING, type SearchBackend, type SearchOutcome } from './search.ts';
import { track } from './slot.ts';

const ENGINES = [1, 2, 3] as const;
const forever = new AbortController().signal;
const QUERY = { text: 'x', limit: 4, scope: ANY_SCOPE };
const EMPTY: SearchOutcome = { status: 'empty' };
const hitsOf = (host: string, count = 4): SearchOutcome => ({
  status: 'ok',
  hits: Array.from({ length: count }, (_, at) => ({
    ...{ url: `https://${host}.test/${at}`, title: `${host} ${at}`, snippet: `${host} says ${at}` },
  })),
});

type Search = SearchBackend['search'];
type Place = { readonly search: Search; readonly isDocuments?: true } | null;
const says =
  (outcome: SearchOutcome): Search =>
  async () =>
    outcome;
const web = (outcome: SearchOutcome): Place => ({ search: says(outcome) });
const documents = (outcome: SearchOutcome): Place => ({ search: says(outcome), isDocuments: true });

function searchOver(places: readonly Place[], signal = forever) {
  const slots = places.flatMap((place, at) => {
    if (place === null) return [];
    const position = ENGINES[at] ?? 1;
    const own = { name: 'own', sampleWord: () => null, find: () => null };
    return track({
      ...{ position, name: `${position}`, label: '', timeoutMs: 60_000 },
      backend: { sends: SENDS_NOTHING, search: place.search },
      ...(place.isDocuments && { documents: own }),
    });
  });
  return searchAll(slots, { hedge: true })(QUERY, 60_000, signal);
}

async function told(places: readonly Place[]) {
  const { outcome, hits, slot, trail } = await searchOver(places);
  const urls = hits.map(({ url }) => url.slice(8));
  return [outcome.status, slot, urls.join(' '), trail.map((one) => `${one.slot} ${one.status}`).join(' ')];
}

test('documents after the first slot are searched for every question, in turns with the web', async () => {
  for (const [places, expected] of [
    [
      [web(hitsOf('web')), documents(hitsOf('own')), web(hitsOf('wiki'))],
      ['ok', 'web.test/0 own.test/0 web.test/1 own.test/1', '1 ok 2 ok'],
    ],
    [
      [web(hitsOf('web')), web(EMPTY), documents(hitsOf('own', 1))],
      ['ok', 'web.test/0 own.test/0 web.test/1 web.test/2', '1 ok 3 ok'],
    ],
    [
      [null, documents(hitsOf('own', 1)), web(hitsOf('wiki', 1))],
      ['ok', 'wiki.test/0 own.test/0', '2 ok 3 ok'],
    ],
  ] as const) {
    const [status, , ...others] = await told(places);
    assert.deepEqual([status, ...others], expected);
  }
});

test('documents in the first slot come first, and what they answer is sent nowhere else', async () => {
  const asked: string[] = [];
  const search: Search = async () => {
    asked.push('web');
    return hitsOf('web');
  };
  await told([documents(hitsOf('own')), { search }]);
  assert.deepEqual(asked, []);
  const report = await told([documents(EMPTY), { search }]);
  assert.deepEqual(report, [...['ok', 2, 'web.test/0 web.test/1 web.test/2 web.test/3', '1 empty 2 ok']]);
});

test('documents that fail or have nothing do not harm the web, and the web does not harm them', async () => {
  const down = failed('network', 'connection refused', 9_000);
  for (const nothing of [EMPTY, down]) {
    const { status } = nothing;
    const onWeb = ['ok', 1, 'web.test/0', `1 ok 2 ${status}`];
    assert.deepEqual(await told([web(hitsOf('web', 1)), documents(nothing)]), onWeb);
    const inDocuments = ['ok', 2, 'own.test/0', `1 ${status} 2 ok`];
    assert.deepEqual(await told([web(nothing), documents(hitsOf('own', 1))]), inDocuments);
  }
  assert.equal((await told([web(down), documents(EMPTY)]))[0], 'empty');
  const { outcome } = await searchOver([web(down), documents(failed('upstream', 'no index'))]);
  assert.deepEqual(outcome, {
    ...{ status: 'failed', retryAfterMs: 9_000 },
    cause: '1: connection refused; 2: no index',
  });
});

test('both are asked at the same time, and the slot that had results first is named', async () => {
  const asked = Promise.withResolvers<void>();
  const slow: Search = async () => {
    // Never resolves unless the other search runs meanwhile.
    await asked.promise;
    return hitsOf('web');
  };
  const quick: Search = async () => {
    asked.resolve();
    return hitsOf('own');
  };
  const [status, engine] = await told([{ search: slow }, { search: quick, isDocuments: true }]);
  assert.deepEqual([status, engine], ['ok', 2]);
});

test('a caller who leaves ends both searches', async () => {
  const leaving = new AbortController();
  let ended = 0;
  const search: Search = (_, signal) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => {
        ended++;
        reject(abortReason(signal));
      }),
    );
  const searching = searchOver([{ search }, { search, isDocuments: true }], leaving.signal);
  leaving.abort(new Failure('cancelled', 'The caller left.'));
  await assert.rejects(searching, { code: 'cancelled' });
  assert.equal(ended, 2);
});
