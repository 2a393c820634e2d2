import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stem, toWords } from '../lib/text/words.ts';
import { isAbout, isNamedAlone } from './collection-search.ts';

const asked = new Set(toWords('What is the capital of Fastify?').map(stem));

test('recognises a title whose subject is in the question, whatever follows the subject', () => {
  for (const title of ['Fastify', 'fastify: a web framework', 'Fastify - Wikipedia', 'Capital (city)'])
    assert.ok(isAbout(title, asked), title);
});

test('recognises a title that is also about something else', () => {
  for (const title of ['Fastify plugins', '@fastify/cors: Fastify CORS', 'Express: like Fastify', '', ':'])
    assert.ok(!isAbout(title, asked), title);
});

test('recognises a question that asks only for the title', () => {
  assert.ok(isNamedAlone('Peru', ['peru']));
  assert.ok(isNamedAlone('Costa Rica', ['rica', 'costa']));
  for (const title of ['Peru: economy', 'Peru and Chile', ''])
    assert.ok(!isNamedAlone(title, ['peru']), title);
  assert.ok(!isNamedAlone('Peru', ['capital', 'peru']));
});
