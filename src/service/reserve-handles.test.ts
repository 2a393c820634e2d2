import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { createLog } from '../observe/log.ts';
import { fileHandles } from '../observe/process.ts';
import { reserveHandles } from './serve.ts';

/** A server that reserves handles for calls, and the lines that it logs. */
function keeping() {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const server = createServer();
  reserveHandles(server, log);
  return { server, lines };
}

test('callers get at most half of the free file handles', () => {
  const { limit, open } = fileHandles() ?? assert.fail('the system has no limit');
  const { maxConnections } = keeping().server;
  assert.ok(maxConnections > 0 && Math.abs(maxConnections - (limit - open) / 2) < 50, `${maxConnections}`);
});

test('closed connections are logged with their limit, once in ten seconds', (t) => {
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const { server, lines } = keeping();
  for (const atMs of [1, 2, 10_000, 10_001, 20_000, 20_001]) {
    nowMs = atMs;
    server.emit('drop');
  }
  assert.equal(lines.length, 3);
  for (const line of lines) {
    assert.equal(JSON.parse(line).connections, server.maxConnections);
    assert.match(line, /raise `ulimit -n`/);
  }
});
