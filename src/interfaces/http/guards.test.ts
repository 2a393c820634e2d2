import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createKeyGuard, refuseBrokenEscapes, refuseWhileStopping } from './guards.ts';

const requestWith = (headers: Record<string, string>, more: object = {}) =>
  ({ headers, ...more }) as unknown as FastifyRequest;

test('a key is found in either field, and its name does not reveal it', () => {
  const guard = createKeyGuard(['first', 'second']);
  const find = (request: FastifyRequest) => guard.keyOf(request)?.name ?? null;
  const names = [
    find(requestWith({ authorization: 'Bearer second' })),
    find(requestWith({ authorization: 'bearer   second' })),
    find(requestWith({ 'x-api-key': ' second ' })),
    find(requestWith({ authorization: 'Bearer wrong', 'x-api-key': 'second' })),
    find(requestWith({ authorization: 'Basic xyz', 'x-api-key': 'second' })),
  ];
  assert.equal(new Set(names).size, 1);
  assert.ok(names[0] !== null && !names[0]?.includes('second'));
  assert.notEqual(find(requestWith({ 'x-api-key': 'first' })), names[0]);
});

test('no key, a wrong one and a part of one are refused, each in words', () => {
  const guard = createKeyGuard(['first']).check;
  guard(requestWith({ 'x-api-key': 'first' }));
  assert.throws(() => guard(requestWith({})), { code: 'unauthorized', message: /^A key is needed/ });
  assert.throws(() => guard(requestWith({ 'x-api-key': ' ' })), { message: /^A key is needed/ });
  for (const wrong of ['firs', 'first2', 'First', 'xfirst'])
    assert.throws(() => guard(requestWith({ authorization: `Bearer ${wrong}` })), {
      code: 'unauthorized',
      message: /^The key that was sent is not valid/,
    });
  assert.throws(() => guard(requestWith({ authorization: 'Basic first' })), { code: 'unauthorized' });
  assert.throws(() => guard(requestWith({ authorization: 'x Bearer first' })), { code: 'unauthorized' });
});

test('while the service stops, requests are refused and their connections closed', () => {
  const sent: Record<string, string> = {};
  const reply = { header: (name: string, value: string) => Object.assign(sent, { [name]: value }) };
  let isStopping = false;
  const guard = refuseWhileStopping(() => isStopping);
  guard(requestWith({}), reply as unknown as FastifyReply);
  assert.deepEqual(sent, {});
  isStopping = true;
  assert.throws(() => guard(requestWith({}), reply as unknown as FastifyReply), {
    code: 'stopping',
    retryAfterMs: 5000,
  });
  assert.deepEqual(sent, { connection: 'close' });
});

test('a query string that would be read as different text is refused', () => {
  for (const url of ['/a', '/100%', '/a?b=c', '/a?b=%C3%BC', '/%zz?b', '/a?b?c=%41?'])
    refuseBrokenEscapes(requestWith({}, { url }));
  for (const url of ['/a?b=%', '/a?b=%zz', '/a?b=%FF', '/?%', '/?b=%&c=d?e'])
    assert.throws(() => refuseBrokenEscapes(requestWith({}, { url })), { code: 'invalid-question' });
});
