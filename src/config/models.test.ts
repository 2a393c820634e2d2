import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../core/failure.ts';
import { loadSettings } from './load.ts';
import { answerSettings } from './settings.ts';

const settingsOf = (environment: Record<string, string>) => loadSettings(environment).settings;

const mistakesOf = (environment: Record<string, string>): string => {
  try {
    loadSettings(environment);
  } catch (error) {
    assert.ok(error instanceof Failure && error.code === 'misconfigured');
    return error.message;
  }
  return assert.fail('the settings were accepted');
};

test('a name that people know for a provider is refused with the word to use', () => {
  for (const [given, word] of [
    ['gemini', 'google'],
    ['Claude', 'anthropic'],
    ['groq', 'openai-compatible'],
    ['LM-Studio', 'openai-compatible'],
  ] as const)
    assert.equal(
      mistakesOf({ MODEL_PROVIDER: given }),
      `MODEL_PROVIDER: "${given}" is wrong; use \`${word}\`.`,
    );
});

test('a provider that requires a key is refused without one at the start', () => {
  for (const provider of ['openai', 'anthropic', 'google', 'mistral']) {
    assert.equal(
      mistakesOf({ MODEL_PROVIDER: provider }),
      `MODEL_API_KEY: ${provider} needs a key; set it here or as a file in MODEL_API_KEY_FILE.`,
    );
    const second = { MODEL_PROVIDER: 'ollama', MODEL_FALLBACK_PROVIDER: provider };
    assert.equal(
      mistakesOf(second),
      `MODEL_FALLBACK_API_KEY: ${provider} needs a key; set it here or as a file in ` +
        'MODEL_FALLBACK_API_KEY_FILE.',
    );
  }
  for (const MODEL_PROVIDER of ['ollama', 'openai-compatible', 'extractive']) settingsOf({ MODEL_PROVIDER });
});

test('ollama gets more time, unless a time is configured', () => {
  const timesOf = (environment: Record<string, string>) => {
    const { modelTimeoutMs, answerDeadlineMs, queryDeadlineMs } = settingsOf(environment);
    return [modelTimeoutMs, answerDeadlineMs, queryDeadlineMs];
  };
  assert.deepEqual(timesOf({}), [20_000, 30_000, 30_000]);
  assert.deepEqual(timesOf({ MODEL_PROVIDER: 'ollama' }), [120_000, 150_000, 150_000]);
  const told = { MODEL_TIMEOUT_MS: '5000', ANSWER_DEADLINE_MS: '9000', QUERY_DEADLINE_MS: '7000' };
  assert.deepEqual(timesOf({ MODEL_PROVIDER: 'ollama', ...told }), [5_000, 9_000, 7_000]);
});

test('a second model has its own settings for the provider', () => {
  const first = { MODEL_API_KEY: 'k' };
  assert.equal(settingsOf(first).fallbackProvider, null);
  const url = 'http://localhost:8000/v1';
  assert.equal(settingsOf({ ...first, MODEL_FALLBACK_BASE_URL: url }).fallbackProvider, 'openai-compatible');
  assert.equal(
    settingsOf({ ...first, MODEL_FALLBACK_PROVIDER: 'extractive' }).fallbackProvider,
    'extractive',
  );
  assert.match(mistakesOf({ MODEL_FALLBACK_PROVIDER: 'extractive' }), /a second model needs a first one/);
  assert.match(
    mistakesOf({ MODEL_PROVIDER: 'extractive', MODEL_FALLBACK_API_KEY: 'k' }),
    /a second model needs a first one/,
  );
  assert.match(mistakesOf({ ...first, MODEL_FALLBACK_NAME: 'm' }), /set MODEL_FALLBACK_PROVIDER/);
});

const KEYS = {
  'sk-ant-api03-SECRETPART': 'MODEL_PROVIDER=anthropic',
  AIzaSECRETPART: 'MODEL_PROVIDER=google',
  'sk-or-v1-SECRETPART': 'MODEL_BASE_URL=https://openrouter.ai/api/v1 and MODEL_NAME',
  gsk_SECRETPART: 'MODEL_BASE_URL=https://api.groq.com/openai/v1 and MODEL_NAME',
  'xai-SECRETPART': 'MODEL_BASE_URL=https://api.x.ai/v1 and MODEL_NAME',
};

test('a key of another company is not sent to OpenAI, and the message says what to set', () => {
  for (const [key, set] of Object.entries(KEYS)) {
    const message = 'this is a key of another company, but it would be sent to OpenAI; set';
    assert.equal(mistakesOf({ MODEL_API_KEY: key }), `MODEL_API_KEY: ${message} ${set}.`);
    assert.equal(
      mistakesOf({ MODEL_PROVIDER: 'ollama', MODEL_FALLBACK_API_KEY: key }),
      `MODEL_FALLBACK_API_KEY: ${message} ${set.replaceAll('MODEL_', 'MODEL_FALLBACK_')}.`,
    );
    settingsOf({ MODEL_API_KEY: key, MODEL_BASE_URL: 'http://litellm.lan:4000/v1' });
  }
  for (const MODEL_API_KEY of ['sk-1234', 'k', 'sk-ant', 'sk-proj-x']) settingsOf({ MODEL_API_KEY });
});

test('Ollama configured as another kind of server gets a warning with the settings to use', () => {
  const { warnings } = loadSettings({ MODEL_BASE_URL: 'http://nas:11434/v1' });
  assert.match(warnings.join(), /^MODEL_BASE_URL is Ollama's usual address: set MODEL_PROVIDER=ollama/);
  assert.deepEqual(
    loadSettings({ MODEL_PROVIDER: 'ollama', MODEL_BASE_URL: 'http://nas:11434' }).warnings,
    [],
  );
});

test('sources follow the speed of models on own servers, and stay as they are elsewhere', () => {
  const follows = (environment: Record<string, string>) => {
    const { contextTokens, contextFollowsSpeed } = loadSettings(environment).settings;
    return [contextTokens, contextFollowsSpeed];
  };
  const at = (MODEL_BASE_URL: string) => ({ MODEL_BASE_URL, MODEL_NAME: 'm' });
  assert.deepEqual(follows({ MODEL_PROVIDER: 'ollama' }), [2000, true]);
  for (const host of ['127.0.0.1:8080', '[::1]:8080', '192.168.1.7', 'localhost', 'llama', 'box.local'])
    assert.deepEqual(follows(at(`http://${host}/v1`)), [2000, true], host);
  for (const host of ['openrouter.ai/api', '8.8.8.8', 'models.example.org'])
    assert.deepEqual(follows(at(`https://${host}/v1`)), [2000, false], host);
  assert.deepEqual(follows({ MODEL_PROVIDER: 'anthropic', MODEL_API_KEY: 'k' }), [2000, false]);
  assert.deepEqual(follows({}), [2000, false]);
  assert.deepEqual(follows({ MODEL_PROVIDER: 'ollama', CONTEXT_TOKENS: '700' }), [700, false]);
  assert.deepEqual(follows({ ...at('https://openrouter.ai/v1'), CONTEXT_TOKENS: 'auto' }), [2000, true]);
  assert.throws(() => follows({ CONTEXT_TOKENS: 'many' }), /CONTEXT_TOKENS.*`auto` or a whole number/s);
});

test("a ranking model's address names the model and the key, which no answer depends on", () => {
  const of = (RERANK_URL: string) => loadSettings({ RERANK_URL }).settings;
  const { reranker } = of('https://a.test/v2?model=m&token=k');
  assert.deepEqual(reranker, { url: 'https://a.test/v2', model: 'm', key: 'k' });
  const rankedBy = (url: string) => answerSettings(of(url)).find(([name]) => name === 'reranker')?.[1];
  assert.deepEqual(rankedBy('https://a.test?model=m&token=k'), { url: 'https://a.test', model: 'm' });
  assert.deepEqual(loadSettings({ EMBED_KEY: 'k' }).warnings, [
    'EMBED_KEY is no longer a setting: put it into RERANK_URL or EMBED_URL=https://host?token=KEY.',
  ]);
});
