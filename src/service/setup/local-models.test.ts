import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedPort, serve } from '../../../test/support/local-server.ts';
import { startupLines } from '../../commands/demo/startup-lines.ts';
import { localModels } from './local-models.ts';

test('the models of Ollama on this machine are found, without names that cannot be typed', async () => {
  let body = '{"models":[{"name":"llama3.2:3b"},{"name":"bad name; rm"},null,{"name":"qwen3"}]}';
  await using ollama = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  assert.deepEqual(await localModels('0.0.0', ollama.url), ['llama3.2:3b', 'qwen3']);
  for (body of ['no JSON', '{"models":7}', '{}', 'null'])
    assert.deepEqual(await localModels('0.0.0', ollama.url), [], body);
});

test('without Ollama there are none, and the start goes on', async () => {
  assert.deepEqual(await localModels('0.0.0', `http://127.0.0.1:${await closedPort()}`), []);
});

test('a fourth line says how to get written answers, and the first which model writes', () => {
  const state = { address: 'http://a', wikipedia: 'offline', models: ['qwen3', 'llama3'] } as const;
  assert.match(startupLines(state)[3] ?? '', /--model qwen3 \(or llama3\)$/);
  assert.match(startupLines({ ...state, models: [], model: 'qwen3' })[0] ?? '', /The model qwen3 writes/);
});
