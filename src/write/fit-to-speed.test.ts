import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { DEEP_SOURCE_TOKENS } from '../core/budget.ts';
import type { Question } from '../core/question.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { fitDeep, fitSources, withFittedLength } from './fit-to-speed.ts';
import type { PromptProfile } from './prompt.ts';
import { toFrame } from './prompt.ts';
import type { Writer, WritingTask } from './writer.ts';

const QUESTION: Question = {
  id: '',
  text: 'Who built the bridge?',
  maxSources: 5,
  scope: ANY_SCOPE,
  history: [],
  deadlineAtMs: 0,
};
const PACED = {
  ...{ timeoutMs: 120_000, usualTokens: 2000, followsSpeed: true },
  profile: (): PromptProfile => 'full',
};
const FRAME = estimateTokens(toFrame(QUESTION, new Date()).user);

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
    followsSpeed = true,
  }: {
    windowTokens?: number | null;
    elapsedMs?: number;
    remainingMs?: number;
    question?: Question;
    hasRead?: boolean;
    isLoading?: boolean;
    profile?: PromptProfile;
    followsSpeed?: boolean;
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
  const options = { ...PACED, pace, profile: () => profile, followsSpeed };
  const limits = fitSources(options, question, { elapsedMs, remainingMs });
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
  assert.match(String(reason), /does not fit into the model's context window of \d+ tokens/);
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

test('a caller who waits only for a few seconds gets an answer from less', () => {
  const { readTokens } = fit(200, { remainingMs: 4000 });
  assert.ok(readTokens / 200 < 2.5, String(readTokens));
});

const HOUR_MS = 3_600_000;

function taskIn(timeMs: number, over: Partial<WritingTask['question']> = {}): WritingTask {
  const asked = { id: '', text: 'Why?', maxSources: 5, scope: ANY_SCOPE, history: [] };
  const passages = [{ text: 'Because of the moon.', from: 0, to: 20 }];
  return {
    question: { ...asked, deadlineAtMs: performance.now() + timeMs, ...over },
    sources: [{ index: 1, url: 'https://a.example/', title: 'A', snippet: '', passages }],
    evidenceStatus: 'sources',
    patienceMs: 1000,
  };
}

/** What a model of this speed is asked for and what remains of its text, which comes in these pieces. */
async function write(
  task: WritingTask,
  pieces: readonly string[],
  { reads = 1000, writes = 3 }: { reads?: number | null; writes?: number | null } = {},
) {
  let asked: WritingTask | undefined;
  let isClosed = false;
  const writer: Writer = {
    name: 'm',
    needsSources: false,
    async *write(given) {
      asked = given;
      try {
        for (const text of pieces) yield { type: 'text', text };
      } finally {
        isClosed = true;
      }
    },
  };
  const pace = {
    readTokensPerSecond: reads,
    writtenTokensPerSecond: writes,
    windowTokens: null,
    parameters: null,
    isLoading: false,
    hasRead: () => true,
  };
  let text = '';
  const { signal } = new AbortController();
  for await (const part of withFittedLength(writer, {
    ...PACED,
    pace,
    timeoutMs: HOUR_MS,
  }).write(task, signal))
    if (part.type === 'text') text += part.text;
  return { maxWords: asked?.maxWords, text: text.trimEnd(), isClosed };
}

const SENTENCE = ['The', ' moon', ' pulls', ' the', ' sea', ' [1]', '.'];
const many = (count: number) => Array.from({ length: count }, () => [...SENTENCE, ' ']).flat();

test('a slow model is asked for the words that it can write in time, and ends a sentence', async () => {
  const { maxWords = 0, text, isClosed } = await write(taskIn(60_000), many(200));
  assert.ok(maxWords >= 60 && maxWords <= 80, String(maxWords));
  const words = text.split(' ').length;
  assert.ok(words > 0.7 * maxWords && words < 1.4 * maxWords, `${words} of ${maxWords}`);
  assert.match(text, /the sea \[1\]\.$/);
  assert.ok(isClosed);
});

test('the citation behind the last sentence stays', async () => {
  const pieces = Array.from({ length: 90 }, () => ['It', ' is', ' so', '.', ' [1', '][2', ']', ' ']).flat();
  const { text } = await write(taskIn(60_000), pieces);
  assert.ok(text.length < pieces.join('').length);
  assert.match(text, /It is so\. \[1\]\[2\]$/);
});

test('fast models, models of unknown speed and data are not asked for a length', async () => {
  const pieces = many(100);
  const data = { schema: null } as never;
  for (const [task, speeds] of [
    [taskIn(60_000), { writes: 40 }],
    [taskIn(60_000), { writes: null }],
    [taskIn(60_000), { reads: null }],
    [taskIn(60_000, { data }), {}],
    [taskIn(60_000, { intent: 'task' }), {}],
    [{ ...taskIn(60_000), toCorrect: ['a'] }, {}],
  ] as const) {
    const { maxWords, text } = await write(task, pieces, speeds);
    assert.deepEqual([maxWords, text.length], [undefined, pieces.join('').trimEnd().length]);
  }
});

test('a long prompt and a near deadline leave fewer words, but always a sentence', async () => {
  const { maxWords: long = 0 } = await write(taskIn(60_000), SENTENCE);
  const { maxWords: slow = 0 } = await write(taskIn(60_000), SENTENCE, { reads: 5 });
  assert.ok(slow < long - 5, `${slow} and ${long}`);
  const { maxWords, text } = await write(taskIn(100), many(9));
  assert.equal(maxWords, 15);
  assert.equal(text, 'The moon pulls the sea [1].');
});

const deepAt = (reads: number | null, writes: number | null) =>
  fitDeep({
    pace: {
      readTokensPerSecond: reads,
      writtenTokensPerSecond: writes,
      windowTokens: null,
      parameters: null,
      isLoading: false,
      hasRead: () => true,
    },
    ...PACED,
  });

test('a deep answer takes from 90 seconds to 15 minutes, and longer the slower the model is', () => {
  const deadlines = [2, 3, 10, 40, 1000].map((writes) => deepAt(writes * 12, writes)?.deadlineMs ?? 0);
  assert.deepEqual(
    deadlines,
    deadlines.toSorted((a, b) => b - a),
  );
  assert.equal(deadlines.at(-1), 90_000);
  assert.ok(deadlines[0] !== undefined && deadlines[0] > 300_000 && deadlines[0] <= 900_000);
});

test('a slow model gets less text, and a fast one no more than usual', () => {
  assert.equal(deepAt(5000, 50)?.contextTokens, DEEP_SOURCE_TOKENS);
  const slow = deepAt(30, 3)?.contextTokens ?? 0;
  assert.ok(slow > 1000 && slow < 1300, String(slow));
  assert.equal(deepAt(1, 1)?.contextTokens, 500);
});

test('a call starts only if it leaves the time to write, and has time to spare', () => {
  const limits = deepAt(100, 10);
  assert.ok(limits);
  const { callMs, deadlineMs } = limits;
  const planMs = callMs('plan', deadlineMs);
  assert.ok(planMs > 9500 && planMs <= deadlineMs / 4, String(planMs));
  assert.ok(callMs('gap', deadlineMs - planMs) > 45_000);
  assert.equal(callMs('gap', 100_000), 0);
  assert.equal(callMs('plan', 20_000), 0);
  assert.deepEqual([callMs('correct', 85_000) > 0, callMs('correct', 80_000)], [true, 0]);
});
