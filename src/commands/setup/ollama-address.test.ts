import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ollamaAddress } from './ollama-address.ts';

test('every form of OLLAMA_HOST becomes an address that can be called', () => {
  const addresses = {
    '': 'http://localhost:11434',
    '0.0.0.0': 'http://127.0.0.1:11434',
    ':1234': 'http://127.0.0.1:1234',
    'gpu.lan': 'http://gpu.lan:11434',
    'gpu.lan:80/': 'http://gpu.lan:11434',
    'https://gpu.lan/ollama/': 'https://gpu.lan/ollama',
    'not an address': 'http://localhost:11434',
  };
  for (const [host, address] of Object.entries(addresses)) assert.equal(ollamaAddress(host), address, host);
});
