import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notes } from './answer-words.ts';

test('the messages about a missing model name every setting that provides one', () => {
  const ways = [
    'MODEL_PROVIDER=ollama',
    'MODEL_API_KEY',
    'MODEL_BASE_URL',
    'MODEL_NAME',
    'MODEL_PROVIDER=extractive',
  ];
  for (const note of [notes.noModel, notes.noModelYet]) {
    for (const way of ways) assert.ok(note.includes(way), `${way} is missing: ${note}`);
  }
});
