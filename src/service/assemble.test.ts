import assert from 'node:assert/strict';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { closedPort, serve, serveSockets } from '../../test/support/local-server.ts';
import { breakingOff, startModelServer, streaming } from '../../test/support/model-server.ts';
import { hanging, startSearchServer, withResults } from '../../test/support/search-server.ts';
import { until } from '../../test/support/until.ts';
import { loadSettings } from '../config/load.ts';
import type { Question } from '../core/question.ts';
import { collect, runOf } from '../core/run.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Service } from '../core/service.ts';
import { wholeEvidence } from '../interfaces/http/call-service.ts';
import { createLog } from '../observe/log.ts';
import { assemble } from './assemble.ts';

const { signal } = new AbortController();
const errand = { caller: { name: '' }, signal };

type TestHouse = Service & AsyncDisposable & { readonly logged: readonly string[] };

/** The service with these settings and no third slot; `await using` it. */
async function service(environment: Readonly<Record<string, string>>): Promise<TestHouse> {
  const logged: string[] = [];
  const log = createLog('warn', { write: (line) => void logged.push(line) });
  const { settings } = loadSettings({ SEARCH_TERTIARY_URL: 'off', READ_PAGES: 'off', ...environment });
  const made = await assemble(settings, '1', { log });
  return { ...made, logged, [Symbol.asyncDispose]: made.close };
}

const question = (more: Partial<Question> = {}): Question => ({
  ...{
    id: 't',
    text: 'What is an axolotl?',
    maxSources: 3,
    history: [],
    deadlineAtMs: performance.now() + 60_000,
  },
  scope: ANY_SCOPE,
  ...more,
});
/** The whole answer to it. */
const answerOf = async (made: Service, more: Partial<Question> = {}) =>
  (await collect(made.ask(runOf(question(more), { signal })))).answer;
/** The queries of the searches, without the check whether the host can be reached. */
const searches = ({ asked }: { readonly asked: readonly string[] }) => asked.filter((text) => text !== '');

test('a service answers alone only with a model that can write without sources and may do so', async () => {
  const model = { MODEL_BASE_URL: 'http://127.0.0.1:9/v1' };
  for (const [environment, alone, configured] of [
    [{}, false, false],
    [model, true, true],
    [{ ...model, MODEL_ONLY_FALLBACK: 'off' }, false, true],
    [{ MODEL_PROVIDER: 'extractive' }, false, true],
  ] as const) {
    await using made = await service(environment);
    const { answersAlone, ready } = made.readiness();
    assert.deepEqual([answersAlone, made.status().llmConfigured], [alone, configured]);
    assert.equal(ready, alone);
  }
});

test('back-ends are told the version and, if there is one, the contact', async () => {
  for (const [environment, agent] of [
    [{}, 'Sayso/1'],
    [{ CONTACT: 'me@a.test' }, 'Sayso/1 (me@a.test)'],
  ] as const) {
    const agents: (string | undefined)[] = [];
    const results = withResults();
    await using search = await startSearchServer((response, request) => {
      agents.push(request.headers['user-agent']);
      results(response, request);
    });
    await using made = await service({ SEARCH_PRIMARY_URL: search.url, ...environment });
    const found = await made.search({ text: 'sky', limit: 3, scope: ANY_SCOPE, timeoutMs: 60_000 }, errand);
    assert.deepEqual([found.outcome.status, agents.at(-1)], ['ok', agent]);
  }
});

test('answers, searches and evidence are kept, and a fresh question asks again', async () => {
  await using search = await startSearchServer();
  await using model = await startModelServer();
  await using made = await service({ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url });
  const counts = () => [searches(search).length, model.calls];
  const first = await answerOf(made);
  assert.deepEqual([first.text === '', counts()], [false, [1, 1]]);
  assert.deepEqual([(await answerOf(made)).text, counts()], [first.text, [1, 1]]);
  await answerOf(made, { fresh: true });
  assert.deepEqual(counts(), [2, 2]);
  for (const [fresh, expected] of [
    [false, 2],
    [true, 4],
  ] as const) {
    const { sources } = await wholeEvidence(made.gather(runOf(question({ fresh }), { signal })));
    assert.deepEqual([sources.length, searches(search).length], [2, expected]);
    const query = { text: 'What is an axolotl?', limit: 10, scope: ANY_SCOPE, timeoutMs: 60_000, fresh };
    assert.equal((await made.search({ ...query, text: 'other' }, errand)).outcome.status, 'ok');
  }
  assert.deepEqual(searches(search).slice(-3), ['other', 'What is an axolotl?', 'other']);
});

test('every function that takes a place rejects with the reason of a caller who leaves', async () => {
  await using search = await startSearchServer(hanging);
  await using made = await service({ SEARCH_PRIMARY_URL: search.url, MODEL_PROVIDER: 'extractive' });
  const left = new Error('left');
  const isLeft = (error: unknown) => error === left || (error instanceof Error && error.cause === left);
  const leaving = AbortSignal.abort(left);
  const query = { text: 'a', limit: 3, scope: ANY_SCOPE, timeoutMs: 60_000 };
  await assert.rejects(made.search(query, { ...errand, signal: leaving }), isLeft);
  await assert.rejects(made.gather(runOf(question(), { signal: leaving })).next(), isLeft);
  const caller = new AbortController();
  const gathering = made.gather(runOf(question(), caller));
  const ended = (async () => {
    for (let step = await gathering.next(); !step.done; step = await gathering.next());
  })();
  await until(() => search.asked.length > 0);
  caller.abort(left);
  await assert.rejects(ended, isLeft);
  await search.dropped;
});

test('evidence is no longer gathered after the deadline of the question', async () => {
  await using search = await startSearchServer(hanging);
  await using made = await service({ SEARCH_PRIMARY_URL: search.url, MODEL_PROVIDER: 'extractive' });
  const hurried = question({ deadlineAtMs: performance.now() + 300 });
  const events = await Array.fromAsync(made.gather(runOf(hurried, { signal })));
  const end = events.at(-1);
  assert.deepEqual(end?.type === 'gather-end' && end.evidence.sources, []);
  await search.dropped;
});

test('a suspended slot is logged once, with the cause and the length of the suspension', async () => {
  const url = `http://127.0.0.1:${await closedPort()}`;
  await using made = await service({ SEARCH_PRIMARY_URL: url });
  const query = { text: 'a', limit: 3, scope: ANY_SCOPE, timeoutMs: 60_000 };
  for (let at = 0; at < 4; at++) await made.search({ ...query, text: `a ${at}` }, errand);
  const lines = made.logged.filter((line) => line.includes('suspended'));
  assert.equal(lines.length, 1);
  const { slot, cause, restMs } = JSON.parse(lines[0] ?? '');
  assert.equal(slot, 1);
  assert.match(cause, /: connection refused$/);
  assert.ok(Number.isInteger(restMs) && restMs > 0, `${restMs}`);
  assert.equal(made.readiness().slots[0]?.state, 'open');
  assert.equal(made.readiness().ready, false);
});

test('closing ends the calls made at startup, and the connections to Redis', async () => {
  await using search = await startSearchServer(hanging);
  await using redis = await serveSockets((socket) => socket.on('data', () => socket.write('+OK\r\n')));
  const made = await service({
    SEARCH_PRIMARY_URL: search.url,
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
  });
  made.warmUp();
  await until(() => search.asked.length > 0);
  await made.close();
  await search.dropped;
  await redis.noSocketsLeft();
  assert.deepEqual(
    made.logged.filter((line) => line.includes('cannot be reached: ')),
    [],
  );
});

test('closing ends the reading of pages in progress', async () => {
  const reached = Promise.withResolvers<void>();
  await using site = await serve(() => reached.resolve());
  const allow = { READ_PAGES: 'on', PAGE_ALLOW: `127.0.0.1:${site.port}` };
  const made = await service(allow);
  const read = made.read?.(`${site.url}/a`, errand) ?? assert.fail();
  await reached.promise;
  await made.close();
  assert.equal((await read).status, 'skipped');
  await site.noSocketsLeft();
});

test('pages are read for evidence and for answers, but not to show sources alone', async () => {
  const asked: string[] = [];
  await using site = await serve((request, response) => {
    asked.push(request.url ?? '');
    const prose = 'The axolotl is a salamander that keeps its gills for its whole life in a lake. ';
    response.setHeader('content-type', 'text/html').end(`<article><p>${prose.repeat(9)}</p></article>`);
  });
  const results = [{ url: `${site.url}/axolotl`, title: 'Axolotl', content: 'The axolotl lives in lakes.' }];
  await using search = await startSearchServer(withResults(results));
  const settings = {
    SEARCH_PRIMARY_URL: search.url,
    ...{ READ_PAGES: 'on', PAGE_ALLOW: `127.0.0.1:${site.port}` },
  };
  await using silent = await service(settings);
  await answerOf(silent).catch(() => null);
  assert.deepEqual(asked, []);
  await Array.fromAsync(silent.gather(runOf(question(), { signal })));
  assert.deepEqual(asked, ['/axolotl']);
  await using quoting = await service({ ...settings, MODEL_PROVIDER: 'extractive' });
  await answerOf(quoting);
  await answerOf(quoting, { fresh: true });
  assert.deepEqual(asked, ['/axolotl', '/axolotl', '/axolotl']);
});

test('signatures use a secret made of the keys, or one that no caller knows', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-'));
  const KEYS_FILE = join(folder.path, 'keys.yml');
  await writeFile(KEYS_FILE, 'default: {}');
  await using named = await service({ API_KEYS: 'a', KEYS_FILE });
  const secrets = ['a', 'a', 'b'].map(async (API_KEYS) => {
    await using keyed = await service({ API_KEYS });
    return keyed.signingSecret();
  });
  const [first, same, other] = await Promise.all(secrets);
  assert.equal(first, same);
  assert.notEqual(first, other);
  assert.notEqual(await named.signingSecret(), first);
  await using own = await service({});
  const secret = await own.signingSecret();
  assert.ok(secret.length >= 20);
  assert.equal(await own.signingSecret(), secret);
});

test('an answer whose model breaks off is not kept', async () => {
  await using search = await startSearchServer();
  await using model = await startModelServer(breakingOff('An axolotl is '));
  await using made = await service({ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url });
  assert.ok((await answerOf(made)).error !== null);
  model.script = streaming('Whole [1].');
  assert.equal((await answerOf(made)).text, 'Whole [1].');
});

test('the setting decides what happens to a sentence that no source supports', async () => {
  await using search = await startSearchServer();
  const supported = 'The axolotl is a salamander that keeps its gills for life [1].';
  await using model = await startModelServer(streaming(supported, ' Bananas grow on blue trees [1].'));
  for (const [UNSUPPORTED, isKept, calls] of [
    ['mark', true, 1],
    ['drop', false, 1],
    // The model's second reply rewrites nothing, so the text stays.
    ['ask', true, 2],
  ] as const) {
    await using made = await service({
      ...{ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url, UNSUPPORTED },
    });
    const before = model.calls;
    const { text } = await answerOf(made);
    assert.deepEqual([/Bananas/.test(text), model.calls - before], [isKept, calls], UNSUPPORTED);
  }
});
