import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ollamaUrl } from './ollama-url.ts';

const USUAL = 'http://localhost:11434';

test('the address of Ollama is read in the forms that Ollama accepts', () => {
  for (const [host, url] of [
    [undefined, USUAL],
    [' ', USUAL],
    ['127.0.0.1', 'http://127.0.0.1:11434'],
    ['0.0.0.0:8080', 'http://127.0.0.1:8080'],
    [':8080', 'http://127.0.0.1:8080'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['gpu.example:8080', 'http://gpu.example:8080'],
    ['https://gpu.example/ollama/', 'https://gpu.example/ollama'],
    ['not an address', USUAL],
  ] as const)
    assert.equal(ollamaUrl(host), url, host);
});

test('offline, only an address of this machine counts', () => {
  assert.equal(ollamaUrl('gpu.example', true), USUAL);
  assert.equal(ollamaUrl('127.0.0.2:1', true), 'http://127.0.0.2:1');
});
