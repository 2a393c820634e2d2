import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attempt } from '../core/attempt.ts';
import type { SearchRecord } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import type { Writer } from '../write/writer.ts';
import { corpusWords, notes } from './answer-words.ts';
import { decide, overallOutcome } from './decision.ts';

const words = corpusWords('en', false);
const model: Writer = { name: 'm', needsSources: false, async *write() {} };
const quoter: Writer = { ...model, needsSources: true };
type Means = Parameters<typeof decide>[2];
const means: Means = { writer: model, modelOnlyFallback: true, hasOnlyDocuments: false };

/** The decision about prose in a language. */
const decideOn = (searches: readonly SearchRecord[], given: Means, language = 'en') =>
  decide({ text: 'Who?' }, { searches, language, sources: [], meaning: '' }, given);

const record = (outcome: SearchRecord['outcome'], trail: readonly Attempt[] = []): SearchRecord => ({
  words: 'q',
  outcome,
  slot: outcome.status === 'ok' ? 1 : null,
  trail,
});
const attempt = (status: Attempt['status'], cause = ''): Attempt => ({
  slot: 1,
  status,
  cause,
  tookMs: 1,
});
const ok = record({ status: 'ok' });
const empty = record({ status: 'empty' });
const failed = record({ status: 'failed', cause: 'primary: status 500' });

test('the answer names failed slots in its own language, and the error in English', () => {
  const half = record({ status: 'empty' }, [
    attempt('empty', 'never told'),
    { ...attempt('failed', 'Secondary (searxng): status 500'), slot: 2, reason: 'upstream' },
    { ...attempt('skipped', 'Tertiary (mediawiki): too slow'), slot: 3, reason: 'timeout' },
  ]);
  const german = corpusWords('de', false);
  const withoutFallback = { ...means, modelOnlyFallback: false };
  assert.deepEqual(decideOn([half, half], withoutFallback, 'de-AT'), {
    kind: 'fixed-text',
    problem: 'nothing-found',
    text:
      `${german.nothingFound} ${german.someFailed} Zweite Suche: ihre Suchmaschinen antworten nicht; ` +
      'Dritte Suche: keine rechtzeitige Antwort.',
    error:
      'Some searches failed. Secondary (searxng): status 500; Tertiary (mediawiki): too slow; ' +
      'Secondary (searxng): status 500; Tertiary (mediawiki): too slow.',
  });
});

test('if every search failed, a model that may answer alone says so; otherwise the question fails', () => {
  const error = 'The web search failed. Primary: status 500.';
  assert.deepEqual(decideOn([failed], means), {
    kind: 'write',
    writer: model,
    evidenceStatus: 'unchecked',
    finding: error,
    preface: words.unchecked,
    error,
  });
  const failing = (given: Partial<Means>, message: string) =>
    assert.throws(
      () => decideOn([failed], { ...means, ...given }),
      (thrown) => {
        assert.ok(thrown instanceof Failure);
        assert.equal(thrown.code, 'search-unavailable');
        assert.equal(thrown.message, message);
        assert.equal(thrown.retryAfterMs, undefined);
        return true;
      },
    );
  failing({ modelOnlyFallback: false }, error);
  failing({ writer: quoter }, error);
  failing({ writer: null }, `${error} ${notes.noModelEither}`);
  failing(
    { writer: quoter, hasOnlyDocuments: true },
    'The documents could not be searched. Primary: status 500.',
  );
});

test('one search with hits is enough, and one that found nothing counts more than failed ones', () => {
  assert.equal(overallOutcome([failed, empty, ok]), ok.outcome);
  assert.equal(overallOutcome([empty, ok, record({ status: 'ok' })]), ok.outcome, 'the first one');
  assert.equal(overallOutcome([failed, empty, record({ status: 'empty' })]), empty.outcome);
  assert.equal(overallOutcome([failed, record({ status: 'failed', cause: 'other' })]), failed.outcome);
  assert.deepEqual(overallOutcome([]), { status: 'empty' });
});
