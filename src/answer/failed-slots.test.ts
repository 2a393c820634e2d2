import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finishedSentences } from '@sayso/text/finished-sentences.ts';
import type { Attempt } from '../core/attempt.ts';
import { FAILED_REASONS } from '../core/attempt.ts';
import { failedSlots } from './decision.ts';

const LANGUAGES = ['es', 'de', 'fr', 'pt', 'it', 'nl', 'ru', 'ja', 'zh', 'ar'];
const attempt: Attempt = { slot: 3, status: 'failed', cause: 'Tertiary: down', tookMs: 1 };

test('every kind of failure of every slot has its own words in every language', () => {
  const engines = [1, 2, 3] as const;
  const found = engines.map((slot): Attempt => ({ ...attempt, slot, status: 'ok' }));
  for (const language of LANGUAGES) {
    const said = FAILED_REASONS.flatMap((reason) =>
      engines.map((slot) => failedSlots([...found, { ...attempt, slot, reason }], language)),
    );
    assert.equal(new Set(said).size, 3 * FAILED_REASONS.length, language);
    for (const sentence of said) {
      assert.equal(finishedSentences(sentence).trimEnd(), sentence, language);
      assert.doesNotMatch(sentence, /engine|Tertiary|undefined/);
    }
  }
});

test('a failure of several searches is named once, an unknown one without cause; no gap counts', () => {
  const late: Attempt = { ...attempt, slot: 1, status: 'skipped', reason: 'timeout' };
  const found: Attempt = { ...attempt, status: 'ok', cause: '' };
  assert.equal(
    failedSlots([late, found, attempt, late], 'ja'),
    '1 番目の検索：時間内に応答がありませんでした；2 番目の検索。',
  );
  assert.equal(failedSlots([found], 'ja'), '');
});

test('in English and in an unknown language, the causes themselves are told', () => {
  const down: Attempt = { ...attempt, cause: 'tertiary (searxng): refused', reason: 'network' };
  for (const language of ['en', 'en-GB', 'und', 'cy', 'constructor']) {
    const told = failedSlots([down, attempt], language);
    assert.match(told, /^Tertiary \(searxng\): refused; Tertiary: down\.$/, language);
  }
  assert.equal(failedSlots([], 'en'), '');
});
