import assert from 'node:assert/strict';
import OpenAI, { APIError } from 'openai';
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { breakingOff, streaming } from '../support/model-server.ts';
import { startStage } from '../support/stage.ts';
import { covers } from './covers.ts';
import { ANSWER, SOURCES } from './stage.ts';

const QUESTION = 'What is an axolotl?';
const messages = [{ role: 'user' as const, content: QUESTION }];
const clientFor = (url: string, apiKey = 'any') =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });

covers('openai', '`models.list`', async () => {
  await using on = await startStage();
  const names: string[] = [];
  for await (const { id } of clientFor(on.url).models.list()) names.push(id);
  assert.deepEqual(names, ['sayso', 'sayso-voice', 'sayso-context', 'sayso-deep']);
});

covers('openai', '`chat.completions.create`', async () => {
  await using on = await startStage();
  const { choices, usage } = await clientFor(on.url).chat.completions.create({ model: 'sayso', messages });
  const message = choices[0]?.message;
  assert.equal(message?.content, ANSWER);
  assert.deepEqual(
    message.annotations?.map(({ url_citation: { url, start_index, end_index } }) => [
      url,
      ANSWER.slice(start_index, end_index),
    ]),
    [
      [SOURCES[0], '[1]'],
      [SOURCES[1], '[2]'],
    ],
  );
  assert.equal(usage?.total_tokens, 120);
});

covers('openai', '`quotes` in both interfaces', async () => {
  await using on = await startStage();
  const text = 'The axolotl is a salamander that keeps its gills for life [1].';
  on.model.script = streaming(text);
  const extra = { quotes: true };
  const { chat, responses } = clientFor(on.url);
  const { choices } = await chat.completions.create({ model: 'sayso', messages, ...extra });
  const [annotation] = choices[0]?.message.annotations ?? [];
  assert.match(String(Reflect.get(annotation?.url_citation ?? {}, 'quote')), /salamander/);
  const response = await responses.stream({ model: 'sayso', input: QUESTION, ...extra }).finalResponse();
  assert.equal(response.output_text, text);
  assert.match(JSON.stringify(response.output), /"quote":"[^"]*salamander/);
});

covers('openai', '`chat.completions.stream`', async () => {
  await using on = await startStage();
  const stream = clientFor(on.url).chat.completions.stream({
    model: 'sayso',
    messages,
    stream_options: { include_usage: true },
  });
  const { choices, usage } = await stream.finalChatCompletion();
  assert.equal(choices[0]?.message.content, ANSWER);
  assert.equal(usage?.total_tokens, 120);
});

covers('openai', 'a model that fails during the answer', async () => {
  await using on = await startStage();
  on.model.script = breakingOff('An axolotl is a salamander [1]. It never gro');
  const { chat, responses } = clientFor(on.url);
  const completion = chat.completions.stream({ model: 'sayso', messages });
  const [choice] = (await completion.finalChatCompletion()).choices;
  assert.equal(choice?.finish_reason, 'length');
  assert.match(choice.message.content ?? '', /^An axolotl is a salamander \[1\]/);
  const response = await responses.stream({ model: 'sayso', input: QUESTION }).finalResponse();
  assert.equal(response.status, 'incomplete');
  assert.match(response.output_text, /^An axolotl is a salamander \[1\]/);
});

covers('openai', '`chat.completions.parse` with a schema', async () => {
  await using on = await startStage();
  on.model.script = streaming('{"animal": "axolotl", "legs": 4}');
  const animal = z.object({ animal: z.string(), legs: z.int() });
  const { choices } = await clientFor(on.url).chat.completions.parse({
    model: 'sayso',
    messages,
    response_format: zodResponseFormat(animal, 'animal'),
  });
  assert.deepEqual(choices[0]?.message.parsed, { animal: 'axolotl', legs: 4 });
});

covers('openai', '`responses.create`', async () => {
  await using on = await startStage();
  const client = clientFor(on.url);
  const response = await client.responses.create({
    model: 'sayso',
    input: QUESTION,
    tools: [{ type: 'web_search', filters: { allowed_domains: ['animals.test', 'lakes.test'] } }],
  });
  assert.equal(response.output_text, ANSWER);
  assert.deepEqual(
    response.output.map(({ type }) => type),
    ['web_search_call', 'message'],
  );
  on.model.script = streaming('In Mexico [1].');
  const next = await client.responses.create({
    model: 'sayso',
    input: 'Where does it live?',
    previous_response_id: response.id,
  });
  assert.equal(next.output_text, 'In Mexico [1].');
  assert.match(on.model.prompt, /asked: What is an axolotl\?/);
});

covers('openai', '`responses.stream`', async () => {
  await using on = await startStage();
  const stream = clientFor(on.url).responses.stream({
    model: 'sayso',
    input: QUESTION,
    tools: [{ type: 'web_search' }],
  });
  const kinds = new Set<string>();
  for await (const { type } of stream) kinds.add(type);
  const response = await stream.finalResponse();
  assert.equal(response.output_text, ANSWER);
  assert.ok(kinds.has('response.web_search_call.completed'));
  assert.ok(kinds.has('response.output_text.annotation.added'));
});

covers('openai', '`responses.parse` with a schema', async () => {
  await using on = await startStage();
  on.model.script = streaming('{"legs": 4}');
  const { output_parsed } = await clientFor(on.url).responses.parse({
    model: 'sayso',
    input: QUESTION,
    text: { format: zodTextFormat(z.object({ legs: z.int() }), 'animal') },
  });
  assert.deepEqual(output_parsed, { legs: 4 });
});

covers('openai', 'errors', async () => {
  await using on = await startStage({ API_KEYS: 'right-key-1' });
  const failing = (key: string, model: string) =>
    clientFor(on.url, key).chat.completions.create({ model, messages });
  const isFailure = (status: number) => (error: unknown) =>
    error instanceof APIError && error.status === status;
  await assert.rejects(failing('wrong', 'sayso'), isFailure(401));
  await assert.rejects(failing('right-key-1', 'gpt-5'), isFailure(404));
  const { choices } = await failing('right-key-1', 'sayso');
  assert.equal(choices[0]?.message.content, ANSWER);
});
