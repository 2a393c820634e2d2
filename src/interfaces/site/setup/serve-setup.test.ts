import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { startTextInterface } from '../../../../test/support/fixed-replies.ts';
import { Failure } from '../../../core/failure.ts';
import type { OfferedSetup } from '../../../core/offered-setup.ts';
import { serveSetup } from './serve-setup.ts';

const CODE = 'the code';
const ANSWERS = {
  search: { name: 'searxng', value: 'http://localhost:8888' },
  model: { name: 'none', value: '' },
  access: { name: 'local', value: '' },
};

/** Starts the paths of a set-up, and sends a request as the page itself sends it, if nothing is changed. */
async function start(over: Partial<OfferedSetup> | null = {}) {
  const calls: unknown[] = [];
  const setup: OfferedSetup = {
    ...{ code: CODE, isOpen: () => true },
    questions: async () => [{ option: 'model', usual: null, choices: [] }],
    async propose(answers) {
      calls.push(answers);
      return { id: 'change-1', lines: ['+ A=b'], overridden: [] };
    },
    async write(id, signal) {
      calls.push(id, signal.aborted);
      return [];
    },
    ...over,
  };
  const started = await startTextInterface(() => ({
    ...{ prefixes: ['/'], isOpenToPages: true },
    sendProblem: ({ message }, _request, reply) => reply.send({ error: message }),
    addRoutes: async (app, stopping) => serveSetup(app, over === null ? null : setup, stopping),
  }));
  const address = await started.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    calls,
    async send(path: string, body: object, headers: Record<string, string> = {}) {
      const own = { origin: address, 'content-type': 'application/json' };
      const call = request(`${address}/setup/${path}`, { method: 'POST', headers: { ...own, ...headers } });
      call.end(JSON.stringify(body));
      const [reply] = await once(call, 'response');
      return { status: reply.statusCode, headers: reply.headers, json: JSON.parse(await text(reply)) };
    },
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  };
}

test('with the code, the page asks the questions, shows the change and writes it', async () => {
  await using page = await start();
  const { status, json, headers } = await page.send('questions', { code: CODE });
  assert.deepEqual([status, json], [200, { questions: [{ option: 'model', usual: null, choices: [] }] }]);
  assert.equal(headers['cache-control'], 'no-store');
  assert.deepEqual((await page.send('changes', { code: CODE, answers: ANSWERS })).json, {
    ...{ id: 'change-1', lines: ['+ A=b'], overridden: [] },
  });
  assert.deepEqual((await page.send('write', { code: CODE, id: 'change-1' })).json, { diagnoses: [] });
  assert.deepEqual(page.calls, [ANSWERS, 'change-1', false]);
});

/** A valid body for each path. */
const BODIES = {
  questions: { code: CODE },
  changes: { code: CODE, answers: ANSWERS },
  write: { code: CODE, id: 'a' },
};

test('other pages, a wrong code and a set-up that is over are refused, whatever the path', async () => {
  await using page = await start();
  await using over = await start({ isOpen: () => false });
  for (const [path, body] of Object.entries(BODIES)) {
    const foreign = await page.send(path, body, { origin: 'http://a.example' });
    assert.equal(foreign.status, 403);
    assert.match(foreign.json.error, /Only the page itself can set Sayso up/);
    assert.equal(foreign.headers['access-control-allow-origin'], undefined);
    assert.equal((await page.send(path, body, { via: '1.1 proxy' })).status, 403);
    assert.equal((await page.send(path, {}, { origin: 'http://a.example' })).status, 403);
    const guessed = await page.send(path, { ...body, code: 'another' });
    assert.deepEqual(
      [guessed.status, guessed.json.error],
      [401, 'This is not the code that the terminal shows.'],
    );
    const late = await over.send(path, body);
    assert.deepEqual([late.status, late.json.error], [404, 'Sayso is set up already. Start it again.']);
  }
  assert.deepEqual([...page.calls, ...over.calls], []);
});

test('a body has only the known fields, each of one line and not too long', async () => {
  await using page = await start();
  const answer = (value: unknown) => ({
    code: CODE,
    answers: { ...ANSWERS, model: { name: 'none', value } },
  });
  assert.equal((await page.send('changes', answer('x'.repeat(2000)))).status, 200);
  for (const value of ['a\nb', 'x'.repeat(2001), 7, '\0'])
    assert.equal((await page.send('changes', answer(value))).status, 400, JSON.stringify(value));
  const { search, model } = ANSWERS;
  for (const answers of [
    { search, model },
    { ...ANSWERS, more: search },
  ])
    assert.equal((await page.send('changes', { code: CODE, answers })).status, 400);
  for (const [path, body] of Object.entries(BODIES)) {
    assert.equal((await page.send(path, { ...body, more: 1 })).status, 400, path);
    assert.equal((await page.send(path, { ...body, code: 'x'.repeat(201) })).status, 400, path);
  }
  assert.equal((await page.send('write', { code: CODE, id: 'x'.repeat(101) })).status, 400);
  assert.equal(page.calls.length, 1);
  assert.equal((await page.send('questions', { code: 'x'.repeat(200) })).status, 401);
  assert.equal((await page.send('write', { code: CODE, id: 'x'.repeat(100) })).status, 200);
});

test('the operator reads what is wrong with the settings', async () => {
  const fail = async () => {
    throw new Failure('misconfigured', 'PORT must be a number.');
  };
  await using page = await start({ questions: fail, propose: fail, write: fail });
  for (const [path, body] of Object.entries(BODIES)) {
    const { status, json } = await page.send(path, body);
    assert.deepEqual([status, json], [400, { error: 'PORT must be a number.' }]);
  }
  const broken = async () => {
    throw new Error('a secret detail');
  };
  await using other = await start({ questions: broken });
  const { status, json } = await other.send('questions', BODIES.questions);
  assert.equal(status, 500);
  assert.doesNotMatch(json.error, /secret/);
});

test('there are no such paths if nothing is to be set up', async () => {
  await using page = await start(null);
  for (const [path, body] of Object.entries(BODIES)) assert.equal((await page.send(path, body)).status, 404);
});
