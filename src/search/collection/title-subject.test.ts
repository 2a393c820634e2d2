import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stem, toWords } from '../../core/words.ts';
import { isAbout, isNamedAlone } from './title-subject.ts';

const asked = new Set(toWords('What is the capital of Fastify?').map(stem));

test('knows a title whose subject was asked about, whatever stands behind the subject', () => {
  for (const title of ['Fastify', 'fastify: a web framework', 'Fastify - Wikipedia', 'Capital (city)'])
    assert.ok(isAbout(title, asked), title);
});

test('knows a title that is about something else as well', () => {
  for (const title of ['Fastify plugins', '@fastify/cors: Fastify CORS', 'Express: like Fastify', '', ':'])
    assert.ok(!isAbout(title, asked), title);
});

test('knows a title that is all a question asks for', () => {
  assert.ok(isNamedAlone('Peru', ['peru']));
  assert.ok(isNamedAlone('Costa Rica', ['rica', 'costa']));
  for (const title of ['Peru: economy', 'Peru and Chile', ''])
    assert.ok(!isNamedAlone(title, ['peru']), title);
  assert.ok(!isNamedAlone('Peru', ['capital', 'peru']));
});
