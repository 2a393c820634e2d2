import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { Failure } from '../../core/failure.ts';
import { callerSignal } from './call-service.ts';

test('a caller who left before the answer started is noticed', async (t) => {
  const reason = Promise.withResolvers<unknown>();
  const app = fastify();
  t.after(() => app.close());
  app.addHook('preHandler', async (_request, reply) => {
    client.destroy();
    await once(reply.raw, 'close');
  });
  app.get('/', async (_request, reply) => {
    reason.resolve(callerSignal(reply, new AbortController().signal).reason);
    return '';
  });
  const client = request(await app.listen({ port: 0 }));
  client.on('error', () => undefined);
  client.end();
  const failure = await reason.promise;
  assert.ok(failure instanceof Failure && failure.code === 'cancelled');
});
