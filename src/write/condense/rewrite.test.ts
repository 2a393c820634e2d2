import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANY_SCOPE } from '../../core/scope.ts';
import { estimateTokens } from '../../lib/text/tokens.ts';
import type { LanguageModelLike, ModelPart } from '../../models/language-model.ts';
import { createRewrite, usableQuery } from './rewrite.ts';
import { toRewritePrompt } from './rewrite-prompt.ts';

const question = {
  ...{
    id: 'a',
    text: 'And its height?',
    maxSources: 5,
    scope: ANY_SCOPE,
    deadlineAtMs: performance.now() + 1000,
  },
  history: [{ question: 'What is the Eiffel Tower?', answer: 'A tower.' }],
};
const TODAY = new Date('2026-11-24T12:00:00Z');
const prompt = toRewritePrompt(question, TODAY);
const PROMPT_TOKENS = estimateTokens(prompt.system) + estimateTokens(prompt.user);

/** A model that sends these parts; it then ends, or hangs until it is cancelled. */
function modelOf(parts: readonly ModelPart[], hangs = false) {
  const seen = { isCancelled: false };
  const model: LanguageModelLike = {
    doStream: async () => ({
      stream: new ReadableStream<ModelPart>({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          if (!hangs) controller.close();
        },
        cancel() {
          seen.isCancelled = true;
        },
      }),
    }),
  };
  return { model, seen };
}
const said = (delta: string): ModelPart => ({ type: 'text-delta', delta });
const counts = (total: number | undefined): ModelPart => ({
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: { inputTokens: { total }, outputTokens: { total } },
});
const never = new AbortController().signal;
const rewritten = (parts: readonly ModelPart[]) =>
  createRewrite(modelOf(parts).model)(question, 60_000, never);

test('a reply of one line is what is searched for, without quotation marks and labels', async () => {
  for (const reply of [
    'height of the Eiffel Tower',
    ' “height of the Eiffel Tower”\n',
    'Question: height of the Eiffel Tower',
    '**Rewritten query:** "height of the Eiffel Tower"',
    '"Standalone question : height of the Eiffel Tower"',
  ])
    assert.deepEqual(
      await rewritten([said(reply), counts(7)]),
      { text: 'height of the Eiffel Tower', tokens: 14 },
      reply,
    );
  assert.equal(
    (await rewritten([said('How "high"'), said(' its height'), counts(7)])).text,
    'How "high" its height',
  );
});

test('a reply of several lines, or of more than 40 tokens, is not used', async () => {
  assert.equal((await rewritten([said('One?\nTwo?'), counts(7)])).text, '');
  const { model, seen } = modelOf([said('x'.repeat(301)), said('y')], true);
  const { text, tokens } = await createRewrite(model)(question, 60_000, never);
  assert.deepEqual([text, seen.isCancelled], ['', true]);
  assert.ok(tokens > PROMPT_TOKENS);
});

test('a reply that keeps no word of the message is not used', async () => {
  for (const reply of ['330 metres', 'The tower is closed on Mondays', 'cheap flights to Paris'])
    assert.equal((await rewritten([said(reply), counts(7)])).text, '', reply);
});

test('a query in other words is used if it keeps words of the message or of what it refers to', () => {
  const history = [{ question: 'can you eat morels', answer: 'True morels, cooked; false morels never.' }];
  const queryOf = (text: string, reply: string) => usableQuery(reply, { text, history });
  const fake = 'how do I tell the fake ones from the real ones?';
  assert.notEqual(queryOf(fake, 'how to tell false morels from true morels'), '');
  assert.notEqual(queryOf('why?', 'why must morels be cooked'), '');
  assert.equal(queryOf('why?', '42'), '');
});

test('the last answer is whole up to a limit, with the names behind it, the day and the place', () => {
  const answer = `${'It was built by hand over many years. '.repeat(30)} Later owners: Ada Byron.`;
  const scope = { country: 'DE' };
  const { user } = toRewritePrompt({ text: 'who?', history: [{ question: 'q', answer }], scope }, TODAY);
  assert.match(user, /^Today: 2026-11-24; country: DE\n/);
  assert.match(user, /… \(.*Ada Byron.*\)\n/);
});

test('the conversation has at most 300 tokens, with the last answer and both ends of the message', () => {
  const long = 'Der Turm steht in Paris, und seine Höhe wird oft gefragt. '.repeat(60);
  const turn = { question: long, answer: `Gustave Eiffel built it. ${long}` };
  const text = `Is this true? ${long} What do you think of it?`;
  const { user } = toRewritePrompt({ text, history: [turn, turn, turn, turn] }, TODAY);
  assert.ok(estimateTokens(user) <= 300, `${estimateTokens(user)} tokens`);
  assert.match(user, /Gustave Eiffel.*Last message: Is this true\?.*What do you think of it\?$/s);
});

test('a message and an answer that end with an ellipsis are sent once, as they are', () => {
  const history = [{ question: 'q', answer: 'Ada Byron owned it, and later…' }];
  const { user } = toRewritePrompt({ text: 'And what about Rome…', history }, TODAY);
  assert.match(user, /answered: Ada Byron owned it, and later…\n\nLast message: And what about Rome…$/);
});

test('tokens that the model does not report are estimated, and a refused call costs none', async () => {
  const { tokens } = await rewritten([said('How high is it?'), counts(undefined)]);
  assert.equal(tokens, PROMPT_TOKENS + estimateTokens('How high is it?'));
  const refuses: LanguageModelLike = { doStream: () => Promise.reject(new Error('refused')) };
  assert.deepEqual(await createRewrite(refuses)(question, 60_000, never), { text: '', tokens: 0 });
});

test('a model that is too slow, or whose caller has left, is cancelled', async () => {
  for (const [timeoutMs, signal] of [
    [1, never],
    [60_000, AbortSignal.timeout(1)],
  ] as const) {
    const { model, seen } = modelOf([said('How')], true);
    assert.equal((await createRewrite(model)(question, timeoutMs, signal)).text, '');
    assert.equal(seen.isCancelled, true);
  }
});

test('a name directly behind the shown part of a long answer is sent, too', () => {
  const answer = `${'the old town was built there a long time ago and '.repeat(11)}Rome lies near it, too.`;

  for (let cut = 0; cut < answer.indexOf('Rome'); cut++) {
    const { user } = toRewritePrompt(
      { text: 'And then?', history: [{ question: 'Where is it?', answer: answer.slice(cut) }] },
      TODAY,
    );
    assert.match(user, /Rome/, `with ${cut} characters less`);
  }
});
