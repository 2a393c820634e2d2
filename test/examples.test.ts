import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { startModelServer, streaming, streamingThenHanging } from './support/model-server.ts';
import { startSearchServer, withStatus } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { startStage } from './support/stage.ts';

const folder = new URL('../examples/', import.meta.url);
const read = (path: string) => readFileSync(fileURLToPath(new URL(path, folder)), 'utf8');

type Speech = { type: string; ssml?: string; text?: string };
type AlexaReply = { response: { outputSpeech?: Speech; shouldEndSession?: boolean } };
const alexa: { handler(event: object): Promise<AlexaReply> } = await import(
  new URL('alexa/index.mjs', folder).href
);

const asking = (question: string) => ({
  request: {
    type: 'IntentRequest',
    intent: { name: 'AskIntent', slots: { question: { name: 'question', value: question } } },
  },
});

/** The skill's reply while the service is at this address. */
async function askSkill(url: string, event: object): Promise<AlexaReply> {
  process.env.SAYSO_URL = url;
  try {
    return await alexa.handler(event);
  } finally {
    delete process.env.SAYSO_URL;
  }
}

test('the Alexa skill answers in SSML that Alexa accepts', async () => {
  await using on = await startStage();
  const { response } = await askSkill(on.url, asking('what is an axolotl'));
  assert.equal(response.outputSpeech?.type, 'SSML');
  assert.equal(
    response.outputSpeech?.ssml,
    '<speak><p><s>An axolotl is a salamander.</s><s>It never grows up.</s></p></speak>',
  );
  assert.equal(response.shouldEndSession, true);
});

test('the Alexa skill stays within 8,000 characters for the longest answers', async () => {
  await using search = await startSearchServer();
  await using model = await startModelServer();
  model.script = streaming('Axolotls & friends are <salamanders>. '.repeat(1500));
  await using service = await startTestService({ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url });
  const { response } = await askSkill(service.url, asking('what is an axolotl'));
  const ssml = response.outputSpeech?.ssml ?? '';
  assert.ok(ssml.length > 7000 && ssml.length <= 8000, String(ssml.length));
  assert.match(ssml, /\.<\/s><\/p><\/speak>$/);
});

test('the Alexa skill speaks within 8 seconds when the model hangs', async (t) => {
  await using on = await startStage({}, streamingThenHanging('It is a salamander [1]. It never gro'));
  // Checks the skill's own limit without waiting for it, because how soon after the sixth second a reply
  // comes depends on the machine.
  const limit = t.mock.method(AbortSignal, 'timeout', () => new AbortController().signal);
  const fetched = t.mock.method(globalThis, 'fetch');
  const { response } = await askSkill(on.url, asking('what is an axolotl'));
  assert.match(response.outputSpeech?.ssml ?? '', /<s>It is a salamander\.<\/s>/);
  const reply = await fetched.mock.calls[0]?.result;
  assert.equal(reply?.headers.get('preference-applied'), 'wait=6');
  const limitMs = Number(limit.mock.calls[0]?.arguments[0]);
  assert.ok(limitMs > 6000 && limitMs < 8000, String(limitMs));
});

test('the Alexa skill has a reply without an answer, and to everything Alexa sends', async () => {
  await using search = await startSearchServer(withStatus(500));
  await using service = await startTestService({ SEARCH_PRIMARY_URL: search.url });
  const failed = await askSkill(service.url, asking('what is an axolotl'));
  assert.match(failed.response.outputSpeech?.text ?? '', /could not reach/);
  const launched = await askSkill(service.url, { request: { type: 'LaunchRequest' } });
  assert.equal(launched.response.shouldEndSession, false);
  const ended = await askSkill(service.url, { request: { type: 'SessionEndedRequest' } });
  assert.deepEqual(ended.response, {});
  const { intents } = JSON.parse(read('alexa/interaction-model.json')).interactionModel.languageModel;
  for (const { name } of intents) {
    const { response } = await askSkill(service.url, {
      request: { type: 'IntentRequest', intent: { name } },
    });
    assert.equal(typeof response.shouldEndSession, 'boolean', name);
  }
});

// Fields of the two integrations, from their pages in Home Assistant's documentation.
const REST_COMMAND = /^(?:url|method|headers|payload|username|password|timeout|content_type|verify_ssl)$/;
const INTENT_SCRIPT = /^(?:description|platforms|action|async_action|mode|card|speech)$/;

test('the Home Assistant example uses only known options, and its parts match', () => {
  const { rest_command, intent_script } = parse(read('home-assistant/configuration.yaml'));
  const { intents, lists, language } = parse(read('home-assistant/custom_sentences/en/sayso.yaml'));
  assert.equal(language, 'en');
  assert.deepEqual(Object.keys(intents), Object.keys(intent_script));
  for (const field of Object.keys(rest_command.ask_sayso)) assert.match(field, REST_COMMAND);
  for (const field of Object.keys(intent_script.AskSayso)) assert.match(field, INTENT_SCRIPT);
  const [call, stop] = intent_script.AskSayso.action;
  assert.ok(rest_command[call.action.replace('rest_command.', '')]);
  assert.equal(stop.response_variable, call.response_variable);
  assert.deepEqual(lists, { question: { wildcard: true } });
  for (const sentence of intents.AskSayso.data[0].sentences) assert.match(sentence, /\{question\}/);
});

test('the Home Assistant example gets its speech from the service', async () => {
  await using on = await startStage();
  const { rest_command, intent_script } = parse(read('home-assistant/configuration.yaml'));
  const { url, method, headers, timeout } = rest_command.ask_sayso;
  const address = url
    .replace('http://sayso.local:3000', on.url)
    .replace('{{ question | urlencode }}', encodeURIComponent('What is an axolotl?'));
  const response = await fetch(address, { method: method.toUpperCase(), headers });
  assert.equal(response.headers.get('preference-applied'), 'wait=8');
  assert.ok(timeout > 8);
  const fields: string[] = intent_script.AskSayso.speech.text.match(/action_response\.content\.\w+/g);
  const content = await response.json();
  for (const field of fields)
    assert.match(content[field.split('.')[2] ?? ''], /^An axolotl is a salamander\./);
});
