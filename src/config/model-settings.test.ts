import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../core/failure.ts';
import { loadSettings } from './load.ts';

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

test('every provider can be chosen', () => {
  for (const MODEL_PROVIDER of ['openai', 'anthropic', 'google', 'mistral', 'ollama', 'extractive'])
    assert.equal(settingsOf({ MODEL_PROVIDER, MODEL_API_KEY: 'k' }).modelProvider, MODEL_PROVIDER);
});

test('a provider that nobody may call without a key asks for it at the start', () => {
  for (const provider of ['openai', 'anthropic', 'google', 'mistral']) {
    assert.equal(
      mistakesOf({ MODEL_PROVIDER: provider }),
      `MODEL_API_KEY: ${provider} needs a key; set it here or as a file in MODEL_API_KEY_FILE.`,
    );
    const second = { MODEL_PROVIDER: 'ollama', MODEL_FALLBACK_PROVIDER: provider };
    assert.equal(
      mistakesOf(second),
      `MODEL_FALLBACK_API_KEY: ${provider} needs a key; set it here or as a file in MODEL_FALLBACK_API_KEY_FILE.`,
    );
  }
  for (const MODEL_PROVIDER of ['ollama', 'openai-compatible', 'extractive']) settingsOf({ MODEL_PROVIDER });
});

test('ollama has more time, unless it is told how much', () => {
  const timesOf = (environment: Record<string, string>) => {
    const { modelTimeoutMs, answerDeadlineMs, queryDeadlineMs } = settingsOf(environment);
    return [modelTimeoutMs, answerDeadlineMs, queryDeadlineMs];
  };
  assert.deepEqual(timesOf({}), [20_000, 30_000, 30_000]);
  assert.deepEqual(timesOf({ MODEL_PROVIDER: 'ollama' }), [120_000, 150_000, 150_000]);
  const told = { MODEL_TIMEOUT_MS: '5000', ANSWER_DEADLINE_MS: '9000', QUERY_DEADLINE_MS: '7000' };
  assert.deepEqual(timesOf({ MODEL_PROVIDER: 'ollama', ...told }), [5_000, 9_000, 7_000]);
});

test('a second model stands behind a first one, of a provider its own settings tell', () => {
  const first = { MODEL_API_KEY: 'k' };
  assert.equal(settingsOf(first).fallbackProvider, null);
  const url = 'http://localhost:8000/v1';
  assert.equal(settingsOf({ ...first, MODEL_FALLBACK_BASE_URL: url }).fallbackProvider, 'openai-compatible');
  assert.equal(
    settingsOf({ ...first, MODEL_FALLBACK_PROVIDER: 'extractive' }).fallbackProvider,
    'extractive',
  );
  assert.match(mistakesOf({ MODEL_FALLBACK_PROVIDER: 'extractive' }), /no first model to stand behind/);
  assert.match(
    mistakesOf({ MODEL_PROVIDER: 'extractive', MODEL_FALLBACK_API_KEY: 'k' }),
    /no first model to stand behind/,
  );
  assert.match(mistakesOf({ ...first, MODEL_FALLBACK_NAME: 'm' }), /Set MODEL_FALLBACK_PROVIDER/);
});

test('the key of the second model is as secret as that of the first', () => {
  const message = mistakesOf({ MODEL_FALLBACK_API_KEY: 'schlüssel' });
  assert.match(message, /^MODEL_FALLBACK_API_KEY: the value is wrong/);
  assert.doesNotMatch(message, /schl/);
});
