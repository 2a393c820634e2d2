import assert from 'node:assert/strict';
import { Ollama } from 'ollama';
import { breakingOff } from '../support/model-server.ts';
import { startStage } from '../support/stage.ts';
import { covers } from './covers.ts';
import { ANSWER } from './stage.ts';

const messages = [{ role: 'user', content: 'What is an axolotl?' }];

covers('ollama', '`list`, `show` and `version`', async () => {
  await using on = await startStage();
  const client = new Ollama({ host: on.url });
  const { models } = await client.list();
  assert.equal(models[0]?.model, 'sayso:latest');
  assert.deepEqual((await client.show({ model: 'sayso' })).capabilities, ['completion']);
  assert.equal((await client.version()).version, '0.0.0-test');
});

covers('ollama', '`chat`, whole and streamed', async () => {
  await using on = await startStage();
  const client = new Ollama({ host: on.url });
  const { message } = await client.chat({ model: 'sayso', messages });
  assert.ok(message.content.startsWith(ANSWER));
  let text = '';
  for await (const part of await client.chat({ model: 'sayso-voice', messages, stream: true }))
    text += part.message.content;
  assert.equal(text, 'An axolotl is a salamander. It never grows up.');
});

covers('ollama', 'a model that fails during the answer', async () => {
  await using on = await startStage();
  on.model.script = breakingOff('An axolotl is a salamander [1]. It never gro');
  const reasons = new Set<string>();
  for await (const part of await new Ollama({ host: on.url }).chat({
    model: 'sayso',
    messages,
    stream: true,
  }))
    if (part.done) reasons.add(part.done_reason);
  assert.deepEqual([...reasons], ['length']);
});

covers('ollama', '`generate`', async () => {
  await using on = await startStage();
  const client = new Ollama({ host: on.url });
  const { response } = await client.generate({ model: 'sayso', prompt: 'What is an axolotl?' });
  assert.ok(response?.startsWith(ANSWER));
});
