import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelNamed, modelOfPreset } from './models.ts';

test('a caller who names no model gets the usual one', () => {
  for (const name of [null, undefined]) assert.equal(modelNamed(name), 'sayso');
});

test("the names of Perplexity's models stand for a quick or a deep answer", () => {
  for (const name of ['sonar', 'sonar-pro', 'sonar-reasoning', 'sonar-reasoning-pro', 'perplexity/sonar'])
    assert.equal(modelNamed(name), 'sayso', name);
  for (const name of ['sonar-deep-research', 'perplexity/sonar-deep-research'])
    assert.equal(modelNamed(name), 'sayso-deep', name);
});

test('another name is refused, whatever it contains', () => {
  for (const name of ['', 'gpt', 'toString', 'Sayso', 'xsonar', 'sonar-max', 'sonar-pro-1', 'openai/sonar'])
    assert.throws(() => modelNamed(name), { code: 'not-found', message: /`sayso`, `sayso-voice`/ }, name);
});

test('the presets that take long research', () => {
  assert.deepEqual(['high', 'fast', ''].map(modelOfPreset), ['sayso-deep', 'sayso', 'sayso']);
});
