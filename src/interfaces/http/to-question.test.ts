import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toReceived } from '../../../test/support/received-question.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { toQuestion } from './to-question.ts';

const inquiry = { text: 'how old is it', timeoutMs: 9000 };
const caller = { id: 'q' };

test('what a caller leaves out has its usual value', (t) => {
  t.mock.method(performance, 'now', () => 1000);
  const { text, timeoutMs } = inquiry;
  const usual = {
    text,
    deadlineAtMs: 1000 + timeoutMs,
    ...caller,
    scope: ANY_SCOPE,
    history: [],
    maxSources: 5,
  };
  assert.deepEqual(toQuestion(inquiry, caller), usual);
  const absent = { depth: 'quick', history: undefined, maxSources: undefined } as const;
  assert.deepEqual(toQuestion({ ...inquiry, ...absent }, caller), usual);
});

test('a deep answer uses more sources unless its caller asks for another number', () => {
  const { depth, maxSources } = toQuestion({ ...inquiry, depth: 'deep' }, caller);
  assert.deepEqual({ depth, maxSources }, { depth: 'deep', maxSources: 10 });
  assert.equal(toQuestion({ ...inquiry, depth: 'deep', maxSources: 3 }, caller).maxSources, 3);
});

test('a question has what its caller prefers, whichever interface it comes from', () => {
  const { fresh, readerLanguage } = toQuestion(inquiry, { ...caller, fresh: true, readerLanguage: 'de' });
  assert.deepEqual([fresh, readerLanguage], [true, 'de']);
});

test('a caller who waits for a shorter time gets an earlier deadline, and never a later one', () => {
  const deadlineOf = (waitSeconds: number) =>
    toReceived(toQuestion(inquiry, { ...caller, waitSeconds })).deadlineMs;
  assert.equal(deadlineOf(60), 9000);
  assert.ok(deadlineOf(5) > 4000 && deadlineOf(5) < 5000);
});

test('usual formFields are the same as none, so that their answers are cached together', (t) => {
  t.mock.method(performance, 'now', () => 1000);
  const usual = { length: 'normal', layout: 'auto', instant: true } as const;
  assert.deepEqual(toQuestion({ ...inquiry, ...usual }, caller), toQuestion(inquiry, caller));
  const formFields = { length: 'short', layout: 'list', instant: false } as const;
  assert.partialDeepStrictEqual(toQuestion({ ...inquiry, ...formFields }, caller), formFields);
});

test('a plan belongs to a deep answer', () => {
  const plan = ['one', 'two'];
  assert.deepEqual(toQuestion({ ...inquiry, plan, depth: 'deep' }, caller).plan, plan);
  assert.equal(toQuestion({ ...inquiry, plan }, caller).plan, undefined);
});
