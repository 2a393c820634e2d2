import assert from 'node:assert/strict';
import { test } from 'node:test';
import own from '../package.json' with { type: 'json' };
import { requireBuiltPage } from '../test/support/built-page.ts';
import { closedPort, serve } from '../test/support/local-server.ts';
import { EXAMPLE_QUESTIONS, startDemo, startupLines } from './demo.ts';

/** With another version, each start would write the index of the documents again. */
const { version } = own;

requireBuiltPage();

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

test('Wikipedia is searched if it answers at the start, is allowed and is not switched off', async () => {
  let status = 200;
  const asked: string[] = [];
  await using wikipedia = await serve((request, response) => {
    asked.push(`${request.url} ${request.headers['user-agent']}`);
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  const url = `${wikipedia.url}/w/api.php`;
  const stateOf = async (tertiary: string, offline = false) => {
    const environment = {
      PORT: '0',
      LOG_LEVEL: 'silent',
      SEARCH_TERTIARY_URL: tertiary,
      MODEL_PROVIDER: 'none',
    };
    const started = await startDemo({ environment, version, offline });
    await started.service.stop();
    return started.wikipedia;
  };
  assert.deepEqual([await stateOf(url, true), await stateOf('off'), asked], ['offline', 'unreachable', []]);
  assert.equal(await stateOf(url), 'asked');
  assert.match(asked[0] ?? '', /^\/w\/api\.php\?action=query&.* Sayso\/[\d.]+$/);
  status = 503;
  assert.equal(await stateOf(url), 'unreachable');
  assert.equal(await stateOf(`http://127.0.0.1:${await closedPort()}/w/api.php`), 'unreachable');
});

test('a demo whose port is taken listens on a later one, and its page shows questions that it answers', async () => {
  await using other = await serve(() => undefined);
  const environment = { PORT: `${other.port}`, LOG_LEVEL: 'silent' };
  const { service } = await startDemo({ environment, version, offline: true });
  const port = Number(new URL(service.address).port);
  assert.ok(port > other.port && port <= other.port + 20, `${port}`);
  const reply = await fetch(
    `${service.address}/api/v1/query?q=${encodeURIComponent(EXAMPLE_QUESTIONS[0] ?? '')}`,
  );
  assert.match(await reply.text(), /Romansch/);
  const page = await (await fetch(`${service.address}/`)).text();
  const shown = /<meta name="sayso-examples" content="([^"]+)">/.exec(page)?.[1] ?? '';
  for (const question of EXAMPLE_QUESTIONS) assert.ok(shown.includes(question), shown);
  await service.stop();
});
