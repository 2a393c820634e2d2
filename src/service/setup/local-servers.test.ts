import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { closedPort, serve } from '../../../test/support/local-server.ts';
import { startupLines } from '../../commands/demo.ts';
import { findModelServers, findSearxng, listModels, localModels, ollamaUrl } from './local-servers.ts';

const json = (reply: object) => JSON.stringify(reply);

/** Servers get all the time they need: on a busy machine, even one beside the test may be slower than the limit. */
const withoutLimits = (t: TestContext) => t.mock.timers.enable({ apis: ['setTimeout'] });

test('the first server that answers like SearXNG is found, and no engine is asked', async (t) => {
  withoutLimits(t);
  const asked: string[] = [];
  await using other = await serve((_, response) => response.end('<html>a home page</html>'));
  await using configured = await serve((request, response) => {
    asked.push(request.url ?? '');
    response.end(json({ engines: [], instance_name: 'mine' }));
  });
  await using searching = await serve((request, response) => {
    asked.push(request.url ?? '');
    const isSearch = request.url?.startsWith('/search?q=&') === true;
    response.writeHead(isSearch ? 400 : 404).end(isSearch ? json({ error: 'No query' }) : '');
  });
  const closed = `http://127.0.0.1:${await closedPort()}`;
  assert.equal(await findSearxng('0.0.0', [closed, other.url, configured.url]), configured.url);
  assert.equal(await findSearxng('0.0.0', [closed, searching.url]), searching.url);
  assert.equal(await findSearxng('0.0.0', [closed, other.url]), null);
  assert.deepEqual(asked, ['/config', '/config', '/search?q=&format=json']);
});

test('the models of Ollama on this machine are found, without names that cannot be typed', async (t) => {
  withoutLimits(t);
  let body = '{"models":[{"name":"llama3.2:3b"},{"name":"bad name; rm"},null,{"name":"qwen3"}]}';
  await using ollama = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  assert.deepEqual(await localModels('0.0.0', ollama.url), ['llama3.2:3b', 'qwen3']);
  for (body of ['no JSON', '{"models":7}', '{}', 'null'])
    assert.deepEqual(await localModels('0.0.0', ollama.url), [], body);
});

test('a fourth line says how to get written answers, and the first which model writes', () => {
  const state = { address: 'http://a', wikipedia: 'offline', models: ['qwen3', 'llama3'] } as const;
  assert.match(startupLines(state)[3] ?? '', /--model qwen3 \(or llama3\)$/);
  assert.match(startupLines({ ...state, models: [], model: 'qwen3' })[0] ?? '', /The model qwen3 writes/);
});

const USUAL = 'http://localhost:11434';

test('the address of Ollama is read in the forms that Ollama accepts', () => {
  for (const [host, url] of [
    [undefined, USUAL],
    [' ', USUAL],
    ['127.0.0.1', 'http://127.0.0.1:11434'],
    ['0.0.0.0:8080', 'http://127.0.0.1:8080'],
    [':8080', 'http://127.0.0.1:8080'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['gpu.example:8080', 'http://gpu.example:8080'],
    ['https://gpu.example/ollama/', 'https://gpu.example/ollama'],
    ['not an address', USUAL],
  ] as const)
    assert.equal(ollamaUrl(host), url, host);
});

test('offline, only an address of this machine counts', () => {
  assert.equal(ollamaUrl('gpu.example', true), USUAL);
  assert.equal(ollamaUrl('127.0.0.2:1', true), 'http://127.0.0.2:1');
});

test('a server with an API like that of OpenAI is found with the models that can write', async (t) => {
  withoutLimits(t);
  await using other = await serve((_, response) => response.end('{"data":"no list"}'));
  await using server = await serve((request, response) => {
    const ids = ['text-embedding-nomic', 'qwen3-8b', 'gemma-3'];
    if (request.url === '/v1/models') response.end(json({ data: ids.map((id) => ({ id })) }));
    else response.writeHead(404).end('{}');
  });
  const closed = `http://127.0.0.1:${await closedPort()}/v1`;
  const found = { url: `${server.url}/v1`, models: ['qwen3-8b', 'gemma-3'] };
  assert.deepEqual(await findModelServers('0.0.0', [closed, `${other.url}/v1`, found.url]), [found]);
  for (const typed of ['', '/', '/v1', '/v1/', '/v1/chat/completions'])
    assert.deepEqual(await listModels(`${server.url}${typed}`, { version: '0.0.0' }), found, typed);
});
