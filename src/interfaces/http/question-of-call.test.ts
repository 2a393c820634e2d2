import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferencesOf, questionOfCall } from './to-question.ts';

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
