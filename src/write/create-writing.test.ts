import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerWith, startChatServer } from '../../test/support/chat-server.ts';
import { closedPort } from '../../test/support/local-server.ts';
import { collect, task, upstream } from '../../test/support/model-bed.ts';
import { startOllamaServer } from '../../test/support/ollama-server.ts';
import { createWriting } from './create-writing.ts';
import type { Writer } from './writer.ts';

type WritingOptions = Parameters<typeof createWriting>[0];

type ModelChoice = WritingOptions['models'][number];

const { signal } = new AbortController();
const passages: Writer = {
  name: 'quotes',
  needsSources: true,
  async *write() {
    yield { type: 'text', text: 'Quoted.' };
  },
};

/** The models in the settings, and the calls to them. */
function create(...models: readonly ModelChoice[]) {
  return createWith({ models });
}

function createWith(given: Pick<WritingOptions, 'models'> & Partial<WritingOptions>) {
  const observed: unknown[] = [];
  const fallbacks: string[] = [];
  const options: WritingOptions = {
    judge: null,
    timeoutMs: 60_000,
    limits: { contextTokens: 2000, maxQueryChars: 1000 },
    fetch: upstream.fetch,
    userAgent: 'sayso-test',
    followsSpeed: false,
    passages,
    observeCall: ({ provider, name }) => ({
      begin: () => undefined,
      end: (error, usage) => void observed.push([provider, name(), error, usage?.tokens]),
    }),
    onCut: () => undefined,
    onFallback: ({ message }, name) => void fallbacks.push(`${name}: ${message}`),
    ...given,
  };
  return { writing: createWriting(options), observed, fallbacks };
}
const at = (baseUrl: string, modelName = 'm'): ModelChoice => ({
  ...{ provider: 'openai-compatible', baseUrl, modelName, apiKey: null },
});
const quotes: ModelChoice = { provider: 'extractive', baseUrl: null, modelName: null, apiKey: null };
const textOf = async (writer: Writer | null) =>
  (await collect(writer ?? assert.fail('no writer'), signal)).text;

test('without a model nothing writes, and the diagnosis says what to set', async () => {
  const { writing } = create();
  assert.deepEqual([writing.writer, writing.deepWriter], [null, null]);
  assert.deepEqual(await writing.diagnose(signal), [
    {
      name: 'model',
      ok: false,
      cause: 'none is configured, so no answer can be written',
      remedy:
        'set MODEL_PROVIDER, or MODEL_BASE_URL, or MODEL_PROVIDER=extractive for passages of the sources',
    },
  ]);
  await writing.warmUp();
  assert.deepEqual(await writing.findProblems(signal), []);
  assert.equal(
    (await writing.researcher.plan('Who is Ada Lovelace?', { timeoutMs: 1000, maxTokens: 10_000 }, signal))
      .calls,
    0,
  );
  const { question } = task;
  const read = await writing.understand(question, 1000, signal);
  assert.deepEqual(read, { query: question.text, isGuess: false, tokens: 0, calls: 0 });
});

test('one model writes, researches and is diagnosed, under its name and address', async () => {
  await using server = await startChatServer((response) => answerWith(response, ['Ada Lovelace']));
  const { writing } = create(at(server.url));
  await writing.warmUp();
  assert.equal(server.calls.length, 0);
  assert.equal(await textOf(writing.writer), 'Ada Lovelace');
  assert.equal(await textOf(writing.deepWriter), 'Ada Lovelace');
  const plan = await writing.researcher.plan(
    'Who is Ada Lovelace?',
    { timeoutMs: 60_000, maxTokens: 10_000 },
    signal,
  );
  assert.deepEqual(plan, { queries: ['Ada Lovelace'], tokens: 120, calls: 1 });
  const [diagnosis] = await writing.diagnose(signal);
  assert.equal(diagnosis?.name, `model m (openai-compatible at ${server.url.replace('/v1', '')}/v1)`);
  assert.equal(diagnosis?.ok, true);
});

test('the first model says what a follow-up asks to search for', async () => {
  await using server = await startChatServer((response) => answerWith(response, ['How old is Rome?']));
  const history = [{ question: 'Is Rome bigger than Paris?', answer: 'Yes.' }];
  const asked = { ...task.question, text: 'old?', history };
  const { writing } = create(at(server.url), quotes);
  const read = await writing.understand(asked, 60_000, signal);
  assert.deepEqual(read, { query: 'How old is Rome?', isGuess: false, tokens: 120, calls: 1 });
});

test('the second model writes if the first fails, which is reported', async () => {
  const port = await closedPort();
  await using server = await startChatServer((response) => answerWith(response, ['Yes.']));
  const { writing, observed, fallbacks } = create(
    at(`http://127.0.0.1:${port}/v1`, 'a'),
    at(server.url, 'b'),
  );
  assert.equal(await textOf(writing.writer), 'Yes.');
  assert.match(
    fallbacks.join('; '),
    /^b: The language model a cannot be reached, connection refused: [^;]*$/,
  );
  const failed = ['openai-compatible', 'a', 'model-unavailable', undefined];
  assert.deepEqual(observed.slice(-2), [failed, ['openai-compatible', 'b', '', 120]]);
  assert.equal(await textOf(writing.deepWriter), 'Yes.');
  assert.equal(fallbacks.length, 1);
});

test('what will prevent each model from writing is found at startup, with its own settings', async () => {
  await using server = await startOllamaServer([]);
  const port = await closedPort();
  const ollama = (baseUrl: string): ModelChoice => ({ ...at(baseUrl, 'gone'), provider: 'ollama' });
  const { writing } = create(ollama(`http://127.0.0.1:${port}`), ollama(`http://127.0.0.1:${port}`));
  const [one = '', other = '', ...more] = await writing.findProblems(signal);
  assert.match(one, / set MODEL_BASE_URL to its address/);
  assert.match(other, / set MODEL_FALLBACK_BASE_URL to its address/);
  assert.equal(more.length, 0);
  const lacking = create(ollama(server.url), quotes);
  assert.match(
    (await lacking.writing.findProblems(signal)).join(),
    /has no model gone\. Run: ollama pull gone$/,
  );
});

test('every call of a model is observed: for the query, the plan, the answer and the verdicts', async () => {
  await using server = await startChatServer((response) => answerWith(response, ['1 supported']));
  const { provider: _, ...model } = at(server.url, 'writes');
  const judge = { ...model, provider: 'openai-compatible', modelName: 'judges' } as const;
  const { writing, observed } = createWith({ models: [at(server.url, 'writes')], judge });
  await writing.understand({ ...task.question, text: 'Translate:\n\nHi.' }, 60_000, signal);
  await writing.researcher.plan('Who is Ada?', { timeoutMs: 60_000, maxTokens: 10_000 }, signal);
  await textOf(writing.writer);
  const judging = { question: 'Is it?', statements: ['It is.'], sources: [] };
  for await (const _ of writing.judge?.(judging, signal) ?? assert.fail('no judge'));
  const calls = ['writes', 'writes', 'writes', 'judges'];
  assert.deepEqual(
    observed,
    calls.map((name) => ['openai-compatible', name, '', 120]),
  );
});
