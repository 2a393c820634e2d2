import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import type { LanguageModelLike, ModelPart } from '../models/language-model.ts';
import { queryWithoutModel, readReply, toQueryPrompt, understand } from './understand.ts';

const history = [{ question: 'Who wrote Dracula?', answer: 'Bram Stoker [1].' }];
const followUp = { ...QUESTION, text: 'where was he born?', history };
const signal = new AbortController().signal;

const finish: ModelPart = { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' } };
const said = (delta: string): ModelPart => ({ type: 'text-delta', delta });

/** A model that sends these parts, and hangs unless the last one ends the reply. */
function modelOf(parts: readonly ModelPart[]) {
  const model: LanguageModelLike = {
    async doStream() {
      const stream = new ReadableStream<ModelPart>({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          if (parts.includes(finish)) controller.close();
        },
      });
      return { stream };
    },
  };
  return { model };
}

test('without a model, the names of the last question are added to a follow-up', async () => {
  const read = await understand({ model: null, timeoutMs: 1_000 }, followUp, signal);
  assert.deepEqual(read, { query: 'where was he born? Dracula', isGuess: true, tokens: 0, calls: 0 });
  const queryOf = (text: string, question: string) =>
    queryWithoutModel({ text, history: [{ question, answer: 'Yes.' }] });
  assert.equal(queryOf('and in 1912?', 'Who led “Black Star” in 1911?'), 'and in 1912? Black Star 1911');
  assert.equal(queryOf('and in Germany?', 'How many people live in Japan?'), 'and in Germany? people live');
  assert.equal(queryOf('why?', 'what makes bread rise'), 'why? makes bread rise');
  assert.equal(
    queryOf('How did Beethoven compose when deaf?', 'Who was Liszt?'),
    'How did Beethoven compose when deaf?',
  );
});

test('a model that hangs, fails or babbles costs at most its time, and the guess is searched for', async () => {
  const models = {
    hangs: modelOf([]),
    'begins and hangs': modelOf([said('Bram Stoker')]),
    fails: modelOf([said('Bram'), { type: 'error', error: new Error('reset') }, finish]),
    babbles: modelOf(Array.from({ length: 1_000 }, () => said('as a language model, I '))),
    lies: modelOf([
      said('Bram Stoker was born in Clontarf near Dublin in Ireland on 8 November 1847.'),
      finish,
    ]),
  };
  for (const [name, { model }] of Object.entries(models)) {
    const startedAtMs = performance.now();
    const { query, isGuess } = await understand({ model: model, timeoutMs: 100 }, followUp, signal);
    assert.deepEqual([query, isGuess], ['where was he born? Dracula', true], name);
    assert.ok(performance.now() - startedAtMs < 5_000, name);
  }
});

test('a model that says NONE lets nothing be searched', async () => {
  const { model } = modelOf([said('NO'), said('NE'), finish]);
  const { query } = await understand(
    { model: model, timeoutMs: 1_000 },
    { ...followUp, text: 'shorter' },
    signal,
  );
  assert.equal(query, null);
});

test('of a long message, the line that asks is searched for', () => {
  const text = `Is this true?\n\n${'Water cures all, they say. '.repeat(30)}`;
  assert.equal(queryWithoutModel({ text, history: [] }), 'Is this true?');
  assert.ok(queryWithoutModel({ text: 'word '.repeat(1_000), history: [] }).length <= 300);
});

test('a line of a model is the query, whatever stands around it', () => {
  for (const reply of [
    ...['Bram Stoker birthplace', 'Search query: "Bram Stoker birthplace"'],
    ...['Sure! Here is the search query: Bram Stoker birthplace', '```\nBram Stoker birthplace\n```'],
    ...['{"query": "Bram Stoker birthplace"}', '- Bram Stoker birthplace\n\nI replaced "he" with the name.'],
    'Query:\nBram Stoker birthplace',
  ])
    assert.deepEqual(readReply(reply, followUp), { query: 'Bram Stoker birthplace' }, reply);
});

test('NONE in any dress means that nothing is searched', () => {
  for (const reply of [
    ...['NONE', 'none', 'None.', '"NONE"', '**NONE**', 'Search query: NONE', 'NONE - a rework'],
    '\nNONE\n\nwhy',
  ])
    assert.equal(readReply(reply, followUp), 'none', reply);
  assert.deepEqual(readReply('none of the Dracula films', followUp), { query: 'none of the Dracula films' });
});

test('babble, answers and words of nothing are no query', () => {
  for (const reply of [
    '',
    "I'm sorry, I cannot help with that.",
    'Bram Stoker was born in Clontarf near Dublin in Ireland on 8 November 1847.',
    'Bram Stoker was born in Dublin [1]',
    'Stoker '.repeat(200),
    '<tool_call> Stoker',
    '🙂',
  ])
    assert.equal(readReply(reply, followUp), null, reply);
});

test('the prompt and the reply have at most 300 and 40 tokens, however long the conversation is', () => {
  const long = {
    question: 'What about the Danube? '.repeat(500),
    answer: 'Vienna lies on it [1]. '.repeat(900),
  };
  for (const text of ['why?', 'long text. '.repeat(5_000), '水'.repeat(5_000)]) {
    const { system, user } = toQueryPrompt(
      { text, history: [long, long, long], scope: { country: 'DE' } },
      new Date(),
    );
    const tokens = estimateTokens(system) + estimateTokens(user);
    assert.ok(tokens <= 300, String(tokens));
  }
});
