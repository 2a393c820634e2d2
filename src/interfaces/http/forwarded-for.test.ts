import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { forgetForwardedPorts } from './hooks.ts';

/** The value that remains of the header in a request. */
function left(header: string | readonly string[] | undefined): unknown {
  const headers: Record<string, unknown> = { 'x-forwarded-for': header };
  forgetForwardedPorts({ raw: { headers } } as unknown as FastifyRequest);
  return headers['x-forwarded-for'];
}

test('the ports of forwarded addresses are removed, and everything else stays', () => {
  assert.equal(left('203.0.113.7:49152'), '203.0.113.7');
  assert.equal(left('[2001:db8::7]:49152, 10.0.0.1:1'), '2001:db8::7,10.0.0.1');
  assert.equal(left('[2001:db8::7]'), '2001:db8::7');
  assert.equal(left(['203.0.113.7:1', '203.0.113.8:2']), '203.0.113.7,203.0.113.8');
  for (const plain of ['203.0.113.7', '2001:db8::7', 'unknown', 'x203.0.113.7:1', '203.0.113.7:1x'])
    assert.equal(left(plain), plain);
  assert.equal(left(undefined), undefined);
});
