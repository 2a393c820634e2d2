import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '@sayso/text/tokens.ts';
import type { LanguageModelLike, ModelPart } from './language-model.ts';
import { type CallLimits, callShortly } from './short-call.ts';

const { signal } = new AbortController();
const prompt = { system: 'Be brief.', user: 'Why?' };
const PROMPT_TOKENS = estimateTokens(prompt.system) + estimateTokens(prompt.user);
const usage = { inputTokens: { total: 100 }, outputTokens: { total: 10 } };
const finish: ModelPart = { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage };
const text = (delta: string): ModelPart => ({ type: 'text-delta', delta });

/** Asks a model that sends these parts and then hangs; counts the calls, and those that were closed. */
async function ask(parts: readonly ModelPart[], limits: Partial<CallLimits> = {}) {
  const seen = { calls: 0, closed: 0 };
  const model: LanguageModelLike = {
    async doStream() {
      seen.calls++;
      const stream = new ReadableStream<ModelPart>({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          if (parts.includes(finish)) controller.close();
        },
        cancel: () => void seen.closed++,
      });
      return { stream };
    },
  };
  const all = { timeoutMs: 60_000, maxChars: 100, ...limits };
  return { ...seen, ...(await callShortly(model, { prompt, limits: all }, signal)), seen };
}

test('returns the whole reply with the tokens that the API counted', async () => {
  const { text: reply, tokens } = await ask([text('Be'), text('cause.'), finish]);
  assert.deepEqual([reply, tokens], ['Because.', 110]);
});

test('a reply is cut after the piece that exceeds the limit, and its call is closed', async () => {
  const { text: reply, tokens, seen } = await ask([text('12345'), text('6'), text('7')], { maxChars: 5 });
  assert.deepEqual([reply, seen.closed], ['123456', 1]);
  assert.equal(tokens, PROMPT_TOKENS + estimateTokens('123456'));
});

test('a prompt that leaves no token for the reply is not sent', async () => {
  const nothing = await ask([text('Because.'), finish], { maxTokens: PROMPT_TOKENS });
  assert.deepEqual([nothing.seen.calls, nothing.text, nothing.tokens], [0, '', 0]);
  assert.equal((await ask([text('So'), finish], { maxTokens: PROMPT_TOKENS + 1 })).seen.calls, 1);
});

test('a reply that breaks off counts as empty, but its tokens are counted', async () => {
  const broken = await ask([text('Because'), { type: 'error', error: new Error('gone') }]);
  assert.deepEqual([broken.text, broken.tokens], ['', PROMPT_TOKENS + estimateTokens('Because')]);
});

test('a call that is not accepted costs nothing', async () => {
  const refusing: LanguageModelLike = { doStream: () => Promise.reject(new Error('401')) };
  const limits = { timeoutMs: 60_000, maxChars: 100 };
  assert.deepEqual(await callShortly(refusing, { prompt, limits }, signal), { text: '', tokens: 0 });
});

test('a model that hangs is given up at the time limit', async () => {
  const { text: reply, seen } = await ask([text('Because')], { timeoutMs: 5 });
  assert.deepEqual([reply, seen.closed], ['', 1]);
});

test('where queries are wanted, those of a call of a search are the reply', async () => {
  const call = text('{"name":"web_search","arguments":{"queries":["rye bread","bread of rye"]}}');
  const wanted = { queriesFor: 'Which bread?' };
  assert.equal((await ask([call, finish], wanted)).text, 'rye bread\nbread of rye');
  assert.equal((await ask([text('I look it up.\n'), call, finish], wanted)).text, 'rye bread\nbread of rye');
  assert.equal((await ask([text('rye bread'), finish], wanted)).text, 'rye bread');
  assert.equal((await ask([call, finish])).text, call.delta);
});
