import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toReceived } from '../../../test/support/received-question.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { preferencesOf, preferredWaitSeconds, questionOfCall, toQuestion } from './to-question.ts';

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

const preferences = (headers: Record<string, string | string[]>) => preferencesOf({ id: 'r', headers });

test('a caller refuses cached answers with `no-cache`, `no-store` or an age of 0', () => {
  for (const field of [
    ...['no-cache', 'No-Store', 'max-age=0', 'max-age = "00"', 'private, no-cache', 'no-store ,private'],
    ...[' no-cache', 'max-age=0,x'],
  ])
    assert.ok(preferences({ 'cache-control': field }).fresh, field);
  for (const field of ['', 'max-age=10', 'no-cached', 'not-no-cache', 'max-age=01', 'no-cache=x', 'private'])
    assert.ok(!preferences({ 'cache-control': field }).fresh, field);
});

test("a reader's language is the first one of the browser, if it is a tag of a language", () => {
  for (const [field, language] of Object.entries({
    ...{ de: 'de', 'de-CH, en;q=0.5': 'de-CH', 'zh-Hant-TW;q=0.9': 'zh-Hant-TW', ' gsw , de': 'gsw' },
    ...{ '': undefined, '*': undefined, 'd, de': undefined, german: undefined, 'de-1996': undefined },
    ...{ 'xde-CH-1': undefined, 'de CH': undefined, ',de': undefined },
  }))
    assert.equal(preferences({ 'accept-language': field }).readerLanguage, language, field);
});

test('a question confirms the wait that its caller prefers, and no other', () => {
  const askWith = (prefer?: string | string[]) => {
    const sent: unknown[] = [];
    const call = {
      request: { id: 'r', headers: prefer === undefined ? {} : { prefer } },
      reply: { header: (...field: unknown[]) => sent.push(field) },
    } as unknown as Parameters<typeof questionOfCall>[1];
    const question = questionOfCall({ text: 'How old is it?', timeoutMs: 60_000 }, call);
    return [sent, question.deadlineAtMs - performance.now() < 10_000];
  };
  const applied = [['preference-applied', 'wait=10']];
  assert.deepEqual(askWith('wait=10'), [applied, true]);
  assert.deepEqual(askWith(['respond-async', 'wait=10']), [applied, true]);
  assert.deepEqual(askWith('wait=soon'), [[], false]);
  assert.deepEqual(askWith(), [[], false]);
});

test('the wait is found among other preferences, in any case and with spaces', () => {
  for (const field of ['wait=3', 'respond-async, wait=3', 'Wait = 3; x=y', 'wait="3"', 'a=b,wait=3,wait=9'])
    assert.equal(preferredWaitSeconds(field), 3, field);
});

test('an invalid wait is ignored', () => {
  for (const field of [
    undefined,
    '',
    'wait',
    'wait=',
    'wait=soon',
    'wait=-3',
    'wait=0',
    'await=3',
    'wait=3.5',
  ])
    assert.equal(preferredWaitSeconds(field), null, String(field));
});

test('a comma inside quotation marks starts no preference, and the first valid wait counts', () => {
  assert.equal(preferredWaitSeconds('foo="a, wait=3"'), null);
  assert.equal(preferredWaitSeconds('foo="a, \\"wait=3", wait=4'), 4);
  assert.equal(preferredWaitSeconds('wait=soon, wait=4'), 4);
});
