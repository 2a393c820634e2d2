import assert from 'node:assert/strict';
import { refusing, streaming } from '../support/model-server.ts';
import { withStatus } from '../support/search-server.ts';
import { startStage } from '../support/stage.ts';
import { connectWyoming } from '../support/wyoming-client.ts';
import { replays } from './covers.ts';
import { filledIn, type RequestFacts, readFacts, type Values, valuesAt } from './facts.ts';
import { readJson, readLines, send, textAt } from './replay.ts';

type Asked = `Ollama: ${'list of models' | 'question' | 'question with Assist' | 'AI task'}`;
type Wyoming = { readonly transcript: object; readonly reads: readonly string[] };

const facts = readFacts<{ requests: Record<Asked, RequestFacts>; wyoming: Wyoming }>('home-assistant');
const { requests, wyoming } = facts;
const SPOKEN = 'An axolotl is a salamander. It never grows up.';
const system = {
  role: 'system',
  content: 'You are a voice assistant for Home Assistant. Answer in plain text.',
};
const messages = [system, { role: 'user', content: 'What is an axolotl?' }];

/** What Home Assistant says: the content of all lines. */
async function speak(url: string, asked: Asked, values: Values = {}) {
  const response = await send(url, requests[asked], { messages, ...values });
  const lines = await readLines(response, requests[asked]);
  assert.equal(valuesAt(lines.at(-1), 'done')[0], true);
  assert.ok(lines.every((line) => valuesAt(line, 'message.tool_calls')[0] === undefined));
  return lines.map((line) => textAt(line, 'message.content')).join('');
}

replays(facts, 'setting up the integration *Ollama* with a key', async () => {
  await using on = await startStage({ API_KEYS: 'right-key-1' });
  const list = requests['Ollama: list of models'];
  const reply = await readJson(await send(on.url, list, { key: 'right-key-1' }), list);
  // A model that is not in the list would be pulled.
  assert.ok(valuesAt(reply, 'models[].model').includes('sayso-voice:latest'));
  // The form says that the key is wrong for these two statuses, and shows an unknown error for any other.
  assert.ok([401, 403].includes((await send(on.url, list, { key: 'wrong' })).status));
  assert.equal(await speak(on.url, 'Ollama: question', { key: 'right-key-1' }), SPOKEN);
});

replays(facts, '*Ollama*: answer and follow-up question, with and without Assist', async () => {
  await using on = await startStage();
  assert.equal(await speak(on.url, 'Ollama: question'), SPOKEN);
  assert.equal(await speak(on.url, 'Ollama: question with Assist'), SPOKEN);
  on.model.script = streaming('In **Mexico** [1].');
  const next = [
    ...messages,
    { role: 'assistant', content: SPOKEN },
    { role: 'user', content: 'Where does it live?' },
  ];
  assert.equal(await speak(on.url, 'Ollama: question', { messages: next }), 'In Mexico.');
  assert.match(on.model.prompt, /What is an axolotl\?/);
});

replays(facts, '*Ollama*: AI task that returns a structure', async () => {
  await using on = await startStage();
  on.model.script = streaming('{"legs": 4}');
  assert.deepEqual(JSON.parse(await speak(on.url, 'Ollama: AI task')), { legs: 4 });
});

replays(facts, '*Ollama*: errors', async () => {
  await using on = await startStage();
  on.model.script = refusing(500);
  on.search.script = withStatus(500);
  const failed = await send(on.url, requests['Ollama: question'], { messages });
  const body = await failed.text();
  // The client raises the field `error` of a status above 399, or of any line of a stream.
  const errors = body
    .split('\n')
    .filter(Boolean)
    .map((line) => textAt(JSON.parse(line), 'error'));
  assert.match(errors.join(''), /search|model/i);
});

replays(facts, '*Wyoming*: answer and follow-up question', async () => {
  await using on = await startStage({ WYOMING_URI: 'tcp://127.0.0.1:0' });
  const port = Number(/tcp:\/\/[\d.]+:(\d+)/.exec(on.logged.join('\n'))?.[1]);
  {
    await using client = await connectWyoming(port);
    client.send('describe');
    const { data } = await client.next('info');
    for (const path of wyoming.reads) assert.notEqual(valuesAt(data, path)[0], undefined, path);
    assert.deepEqual(valuesAt(data, 'handle[].installed'), [true]);
  }
  // Home Assistant opens a connection for each sentence.
  const say = async (query: string) => {
    await using client = await connectWyoming(port);
    client.send('transcript', Object(filledIn(wyoming.transcript, { query, conversation: '01JABC' })));
    return (await client.next('handled', 'not-handled')).data.text;
  };
  assert.equal(await say('What is an axolotl?'), SPOKEN);
  on.model.script = streaming('In Mexico [1].');
  assert.equal(await say('Where does it live?'), 'In Mexico.');
  assert.match(on.model.prompt, /What is an axolotl\?/);
});
