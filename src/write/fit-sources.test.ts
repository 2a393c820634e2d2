import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '@sayso/text/tokens.ts';
import type { Question } from '../core/question.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { createFitSources } from './fit-sources.ts';
import { toFrame } from './prompt.ts';
import type { PromptProfile } from './prompt-profile.ts';

const QUESTION: Question = {
  id: '',
  text: 'Who built the bridge?',
  maxSources: 5,
  scope: ANY_SCOPE,
  history: [],
  deadlineAtMs: 0,
};
const FRAME = estimateTokens(toFrame(QUESTION, new Date()).user);
const TARGET_MS = 8000;

/** The sources for a model of this speed, of which the instructions are read. */
function fit(
  speed: number | null,
  {
    windowTokens = 100_000,
    elapsedMs = 1000,
    remainingMs = 60_000,
    question = QUESTION,
    hasRead = true,
    isLoading = false,
    profile = 'full',
  }: {
    windowTokens?: number | null;
    elapsedMs?: number;
    remainingMs?: number;
    question?: Question;
    hasRead?: boolean;
    isLoading?: boolean;
    profile?: PromptProfile;
  } = {},
) {
  const pace = {
    readTokensPerSecond: speed,
    writtenTokensPerSecond: 10,
    windowTokens,
    parameters: null,
    isLoading,
    hasRead: () => hasRead,
  };
  const limits = createFitSources({ pace, profile: () => profile, targetMs: TARGET_MS, usualTokens: 2000 })(
    question,
    {
      elapsedMs,
      remainingMs,
    },
  );
  return { ...limits, readTokens: limits.contextTokens + 50 * limits.maxSources + FRAME };
}

test('a model gets what it can read before its first word is due, with time to spare', () => {
  for (const speed of [150, 200, 400]) {
    const { readTokens, reason } = fit(speed);
    assert.ok(Math.abs(readTokens / speed - 5.8) < 0.1, `${speed}: ${readTokens}`);
    assert.match(String(reason), new RegExp(`about ${speed} tokens a second, .* due 8 s after`));
  }
});

test('the faster the model and the earlier the question is searched for, the more it gets', () => {
  const tokens = [20, 30, 60, 100, 400, 1000, 5000].map((speed) => fit(speed).contextTokens);
  assert.deepEqual(
    tokens,
    tokens.toSorted((a, b) => a - b),
  );
  assert.ok(fit(400, { elapsedMs: 4000 }).contextTokens < fit(400).contextTokens);
});

test('a very slow model gets the best two sources, and begins within one and a half times the target', () => {
  const { maxSources, contextTokens, readTokens } = fit(30);
  assert.equal(maxSources, 2);
  assert.ok(contextTokens >= 150);
  assert.ok(1 + readTokens / 30 <= 12, String(readTokens));
  assert.equal(fit(1).contextTokens, 150);
});

test('a fast model gets 6,000 tokens, if they fit into its window', () => {
  assert.equal(fit(5000).contextTokens + 5 * 50, 6000);
  const { contextTokens, reason } = fit(5000, { windowTokens: 4096 });
  assert.ok(contextTokens > 1500 && contextTokens < 2300, String(contextTokens));
  assert.match(String(reason), /does not fit into its context window/);
});

test('a model of unknown speed or window gets the usual amount', () => {
  const usual = [2000, 5, undefined];
  for (const each of [fit(null), fit(9000, { windowTokens: null })])
    assert.deepEqual([each.contextTokens, each.maxSources, each.reason], usual);
  assert.ok(fit(50, { windowTokens: null }).contextTokens < 500);
});

test('a model that is being loaded gets the usual amount, and the reader is told', () => {
  const { contextTokens, reason, isLoading } = fit(100, { isLoading: true });
  assert.equal(isLoading, true);
  assert.deepEqual([contextTokens, reason], [2000, 'the model is being loaded; its first word will be late']);
});

test('a conversation and instructions that must be read leave less for sources', () => {
  const history = [{ question: 'Who built it?', answer: 'A long answer. '.repeat(40) }];
  const withHistory = fit(200, { question: { ...QUESTION, history } });
  assert.ok(withHistory.contextTokens < fit(200).contextTokens - 100);
  assert.ok(fit(200, { hasRead: false }).contextTokens < fit(200).contextTokens - 100);
});

test('a small model gets more source text, because the lines of its sources have shorter heads', () => {
  const [small, full] = [fit(400, { profile: 'small' }), fit(400)];
  assert.deepEqual([small.maxSources, full.maxSources], [5, 5]);
  assert.ok(Math.abs(small.contextTokens - full.contextTokens - 5 * 15) <= 1);
});

test('a caller who waits only for a few seconds gets an answer from less', () => {
  const { readTokens } = fit(200, { remainingMs: 4000 });
  assert.ok(readTokens / 200 < 2.5, String(readTokens));
});
