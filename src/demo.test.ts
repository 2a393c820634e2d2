import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startupLines } from './demo.ts';

test('three lines say where answers come from, what to ask, and at which address', () => {
  for (const state of ['asked', 'unreachable', 'offline'] as const) {
    const lines = startupLines('http://127.0.0.1:3000', state);
    assert.equal(lines.length, 3);
    assert.match(lines[0] ?? '', /World Factbook .*READMEs of the installed packages/);
    assert.match(lines[1] ?? '', /^You can ask: .+\?/);
    assert.match(lines[2] ?? '', /^Open http:\/\/127\.0\.0\.1:3000 in a browser, or run: curl '[^' ]+'$/);
  }
});

test('the first line says whether Wikipedia is asked, and why not', () => {
  const said = (state: Parameters<typeof startupLines>[1]) => startupLines('http://a', state)[0] ?? '';
  assert.match(said('asked'), /Wikipedia is searched as well/);
  assert.match(said('unreachable'), /Wikipedia is not searched, because it did not answer within 1\.5 s/);
  assert.match(said('offline'), /Nothing leaves this machine\.$/);
});
