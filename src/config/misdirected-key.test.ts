import assert from 'node:assert/strict';
import { test } from 'node:test';
import { misdirectedKey } from './misdirected-key.ts';

const warningOf = (provider: string | null, key: string | null, baseUrl: string | null = null) =>
  misdirectedKey({ provider, key, baseUrl } as Parameters<typeof misdirectedKey>[0], 'MODEL_');

test('a key that would be sent to another company is named with its issuer, and what to set', () => {
  assert.equal(
    warningOf('openai', 'sk-ant-1'),
    'MODEL_API_KEY: this is a key of Anthropic, but it would be sent to openai.com; ' +
      'set MODEL_PROVIDER=anthropic.',
  );
  assert.equal(
    warningOf('anthropic', 'gsk_1'),
    'MODEL_API_KEY: this is a key of Groq, but it would be sent to anthropic.com; set ' +
      'MODEL_PROVIDER=openai-compatible, MODEL_BASE_URL=https://api.groq.com/openai/v1 and MODEL_NAME.',
  );
  assert.equal(
    misdirectedKey({ provider: 'mistral', key: 'xai-1', baseUrl: null }, 'MODEL_FALLBACK_'),
    'MODEL_FALLBACK_API_KEY: this is a key of xAI, but it would be sent to mistral.ai; set ' +
      'MODEL_FALLBACK_PROVIDER=openai-compatible, MODEL_FALLBACK_BASE_URL=https://api.x.ai/v1 and ' +
      'MODEL_FALLBACK_NAME.',
  );
});

test('a key of a service that only searches is to be set for searching', () => {
  assert.equal(
    warningOf('openai', 'tvly-1'),
    'MODEL_API_KEY: this is a key of Tavily, but it would be sent to openai.com; set ' +
      'SEARCH_PRIMARY_KIND=tavily and SEARCH_PRIMARY_KEY, because Tavily only searches.',
  );
});

test('a key is recognised only by its beginning', () => {
  const keys = ['sk-or-', 'gsk_', 'xai-', 'pplx-', 'hf_', 'nvapi-', 'csk-', 'fw_', 'tgp_v1_', 'sk-ant-'];
  for (const key of [...keys, 'tvly-', `BSA${'a'.repeat(20)}`]) {
    assert.notEqual(warningOf('openai', key), null, key);
    assert.equal(warningOf('openai', `x${key}`), null, key);
  }
  for (const key of ['sk-proj-', 'sk-svcacct-', 'sk-admin-']) {
    assert.match(warningOf('anthropic', key) ?? '', /a key of OpenAI/);
    assert.equal(warningOf('anthropic', `x${key}`), null, key);
  }
  for (const key of [`BSA${'a'.repeat(19)}`, `BSA${'a'.repeat(20)}!`])
    assert.equal(warningOf('openai', key), null, key);
});

test('an address decides where a key is sent, with its subdomains', () => {
  assert.match(
    warningOf('openai-compatible', 'sk-or-1', 'https://api.openai.com/v1') ?? '',
    /OpenRouter.*openai\.com/,
  );
  assert.match(warningOf('openai-compatible', 'sk-ant-1', 'https://groq.com') ?? '', /sent to groq\.com/);
  assert.equal(warningOf('openai-compatible', 'gsk_1', 'https://api.groq.com/openai/v1'), null);
  assert.equal(warningOf('openai', 'sk-ant-1', 'https://proxy.test/openai.com'), null);
  assert.equal(warningOf('openai', 'sk-ant-1', 'https://notopenai.com'), null);
});

test('a key that is missing, of its own company or of an unknown issuer is not misdirected', () => {
  assert.equal(warningOf('anthropic', 'sk-ant-1'), null);
  assert.equal(warningOf('google', `AIza${'a'.repeat(35)}`), null);
  assert.match(warningOf('openai', `AIza${'a'.repeat(35)}`) ?? '', /Google/);
  for (const key of [null, '', 'sk-1', `AIza${'a'.repeat(36)}`, `xAIza${'a'.repeat(35)}`, 'my-sk-ant-1'])
    assert.equal(warningOf('openai', key), null, String(key));
  assert.equal(warningOf(null, 'sk-ant-1'), null);
  assert.equal(warningOf('ollama', 'sk-ant-1'), null);
});
