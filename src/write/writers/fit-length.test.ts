import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANY_SCOPE } from '../../core/scope.ts';
import type { Writer, WritingTask } from '../writer.ts';
import { withFittedLength } from './fit-length.ts';

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
    pace,
    profile: () => 'full',
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

test('a model that keeps to the length is not stopped', async () => {
  const pieces = many(5);
  assert.equal((await write(taskIn(60_000), pieces)).text, pieces.join('').trimEnd());
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
    [taskIn(60_000, { plain: 'task' }), {}],
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

test('deep and detailed answers are asked for a length only if their usual one takes too long', async () => {
  const twelve = { writes: 12 };
  assert.equal((await write(taskIn(60_000), SENTENCE, twelve)).maxWords, undefined);
  for (const over of [{ depth: 'deep' }, { length: 'detailed' }] as const)
    assert.ok(((await write(taskIn(60_000, over), SENTENCE, twelve)).maxWords ?? 0) > 200);
});
