import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LLMock } from '@copilotkit/aimock';
import { assertDiscreet, collect, task, writerAt } from '../../../test/support/model-bed.ts';
import { Failure } from '../../core/failure.ts';
import type { WritingTask } from '../writer.ts';

/** The model's protocol as somebody else understands it: a server of the mock's authors, not ours. */
const mock = new LLMock({ port: 0 });
const signal = new AbortController().signal;

before(async () => {
  mock.onMessage(
    'an island',
    { content: 'It is on **Crete** [1].', usage: { prompt_tokens: 11, completion_tokens: 7 } },
    { chunkSize: 3 },
  );
  mock.onMessage('thinking', { content: 'Crete.', reasoning: 'Hm, islands.' });
  mock.onMessage(
    'a cut',
    { content: 'It is on Crete, as far as I know, and so on.' },
    { chunkSize: 4, truncateAfterChunks: 3 },
  );
  mock.onMessage(
    'a disconnect',
    { content: 'word '.repeat(200) },
    { chunkSize: 4, latency: 5, disconnectAfterMs: 40 },
  );
  mock.onMessage('malformed', { content: 'Crete.' }, { chaos: { malformedRate: 1 } });
  mock.onMessage('dropped', { content: 'Crete.' }, { chaos: { dropRate: 1 } });
  mock.onMessage('rate limit', {
    error: { message: 'slow down', type: 'rate_limit_error' },
    status: 429,
    retryAfter: 30,
  });
  mock.onMessage('a wrong key', { error: { message: 'bad key', type: 'authentication_error' }, status: 401 });
  await mock.start();
});
after(() => mock.stop());

function asking(text: string): WritingTask {
  return { ...task, question: { ...task.question, text: `PRIVATEQUESTION about ${text}` } };
}

async function ask(text: string) {
  mock.clearRequests();
  return await collect(writerAt(`${mock.url}/v1`), signal, undefined, asking(text));
}

async function failureOf(text: string): Promise<Failure> {
  const error = await ask(text).then(
    () => assert.fail('an answer came'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Failure);
  assertDiscreet(error);
  assert.equal(error.code, 'model-unavailable');
  return error;
}

test('streams an answer and its tokens', async () => {
  const { text, usages } = await ask('an island');
  assert.equal(text, 'It is on **Crete** [1].');
  assert.equal(usages.at(-1), 18);
  assert.equal(mock.getRequests().length, 1);
});

test('leaves the thinking out', async () => {
  assert.equal((await ask('thinking')).text, 'Crete.');
});

test('fails where the stream is cut', async () => {
  assert.match((await failureOf('a cut')).message, /broke off|lost the connection/);
  assert.match((await failureOf('a disconnect')).message, /broke off|lost the connection/);
});

test('fails where what comes cannot be read, and where nothing comes', async () => {
  await failureOf('malformed');
  await failureOf('dropped');
});

test('passes a refusal on in words', async () => {
  const limit = await failureOf('rate limit');
  assert.equal(limit.retryAfterMs, 30_000);
  assert.equal(mock.getRequests().length, 1);
  assert.match((await failureOf('a wrong key')).message, /MODEL_API_KEY/);
});
