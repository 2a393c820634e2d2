import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelNamed, modelOfPreset } from './models.ts';

test('a caller who names no model gets the usual one', () => {
  for (const name of [null, undefined]) assert.equal(modelNamed(name, []).model, 'sayso');
});

test("the names of Perplexity's models stand for a quick or a deep answer", () => {
  for (const name of ['sonar', 'sonar-pro', 'sonar-reasoning', 'sonar-reasoning-pro', 'perplexity/sonar'])
    assert.equal(modelNamed(name, []).model, 'sayso', name);
  for (const name of ['sonar-deep-research', 'perplexity/sonar-deep-research'])
    assert.equal(modelNamed(name, []).model, 'sayso-deep', name);
});

test('another name is refused, whatever it contains', () => {
  for (const name of ['', 'gpt', 'toString', 'Sayso', 'xsonar', 'sonar-max', 'sonar-pro-1', 'openai/sonar'])
    assert.throws(() => modelNamed(name, []), { code: 'not-found', message: /`sayso`, `sayso-voice`/ }, name);
});

test('the presets that take long research', () => {
  assert.deepEqual(['high', 'fast', ''].map(modelOfPreset), ['sayso-deep', 'sayso', 'sayso']);
});

test('a collection that the caller may choose follows the name of a model', () => {
  assert.deepEqual(modelNamed('sayso:notes', ['notes']), { model: 'sayso', collection: 'notes' });
  assert.deepEqual(modelNamed('sayso-deep:notes', ['notes']), { model: 'sayso-deep', collection: 'notes' });
  for (const name of ['sayso:other', 'sayso:', 'gpt:notes', 'sonar:notes', 'sayso:notes:notes'])
    assert.throws(() => modelNamed(name, ['notes']), { code: 'not-found', message: /`sayso:notes`/ }, name);
});
