import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSentenceStream } from '@sayso/speech';
import { eventsOf } from '../../../test/support/fixed-answer.ts';
import { type ReceivedQuestion, toReceived } from '../../../test/support/received-question.ts';
import { until } from '../../../test/support/until.ts';
import { connectWyoming } from '../../../test/support/wyoming-client.ts';
import { addSentences, derive } from '../../answer/derived-events.ts';
import type { Answer } from '../../core/answer.ts';
import type { Failure } from '../../core/failure.ts';
import type { Answerer } from '../../core/run.ts';
import { answerTranscript, Conversations, type TranscriptDeps } from './answer-transcript.ts';
import { startWyoming } from './wyoming.ts';

const live = new AbortController().signal;

const spokenBy = (ask: Answerer) => derive('sentence', ask, () => addSentences(createSentenceStream));

function partsOf(answer: Partial<Answer> = {}, over: Partial<TranscriptDeps> = {}) {
  const questions: ReceivedQuestion[] = [];
  const addresses: string[] = [];
  const parts: TranscriptDeps = {
    ask: spokenBy(async function* ({ question }) {
      questions.push(toReceived(question));
      yield* eventsOf(answer);
    }),
    answerDeadlineMs: 60_000,
    maxQueryChars: 20,
    log: { error: () => undefined } as unknown as TranscriptDeps['log'],
    conversations: new Conversations(),
    countAnswer: async (address) => void addresses.push(address),
    ...over,
  };
  return { parts, questions, addresses };
}

/** The events that are sent for a transcript. */
async function sentFor(data: unknown, parts: TranscriptDeps) {
  const sent: unknown[] = [];
  const send = (type: string, told: object) => void sent.push([type, ...Object.values(told)]);
  await answerTranscript({ data, address: '192.0.2.1', send }, parts, live);
  return sent;
}

test('the language of a transcript counts if it is one, and the shorter deadline holds', async () => {
  for (const language of [undefined, null, '', 'not a tag!']) {
    const { parts, questions } = partsOf({}, { answerDeadlineMs: 3000 });
    await sentFor({ text: 'Is it?', language }, parts);
    assert.deepEqual([questions[0]?.scope.language, questions[0]?.deadlineMs], ['auto', 3000]);
  }
});

test('a context without a usable conversation id is a question that stands alone', async () => {
  const ids = [undefined, null, '', 7, 'x'.repeat(129)].map((id) => ({ conversation_id: id }));
  for (const context of [...ids, null, 'x', []]) {
    const { parts, questions } = partsOf();
    for (const text of ['Is it?', 'And that?']) await sentFor({ text, context }, parts);
    assert.deepEqual(questions[1]?.history, []);
  }
});

test('a conversation has the answers that were heard, and no failed ones', async () => {
  const context = { conversation_id: '01J' };
  const { parts, questions } = partsOf({ text: 'Yes [1].', speech: 'Yes.' });
  await sentFor({ text: 'Is it?', context }, parts);
  const failing = { ...parts, ask: partsOf({ text: '', speech: '' }).parts.ask };
  assert.equal((await sentFor({ text: 'Is that?', context }, failing)).length, 1);
  await sentFor({ text: 'And that?', context }, parts);
  assert.deepEqual(questions[1]?.history, [{ question: 'Is it?', answer: 'Yes.' }]);
});

test('an id may have 128 characters, and an answer is kept without the space around it', async () => {
  const context = { conversation_id: 'x'.repeat(128) };
  const { parts, questions } = partsOf({ speech: ' Yes.\n' });
  assert.deepEqual((await sentFor({ text: 'Is it?', context }, parts)).at(-2), ['handled', 'Yes.']);
  await sentFor({ text: 'And that?', context }, parts);
  assert.deepEqual(questions[1]?.history, [{ question: 'Is it?', answer: 'Yes.' }]);
});

async function startInterface(over: Partial<TranscriptDeps> = {}) {
  const { parts } = partsOf({}, over);
  return await startWyoming({ host: '127.0.0.1', port: 0 }, { ...parts, version: '1.2.3' });
}

test('a client is told what the service is, and its pings are answered with their text', async () => {
  const face = await startInterface();
  {
    await using client = await connectWyoming(face.port);
    client.send('audio-chunk', {});
    client.send('describe');
    const { data } = await client.next('info');
    const attribution = { name: 'Sayso', url: '' };
    const about = { attribution, installed: true, description: 'Answers from the web', version: '1.2.3' };
    const models = [{ name: 'sayso', ...about, languages: [] }];
    const can = { supports_handled_streaming: true, supports_home_control: false };
    const handle = [{ name: 'Sayso', ...about, models, ...can }];
    assert.deepEqual(data, { asr: [], tts: [], handle, intent: [], wake: [], mic: [], snd: [] });
    client.send('ping', { text: 'here' });
    assert.deepEqual((await client.next('pong')).data, { text: 'here' });
    await using other = await connectWyoming(face.port);
    other.send('ping');
    assert.deepEqual((await other.next('pong')).data, {});
  }
  await face.stop();
});

test('one question at a time is answered, and stopping waits for the last answer', async () => {
  const released = Promise.withResolvers<void>();
  const face = await startInterface({
    async *ask() {
      yield* eventsOf().slice(0, 3);
      await released.promise;
      yield* eventsOf().slice(3);
    },
  });
  await using client = await connectWyoming(face.port);
  await using idle = await connectWyoming(face.port);
  client.send('transcript', { text: 'Is it?' });
  client.send('transcript', { text: 'And that?' });
  assert.deepEqual((await client.next('not-handled')).data, { text: 'One question at a time, please.' });
  const stopped = face.stop();
  await until(() => idle.isClosed);
  assert.equal(client.isClosed, false);
  released.resolve();
  assert.deepEqual((await client.next('handled')).data, { text: 'Yes.' });
  await stopped;
  await until(() => client.isClosed);
});

test('ending the answers informs the client, and cutting closes the remaining connections', async () => {
  const face = await startInterface({
    async *ask({ signal }) {
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      yield* eventsOf();
    },
  });
  await using client = await connectWyoming(face.port);
  client.send('transcript', { text: 'Is it?' });
  client.send('ping');
  await client.next('pong');
  const stopped = face.stop();
  face.abort();
  assert.deepEqual((await client.next('not-handled')).data, { text: 'The service is stopping.' });
  face.cut();
  await stopped;
});

test('a client who leaves ends the answer', async () => {
  const ended = Promise.withResolvers<Failure>();
  const face = await startInterface({
    async *ask({ signal }) {
      yield* eventsOf().slice(0, 1);
      signal.addEventListener('abort', () => ended.resolve(signal.reason));
      await ended.promise;
    },
  });
  await using client = await connectWyoming(face.port);
  client.send('transcript', { text: 'Is it?' });
  client.send('ping');
  await client.next('pong');
  client.socket.destroy();
  assert.equal((await ended.promise).code, 'cancelled');
  await face.stop();
});

const exchange = (question: string) => ({ question, answer: 'Yes.' });

test('a conversation belongs to one client and one id', () => {
  const conversations = new Conversations();
  const key = { client: '192.0.2.1', id: '01J' };
  conversations.remember(key, exchange('Is it?'));
  assert.deepEqual(conversations.historyOf(key), [exchange('Is it?')]);
  assert.deepEqual(conversations.historyOf({ ...key, client: '192.0.2.2' }), []);
  assert.deepEqual(conversations.historyOf({ ...key, id: '01K' }), []);
});

test('a conversation keeps its last five exchanges, shortened', () => {
  const conversations = new Conversations();
  const key = { client: '192.0.2.1', id: '01J' };
  for (let count = 0; count < 8; count++)
    conversations.remember(key, { question: `${count} ${'x'.repeat(9000)}`, answer: 'y'.repeat(9000) });
  const history = conversations.historyOf(key);
  assert.deepEqual(
    history.map(({ question, answer }) => [question[0], question.length, answer.length]),
    [3, 4, 5, 6, 7].map((count) => [String(count), 2000, 2000]),
  );
});

test('of too many conversations, those that were silent for longest are forgotten', () => {
  const conversations = new Conversations();
  const key = (count: number) => ({ client: '192.0.2.1', id: String(count) });
  for (let count = 0; count < 150; count++) {
    conversations.remember(key(count), exchange('Is it?'));
    conversations.remember(key(0), exchange('And now?'));
  }
  const left = Array.from({ length: 150 }, (_, count) => count).filter(
    (count) => conversations.historyOf(key(count)).length > 0,
  );
  assert.deepEqual([left.length, left[0], left[1]], [100, 0, 51]);
});

test('a conversation without further questions is forgotten after its time', async () => {
  const conversations = new Conversations(1);
  const key = { client: '192.0.2.1', id: '01J' };
  conversations.remember(key, exchange('Is it?'));
  await until(() => conversations.historyOf(key).length === 0);
});

test('a conversation is remembered for five minutes after its last answer', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const conversations = new Conversations();
  const key = { client: '192.0.2.1', id: '01J' };
  for (const question of ['Is it?', 'And now?']) {
    conversations.remember(key, exchange(question));
    t.mock.timers.tick(299_999);
  }
  assert.equal(conversations.historyOf(key).length, 2);
  t.mock.timers.tick(1);
  assert.deepEqual(conversations.historyOf(key), []);
});
