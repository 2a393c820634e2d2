import assert from 'node:assert/strict';
import { test } from 'node:test';
import { streaming, streamingThenHanging } from '../support/model-server.ts';
import { toSseEvents } from '../support/sse-events.ts';
import { until } from '../support/until.ts';
import { startCluster } from './service.ts';

const TEXT = 'An axolotl is a salamander [1].';

async function ask(url: string, query = 'What is an axolotl?') {
  const response = await fetch(`${url}/api/ask?keep=on&events=sources,answer-delta,answer-end`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query }),
  });
  return { response, id: response.headers.get('sayso-stream') ?? '' };
}

/** The reply of an instance, once the store has the answer: a busy machine may take a moment. */
async function follow(url: string, id: string, from = '0'): Promise<Response> {
  await until(async () => (await fetch(`${url}/api/ask/${id}`, { method: 'HEAD' })).ok);
  return fetch(`${url}/api/ask/${id}`, { headers: { 'last-event-id': from } });
}

test('another instance has the events of an answer, and stops it', async () => {
  await using cluster = await startCluster();
  const [first = '', second = ''] = cluster.instances.map(({ url }) => url);
  cluster.model.script = streaming(TEXT);
  const whole = await ask(first);
  const text = await whole.response.text();
  const again = await follow(second, whole.id, '1');
  assert.equal(await again.text(), text.slice(text.indexOf('id: 2\n')));
  cluster.model.script = streamingThenHanging(TEXT);
  const hanging = await ask(first, 'Where do axolotls live?');
  await follow(second, hanging.id);
  assert.equal((await fetch(`${second}/api/ask/${hanging.id}/stop`, { method: 'POST' })).status, 204);
  assert.match(await hanging.response.text(), /event: failure\ndata: .*was stopped/);
});

test('when its instance is killed, what was there of an answer is, with an honest end', async () => {
  await using cluster = await startCluster();
  const [first, second, third] = cluster.instances;
  cluster.model.script = streamingThenHanging(TEXT);
  const { response, id } = await ask(first?.url ?? '');
  const reading = response.text().catch(() => '');
  const follower = await follow(second?.url ?? '', id);
  const reader = follower.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('answer-delta')) text += (await reader?.read())?.value ?? '';
  await first?.process.kill();
  await reading;
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) text += next.value;
  const later = await (await follow(third?.url ?? '', id)).text();
  for (const stream of [text, later]) {
    const events = toSseEvents(stream).filter(({ event }) => event !== '');
    assert.deepEqual([...new Set(events.map(({ event }) => event))], ['sources', 'answer-delta', 'failure']);
    assert.match(events.at(-1)?.data ?? '', /The instance that made this answer has ended/);
  }
});
