import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRelevance } from './relevance.ts';
import { splitTitle, subjectTerms, titleFit } from './title.ts';

function fitOf(title: string, question: string): number {
  return titleFit(title, createRelevance(question).terms);
}

test('splits a title at the colon, and omits names of sites', () => {
  assert.deepEqual(splitTitle('pino: a fast logger'), { subject: 'pino', description: 'a fast logger' });
  assert.deepEqual(splitTitle('Angola - Wikipedia'), { subject: 'Angola', description: '' });
  assert.deepEqual(splitTitle('Mercury (planet)'), { subject: 'Mercury', description: '' });
  assert.deepEqual(splitTitle('10:30'), { subject: '10:30', description: '' });
});

test('fits fully if the question asks only for the subject, in any language', () => {
  const questions = ['What is Fastify?', 'fastify', 'Was ist Fastify?', "Qu'est-ce que Fastify ?"];
  for (const question of [...questions, '¿Qué es Fastify?', 'Fastifyとは', 'Fastify是什么？'])
    for (const title of ['Fastify', 'fastify: a web framework', 'Fastify - Wikipedia'])
      assert.equal(fitOf(title, question), 1, `${question} ${title}`);
  assert.equal(fitOf('The Who', 'The Who?'), 1);
  assert.equal(fitOf('東京 - Wikipedia', '東京とは'), 1);
});

test('fits less if the title names more, and not if it names much more', () => {
  assert.equal(fitOf('Winston Churchill - Wikipedia', 'Who was Churchill?'), 0.5);
  assert.equal(fitOf('Lord Randolph Churchill', 'Who was Churchill?'), 0);
});

test('does not fit if the question asks for more than the subject', () => {
  assert.equal(fitOf('Guinea', 'What is the capital of Guinea?'), 0);
  assert.equal(fitOf('pino: super fast logger', 'How fast is pino?'), 0);
  assert.equal(fitOf('', 'What is Fastify?'), 0);
  assert.equal(fitOf('Fastify', ''), 0);
});

test('a title fits as far as the question has the words of its subject, down to half of them', () => {
  const terms = [...subjectTerms('Winston Churchill')];
  assert.equal(titleFit('Winston Churchill', terms), 1);
  assert.equal(titleFit('Winston Churchill', terms.slice(0, 1)), 0.5);
  assert.equal(titleFit('Sir Winston Churchill', terms.slice(0, 1)), 0);
  assert.equal(titleFit('Winston Churchill', []), 0);
  assert.equal(titleFit('Winston', terms), 0);
  assert.deepEqual(splitTitle('pino: fast logger '), { subject: 'pino', description: 'fast logger' });
  assert.deepEqual(splitTitle('Angola - Wikipedia'), { subject: 'Angola', description: '' });
  assert.deepEqual(splitTitle('10:30 news'), { subject: '10:30 news', description: '' });
});
