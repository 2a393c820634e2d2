import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf } from '../../../test/support/fixed-answer.ts';
import { type FixedReplies, startTextInterface } from '../../../test/support/fixed-replies.ts';
import { toOllamaFormat } from './answers.ts';
import { ollama } from './ollama.ts';

/** The reply to a request, and the question that the service received. */
async function post(path: string, payload: object, replies: FixedReplies = {}) {
  await using started = await startTextInterface(ollama, replies);
  const reply = await started.app.inject({ method: 'POST', url: path, payload });
  return { status: reply.statusCode, body: reply.body, reply, question: started.requests.questions[0] };
}
const messages = [{ role: 'user', content: 'Who built it?' }];
const chat = (over: object = {}, replies?: FixedReplies) =>
  post('/api/chat', { model: 'sayso', messages, ...over }, replies);
const linesOf = (body: string) =>
  body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('an unknown model is not found, under whatever name', async () => {
  for (const payload of [{ model: 'llama3' }, { model: 7 }, {}, { model: 'sayso:8b' }, ['sayso']]) {
    const { status, body } = await post('/api/show', payload);
    assert.equal(status, 404);
    assert.match(
      JSON.parse(body).error,
      /^There is no model of this name\. Set `model` to one of these: `sayso`/,
    );
  }
  assert.equal((await post('/api/show', [])).status, 404);
  assert.equal((await chat({ model: 'llama3' })).status, 404);
});

test('a request without a message only loads the model', async () => {
  for (const [path, over, field] of [
    ['/api/chat', { messages: [] }, { message: { role: 'assistant', content: '' } }],
    ['/api/chat', {}, { message: { role: 'assistant', content: '' } }],
    [
      '/api/chat',
      { messages: [{ role: 'system', content: 'x' }] },
      { message: { role: 'assistant', content: '' } },
    ],
    ['/api/generate', {}, { response: '' }],
    ['/api/generate', { system: 'x' }, { response: '' }],
  ] as const) {
    const { body, question } = await post(path, { model: 'sayso', ...over });
    const { created_at: _, ...loaded } = JSON.parse(body);
    assert.deepEqual(loaded, { model: 'sayso', ...field, done: true, done_reason: 'load' });
    assert.equal(question, undefined);
  }
});

test('an answer that is data is checked and held back, in JSON or by a schema', async () => {
  const replies: FixedReplies = { answer: { text: '{"lakes":1}' } };
  const schema = { type: 'object', required: ['lakes'] };
  for (const [format, data] of [
    ['json', { schema: null }],
    [schema, { schema: JSON.stringify(schema) }],
    ['', undefined],
  ] as const) {
    const { body, question } = await chat({ format }, replies);
    assert.deepEqual(question?.data, data);
    if (data !== undefined)
      assert.deepEqual(
        linesOf(body).map(({ message }) => message.content),
        ['{"lakes":1}', ''],
      );
  }
  const { status, body } = await chat({ format: 'json', stream: false });
  assert.equal(status, 502);
  assert.match(JSON.parse(body).error, /not reply in the requested format: it is not JSON/);
});

test('a failure is an error with its status, or a line once the answer has begun', async () => {
  const failing = (count: number): FixedReplies => ({
    *events() {
      yield* eventsOf().slice(0, count);
      throw new Error('secret');
    },
  });
  assert.equal((await chat({}, failing(0))).status, 500);
  const { status, body } = await chat({}, failing(3));
  assert.equal(status, 200);
  assert.match(linesOf(body)[1].error, /^Something went wrong inside the service\. /);
  assert.doesNotMatch(body, /secret/);
  const none = await chat({}, { answer: { text: '', error: 'No model.' } });
  assert.match(none.body, /No model\. The model `sayso-context` returns the passages/);
  const whole = await chat({ stream: false }, { answer: { text: '' } });
  assert.deepEqual(
    [whole.status, JSON.parse(whole.body).error.startsWith('Nothing was written.')],
    [502, true],
  );
});

test('a body that is not valid is refused with its field', async () => {
  for (const [payload, message] of [
    [{ messages }, /^The field `model` is not valid: /],
    [{ model: 'sayso', messages: 'x' }, /^The field `messages` is not valid: /],
    [
      { model: 'sayso', messages: [{ role: 'user', content: '' }] },
      /^The last message of the user is empty\.$/,
    ],
    [
      { model: 'sayso', messages: [{ role: 'user', content: '', images: ['aaaa'] }] },
      /has no text; images and files are not read\.$/,
    ],
    [
      { model: 'sayso', messages, format: 'xml' },
      /^The field `format` is not valid: it must be "json" or a JSON Schema\.$/,
    ],
  ] as const) {
    const { status, body } = await post('/api/chat', payload);
    assert.equal(status, 400);
    assert.match(JSON.parse(body).error, message);
  }
});

test('images are ignored next to text, and refused alone, also by generate', async () => {
  const generate = (over: object) => post('/api/generate', { model: 'sayso', stream: false, ...over });
  const images = ['aaaa'];
  const alone = await generate({ images });
  assert.equal(alone.status, 400);
  assert.match(JSON.parse(alone.body).error, /has no text; images and files are not read\.$/);
  assert.equal((await generate({ prompt: 'Why?', images })).question?.text, 'Why?');
  assert.equal((await generate({ images: [] })).question, undefined);
  assert.equal(JSON.parse((await generate({ images: [] })).body).done_reason, 'load');
  const blank = await chat({ messages: [{ role: 'user', content: '', images: [] }] });
  assert.match(JSON.parse(blank.body).error, /^The last message of the user is empty\.$/);
});

test('each line of a reply is a piece of its own, because some clients take each piece for a line', () => {
  const { split } = toOllamaFormat('sayso', () => ({}));
  assert.deepEqual(split?.('{"a":1}\n{"b":2}\n'), ['{"a":1}\n', '{"b":2}\n']);
});

test('an answer that was cut says so once, before its sources', async () => {
  const replies: FixedReplies = { answer: { error: 'It was cut.', errorMissingInText: true } };
  const { body } = await chat({ stream: false }, replies);
  assert.match(JSON.parse(body).message.content, /^Yes \[1\]\.\n\nIt was cut\.\n\n---\n\n1\. /);
});

test('a body is JSON whatever its type says, and not compressed', async () => {
  await using started = await startTextInterface(ollama);
  const payload = JSON.stringify({ model: 'sayso' });
  const show = (headers: Record<string, string>) =>
    started.app.inject({ method: 'POST', url: '/api/show', headers, payload });
  for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
    assert.equal((await show({ 'content-type': type })).statusCode, 200, type);
  const compressed = await show({ 'content-type': 'text/plain', 'content-encoding': 'gzip' });
  assert.equal(compressed.statusCode, 415);
});
