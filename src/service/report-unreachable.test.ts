import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedPort, serve } from '../../test/support/local-server.ts';
import { testUpstream } from '../../test/support/test-upstream.ts';
import { reportUnreachable } from './assemble.ts';

const forever = new AbortController().signal;

test('each host that does not reply is reported by its setting, without its password', async () => {
  await using upstream = testUpstream();
  await using failing = await serve((_request, response) => response.writeHead(500).end('no'));
  await using long = await serve((_request, response) => response.end('x'.repeat(1_000_001)));
  const port = await closedPort();
  const reported: string[] = [];
  const hosts = {
    ...{ A_URL: `http://user:secret@127.0.0.1:${port}/x`, B_URL: failing.url, C_URL: long.url },
    ...{ D_URL: null, E_URL: 'file:index.sqlite' },
  };
  await reportUnreachable(hosts, { upstream, signal: forever }, (sentence) => reported.push(sentence));
  assert.equal(reported.length, 1);
  assert.match(
    reported[0] ?? '',
    /^A_URL: http:\/\/127\.0\.0\.1:\d+\S* cannot be reached: connection refused$/,
  );
  assert.ok(!reported[0]?.includes('secret'));
});

test('a service that stops reports nothing more, and leaves no connection', async () => {
  await using upstream = testUpstream();
  const stopping = new AbortController();
  await using hanging = await serve(() => stopping.abort(new Error('stopping')));
  const reported: string[] = [];
  const parts = { upstream, signal: stopping.signal };
  await reportUnreachable({ A_URL: hanging.url }, parts, (sentence) => reported.push(sentence));
  assert.deepEqual(reported, []);
  await hanging.noSocketsLeft();
});
