import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promptProfileFor } from './prompt-profile.ts';

test('the profile follows the size that the server reports, otherwise the name', () => {
  assert.equal(promptProfileFor('qwen3:4b', null), 'full');
  assert.equal(promptProfileFor('llama3.2', null), 'small');
  assert.equal(promptProfileFor('custom', 1.2), 'small');
  assert.equal(promptProfileFor('tiny-3b', 8), 'full');
  assert.equal(promptProfileFor('claude-haiku-4-5', null), 'full');
});
