import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatCall } from './support/chat-server.ts';
import { querying, startModelServer, streaming } from './support/model-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

const TASK = 'Translate to French:\n\nmy salary is confidential, see [1]';
const RESULT = 'mon salaire est confidentiel, voir [1]';
const TITLE =
  '### Task:\nWrite a short title.\n### Output:\nJSON format: { "title": "..." }\n### Chat History:\n' +
  '<chat_history>\nUSER: What is an axolotl?\n</chat_history>';

function bodyOf({ body }: ChatCall): Readonly<Record<string, unknown>> {
  return body as Readonly<Record<string, unknown>>;
}

async function stage(environment: Readonly<Record<string, string>> = {}) {
  const stack = new AsyncDisposableStack();
  const search = stack.use(await startSearchServer());
  const model = stack.use(await startModelServer());
  const prompts: unknown[] = [];
  model.script = (response, call, count) => {
    prompts.push(bodyOf(call).messages);
    querying('NONE', streaming(RESULT))(response, call, count);
  };
  const settings = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url, ...environment };
  const service = stack.use(await startTestService(settings));
  return {
    model,
    prompts,
    /** The searches, without the check whether the host can be reached. */
    searches: () => search.asked.filter((text) => text !== ''),
    post: (path: string, body: object) =>
      fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const user = (content: string) => [{ role: 'user', content }];

/** Every way to send a message: the path, the body, and the text in the reply. */
const WAYS = (text: string, model = 'sayso') =>
  [
    ['/v1/chat/completions', { model, messages: user(text) }],
    ['/v1/chat/completions', { model, messages: user(text), stream: true }],
    ['/v1/responses', { model, input: text }],
    ['/v1/responses', { model, input: text, stream: true }],
    ['/api/chat', { model, messages: user(text), stream: false }],
    ['/api/chat', { model, messages: user(text) }],
    ['/api/generate', { model, prompt: text, stream: false }],
  ] as const;

test('no task of a program and no greeting reaches a search engine, in any chat interface', async () => {
  await using on = await stage();
  let calls = 0;
  for (const text of [TITLE, 'Hello!'])
    for (const [path, body] of WAYS(text)) {
      const response = await on.post(path, body);
      assert.equal(response.status, 200, path);
      // A greeting is answered at once.
      assert.match(await response.text(), text === TITLE ? /mon salaire/ : /Hello!/, `${path} ${text}`);
      calls += text === TITLE ? 1 : 0;
      assert.equal(on.model.calls, calls, 'one call for each task');
    }
  for (const model of ['sayso-deep', 'sayso-voice', 'sayso-context'])
    for (const [path, body] of WAYS(TITLE, model))
      assert.equal((await on.post(path, body)).status, 200, path);
  assert.deepEqual(on.searches(), []);
});

test('a text of several paragraphs for which the model wants no search gets its result as it is', async () => {
  await using on = await stage();
  for (const [path, body] of WAYS(TASK)) {
    const text = await (await on.post(path, body)).text();
    assert.ok(text.includes('mon salaire est confidentiel, voir') && text.includes('[1]'), path);
  }
  assert.equal(on.model.calls, 2 * WAYS(TASK).length, 'one call to decide and one to work');
  const answer = await (await on.post('/api/ask', { query: TASK })).json();
  assert.deepEqual(
    [answer.answer, answer.sources, answer.search_engine, answer.error],
    [RESULT, [], 'none', null],
  );
  assert.equal((await (await on.post('/api/v1/query', { query: TASK })).json()).answer, RESULT);
  assert.deepEqual(on.searches(), []);
});

test('the model gets the instructions of the program and all messages as they were sent', async () => {
  await using on = await stage();
  const messages = [
    { role: 'system', content: 'You are a title generator. Create a title from the first message.' },
    ...user('<b>What is [an] axolotl?</b>'),
    { role: 'assistant', content: 'A salamander [1].' },
    ...user(TITLE),
  ];
  await on.post('/v1/chat/completions', { model: 'sayso', messages });
  assert.deepEqual(on.prompts, [messages]);
});

test('the model gets the whole conversation for a message about an answer without an id', async () => {
  await using on = await stage();
  const messages = [...user('What is an axolotl?'), { role: 'assistant', content: 'A salamander [1].' }];
  for (const text of ['make that shorter', 'Translate that into German', 'もっと短くして', 'are you sure?']) {
    const reply = await on.post('/v1/chat/completions', {
      model: 'sayso',
      messages: [...messages, ...user(text)],
    });
    const { message } = (await reply.json()).choices[0];
    assert.equal(message.content, 'mon salaire est confidentiel, voir', 'there is no source 1');
    assert.deepEqual((on.prompts.at(-1) as readonly unknown[]).slice(1), [...messages, ...user(text)]);
  }
  assert.deepEqual([on.searches(), on.model.calls], [[], 8]);
});

test('a question after a task of a program is searched without the text of the task', async () => {
  await using on = await stage({ MODEL_PROVIDER: 'extractive', MODEL_BASE_URL: '' });
  const messages = [
    ...user(`### Task:\nTranslate: My Salary is Confidential`),
    { role: 'assistant', content: RESULT },
    ...user('and what does it cost?'),
  ];
  for (const model of ['sayso', 'sayso-context']) await on.post('/v1/chat/completions', { model, messages });
  assert.deepEqual(on.searches(), Array(2).fill('and what does it cost?'));
});

test('a long message is read whole by the model, and searched with the line that asks', async () => {
  await using on = await stage();
  const filler = 'The minutes of the meeting were approved and nobody had anything to add to them. ';
  const question = 'Which law forbids the sale of Ambystoma mexicanum in California?';
  const text = `${filler.repeat(240)}\n\n${question}`;
  assert.ok(text.length > 19_000);
  on.model.script = querying('babble, and no word of the conversation: x', streaming(RESULT));
  await on.post('/v1/chat/completions', { model: 'sayso', messages: user(text) });
  on.model.script = querying('Ambystoma mexicanum sale law California', streaming(RESULT));
  await on.post('/v1/chat/completions', { model: 'sayso', messages: user(`${text} `.repeat(2)) });
  assert.deepEqual(on.searches(), [question, 'Ambystoma mexicanum sale law California']);
  assert.ok(on.model.prompt.includes(text), 'the whole message');
});

test('chat interfaces have a limit of their own for the length of a message', async () => {
  await using on = await stage({});
  for (const [path, body] of WAYS(`Translate: ${'a '.repeat(24_900)}`))
    assert.equal((await on.post(path, body)).status, 200, path);
  for (const [path, body] of WAYS(`Translate: ${'a '.repeat(25_000)}`)) {
    const reply = await on.post(path, body);
    assert.equal(reply.status, 400, path);
    assert.match(await reply.text(), /longer than 50000 characters/);
  }
  assert.equal((await on.post('/api/ask', { query: `Translate: ${'a '.repeat(1400)}` })).status, 400);
});

test('without a model, a task of a program gets a sentence in its language', async () => {
  for (const MODEL_PROVIDER of ['', 'extractive']) {
    await using on = await stage({ MODEL_PROVIDER, MODEL_BASE_URL: '' });
    const say = async (text: string) => {
      const reply = await on.post('/v1/chat/completions', { model: 'sayso', messages: user(text) });
      return (await reply.json()).choices[0].message.content;
    };
    assert.match(await say(TITLE), /needs a language model/);
    assert.match(
      await say('### Aufgabe:\nSchreibe einen Titel für das Gespräch'),
      /ist ein Sprachmodell nötig/,
    );
    assert.match(await say('Hello!'), /^Hello!/);
    assert.deepEqual(on.searches(), []);
  }
});
