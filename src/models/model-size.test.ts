import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizeInName } from '../write/prompt.ts';

test('the size of a model is read from its name', () => {
  for (const [name, size] of [
    ['qwen2.5:1.5b', 1.5],
    ['gemma3:270m', 0.27],
    ['llama3.2', 3.2],
    ['llama3.2:latest', 3.2],
    ['llama3.2:1b', 1],
    ['Llama-3.2-3B-Instruct-Q4_K_M.gguf', 3],
    ['qwen3:30b-a3b', 30],
    ['mixtral:8x7b', 56],
    ['phi4-mini', 3.8],
    ['gpt-4.1-mini', null],
    ['mistral-small-latest', null],
    ['scripted', null],
  ] as const)
    assert.equal(sizeInName(name), size, name);
});
