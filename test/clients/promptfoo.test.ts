import assert from 'node:assert/strict';
import { streaming } from '../support/model-server.ts';
import { startStage } from '../support/stage.ts';
import { replays } from './covers.ts';
import { type RequestFacts, readFacts, valuesAt } from './facts.ts';
import { readJson, send, textAt } from './replay.ts';
import { ANSWER, SOURCES } from './stage.ts';

// promptfoo installs 790 packages, so that its requests are replayed although npm has it.
type Asked = 'openai:chat' | 'openai:chat with response_format';
const facts = readFacts<{ requests: Record<Asked, RequestFacts> }>('promptfoo');
const { requests } = facts;
const messages = [{ role: 'user', content: 'What is an axolotl?' }];

replays(facts, 'provider `openai:chat:sayso`: output, citations and a wrong key', async () => {
  await using on = await startStage({ API_KEYS: 'right-key-1' });
  const chat = requests['openai:chat'];
  const reply = await readJson(await send(on.url, chat, { messages, key: 'right-key-1' }), chat);
  const text = textAt(reply, 'choices[].message.content');
  assert.equal(text, ANSWER);
  const annotations = valuesAt(reply, 'choices[].message.annotations[]');
  assert.deepEqual([...new Set(annotations.map((each) => textAt(each, 'url_citation.url')))], SOURCES);
  const refused = await send(on.url, chat, { messages, key: 'wrong' });
  assert.equal(refused.status, 401);
  assert.match(await refused.text(), /key/);
});

replays(facts, 'provider `openai:chat:sayso` with `response_format`', async () => {
  await using on = await startStage();
  on.model.script = streaming('{"legs": 4}');
  const chat = requests['openai:chat with response_format'];
  const reply = await readJson(await send(on.url, chat, { messages }), chat);
  assert.deepEqual(JSON.parse(textAt(reply, 'choices[].message.content')), { legs: 4 });
});
