import assert from 'node:assert/strict';
import { refusing, streaming } from '../support/model-server.ts';
import { withStatus } from '../support/search-server.ts';
import { startStage } from '../support/stage.ts';
import { replays } from './covers.ts';
import { type RequestFacts, readFacts, type Values, valuesAt } from './facts.ts';
import { readEvents, readJson, send, textAt } from './replay.ts';
import { ANSWER, SOURCES } from './stage.ts';

type Asked = 'question' | 'agent' | 'web search: SearXNG';

const facts = readFacts<{ requests: Record<Asked, RequestFacts> }>('anythingllm');
const { requests } = facts;
const query = 'What is an axolotl?';
const system = { role: 'system', content: 'Given the following conversation, reply to the prompt.' };
const messages = [system, { role: 'user', content: query }];

/** The text of a stream up to the first chunk with a reason to finish, where AnythingLLM stops reading. */
async function shown(url: string, asked: 'question' | 'agent', values: Values = {}) {
  const chunks = await readEvents(await send(url, requests[asked], { messages, ...values }));
  const end = chunks.findIndex((chunk) => textAt(chunk, 'choices[].finish_reason') !== '');
  assert.ok(end >= 0);
  const read = chunks.slice(0, end + 1);
  const calls = read.flatMap((chunk) => valuesAt(chunk, 'choices[].delta.tool_calls[].function.name'));
  return {
    text: read.map((chunk) => textAt(chunk, 'choices[].delta.content')).join(''),
    calls: calls.filter((name) => name !== undefined),
  };
}

replays(facts, 'Generic OpenAI: streamed answer and follow-up question', async () => {
  await using on = await startStage();
  assert.equal((await shown(on.url, 'question')).text, ANSWER);
  on.model.script = streaming('In Mexico [1].');
  const earlier = [...messages, { role: 'assistant', content: ANSWER }];
  const next = [...earlier, { role: 'user', content: 'Where does it live?' }];
  assert.equal((await shown(on.url, 'question', { messages: next })).text, 'In Mexico [1].');
  assert.match(on.model.prompt, /What is an axolotl\?/);
});

replays(facts, 'Generic OpenAI: an agent that has skills', async () => {
  await using on = await startStage();
  assert.deepEqual(await shown(on.url, 'agent'), { text: ANSWER, calls: [] });
});

replays(facts, 'Generic OpenAI: errors', async () => {
  await using on = await startStage({ API_KEYS: 'right-key-1' });
  assert.equal((await send(on.url, requests.question, { messages, key: 'wrong' })).status, 401);
  on.model.script = refusing(500);
  on.search.script = withStatus(500);
  const failed = await send(on.url, requests.question, { messages, key: 'right-key-1' });
  assert.match(textAt(await failed.json(), 'error.message'), /search|model/i);
});

replays(facts, 'web search with SearXNG', async () => {
  await using on = await startStage();
  const search = requests['web search: SearXNG'];
  const reply = await readJson(await send(on.url, search, { query }), search);
  assert.deepEqual(valuesAt(reply, 'results[].url'), SOURCES);
});
