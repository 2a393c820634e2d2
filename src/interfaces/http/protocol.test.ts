import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../core/failure.ts';
import { createLog } from '../../observe/log.ts';
import { createApp } from './app.ts';
import { createKeyGuard } from './guards.ts';
import type { Protocol } from './protocol.ts';
import { toStream } from './stream.ts';

const options = {
  log: createLog('silent'),
  observeRequest: () => ({ isStream: () => undefined, end: () => undefined }),
  guard: createKeyGuard(['k']),
  rateLimit: { rate: { count: 5, perMs: 60_000 }, countShared: null },
  trustProxy: [],
  maxBodyBytes: 1000,
  maxQueryChars: 100,
  longestAnswerMs: 1000,
  pages: { allowedOrigins: [], publicUrl: null, checksHost: false },
};

const plain: Protocol = {
  prefixes: ['/'],
  name: 'rest',
  isOpenToPages: true,
  sendProblem: ({ message }, _request, reply) => reply.send({ error: message }),
  addRoutes: (app) => void app.get('/broken', () => Promise.reject(new Failure('not-found', 'Lost.'))),
};

/** Sends a count in lines of JSON, and reports problems as an object with a code. */
const counting: Protocol = {
  prefixes: ['/v9/'],
  name: 'rest',
  isOpenToPages: true,
  sendProblem: ({ status, message }, _request, reply) => reply.send({ problem: { code: status, message } }),
  addRoutes(app) {
    app.get('/v9/count', { config: { answers: true } }, async (request, reply) => {
      const lines = {
        frame: (number: number) => `${JSON.stringify({ number })}\n`,
        failure: ({ message }: { message: string }) => `${JSON.stringify({ message })}\n`,
        end: '"end"\n',
      };
      return reply.type('application/x-ndjson').send(await toStream(count(), lines, request));
    });
    app.get('/v9/broken', () => Promise.reject(new Failure('overloaded', 'Busy.', { retryAfterMs: 2000 })));
  },
};

async function* count(): AsyncGenerator<number> {
  yield* [1, 2];
  throw new Failure('model-unavailable', 'It broke.');
}

test('protocols work side by side, each with its own errors and its own streams', async () => {
  const { app } = await createApp(options, [plain, counting]);
  const get = async (url: string, method: 'GET' | 'PUT' = 'GET') => {
    const { statusCode, body, headers } = await app.inject({ method, url, headers: { 'x-api-key': 'k' } });
    return { status: statusCode, body, headers };
  };
  const counted = await get('/v9/count');
  assert.equal(counted.body, '{"number":1}\n{"number":2}\n{"message":"It broke."}\n"end"\n');
  assert.equal(counted.headers['ratelimit-remaining'], '4');
  const busy = await get('/v9/broken');
  assert.deepEqual([busy.status, busy.headers['retry-after']], [503, '2']);
  assert.equal(busy.body, '{"problem":{"code":503,"message":"Busy."}}');
  assert.match((await get('/v9/nothing')).body, /^\{"problem":\{"code":404,/);
  assert.match((await get('/v9/count', 'PUT')).body, /^\{"problem":\{"code":405,/);
  assert.match((await get('/nothing')).body, /^\{"error":"/);
  assert.equal((await get('/broken')).body, '{"error":"Lost."}');
  assert.match((await app.inject('/v9/count')).body, /^\{"problem":\{"code":401,/);
  await app.close();
});
