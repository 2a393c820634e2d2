import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { startStage } from './support/stage.ts';

const messages = [{ role: 'user', content: 'What is an axolotl?' }];

async function linesOf(response: Response) {
  assert.equal(response.headers.get('content-type'), 'application/x-ndjson');
  const lines = (await response.text()).split('\n');
  assert.equal(lines.pop(), '');
  return lines.map((line) => JSON.parse(line));
}

test('`sayso-voice` has nothing that cannot be spoken', async () => {
  await using on = await startStage();
  const body = { model: 'sayso-voice', messages };
  const spoken = async () =>
    (await linesOf(await on.post('/api/chat', body))).map(({ message }) => message.content).join('');
  assert.equal(await spoken(), 'An axolotl is a salamander. It never grows up.');
  const whole = await (await on.post('/api/chat', { ...body, stream: false })).json();
  assert.equal(whole.message.content, 'An axolotl is a salamander. It never grows up.');
});

test('each line of a stream is sent by itself', async () => {
  await using on = await startStage();
  const body = JSON.stringify({ model: 'sayso', messages });
  const { hostname, port } = new URL(on.url);
  const chunks: string[] = [];
  await new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path: '/api/chat', method: 'POST' }, (reply) => {
      reply.on('data', (chunk) => chunks.push(String(chunk))).on('end', resolve);
    });
    asked.on('error', reject).end(body);
  });
  assert.ok(chunks.length > 1);
  for (const chunk of chunks) assert.match(chunk, /^\{.*\}\n$/);
  assert.equal(JSON.parse(chunks.at(-1) ?? '').done, true);
});
