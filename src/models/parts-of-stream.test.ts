import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '@sayso/text/tokens.ts';
import type { LanguageModelLike, ModelPart } from './language-model.ts';
import { type BoundedPrompt, openModelStream } from './open-model-stream.ts';
import { StreamFault } from './stream-fault.ts';

const live = new AbortController().signal;
const said = (delta: string): ModelPart => ({ type: 'text-delta', delta });
const thought = (delta: string): ModelPart => ({ type: 'reasoning-delta', delta });
const begun: ModelPart = { type: 'response-metadata' };

function finished(unified = 'stop', input?: number, output?: number, raw = unified): ModelPart {
  const usage = { inputTokens: { total: input }, outputTokens: { total: output } };
  return { type: 'finish', finishReason: { unified, raw }, usage };
}

/** A model that sends these parts and ends; records whether its stream was cancelled. */
function modelOf(parts: readonly ModelPart[], hangs = false) {
  const seen = { cancelled: 0 };
  const stream = new ReadableStream<ModelPart>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      if (!hangs) controller.close();
    },
    cancel: () => void seen.cancelled++,
  });
  const model: LanguageModelLike = { doStream: async () => ({ stream }) };
  return { model, seen };
}

const open = (parts: readonly ModelPart[], bounds: Partial<BoundedPrompt> = {}) =>
  openModelStream(modelOf(parts).model, { system: 's', user: 'u', ...bounds }, live);

/** The texts of a stream, and the fault that ended it. */
async function readAll(parts: readonly ModelPart[], bounds: Partial<BoundedPrompt> = {}) {
  const stream = await open(parts, bounds);
  const texts: string[] = [];
  try {
    for (let text = await stream.next(); text !== undefined; text = await stream.next()) texts.push(text);
  } catch (error) {
    return [...texts, error instanceof StreamFault ? `fault ${error.fault}` : error];
  }
  return texts;
}

test('the text comes in the pieces of the model, without thinking and without empty ones', async () => {
  const parts = [begun, thought('Hm.'), said(''), said('It '), said('is.'), { type: 'other' }, finished()];
  assert.deepEqual(await readAll(parts), ['It ', 'is.']);
});

test('text without a visible character is no answer; at the start it waits for one', async () => {
  const unseen = [said('\u0000\u0007'), said(' \u202e\n'), said('\ud800')];
  assert.deepEqual(await readAll([...unseen, finished()]), ['fault empty']);
  assert.deepEqual(await readAll([said('\u200f'), said('نعم'), said('\u200f'), finished()]), [
    '\u200fنعم',
    '\u200f',
  ]);
  for (const visible of ['{', '—', '👍', '是', '7'])
    assert.deepEqual(await readAll([said(visible), finished()]), [visible]);
});

test('a stream counts as started from its first text or thought, not earlier', async () => {
  for (const [parts, isStarted] of [
    [[begun], false],
    [[thought('Hm.')], true],
    [[said('Yes')], true],
  ] as const) {
    const stream = await open(parts);
    await assert.rejects(async () => {
      while ((await stream.next()) !== undefined);
    });
    assert.equal(stream.started, isStarted);
  }
});

test('a stream without a finish broke off, or follows no protocol if nothing was recognised', async () => {
  assert.deepEqual(await readAll([]), ['fault foreign']);
  assert.deepEqual(await readAll([{ type: 'other' }]), ['fault foreign']);
  assert.deepEqual(await readAll([begun]), ['fault cut']);
  assert.deepEqual(await readAll([thought('Hm.')]), ['fault cut']);
  assert.deepEqual(await readAll([said('It')]), ['It', 'fault cut']);
  assert.deepEqual(await readAll([begun, finished('interrupted')]), ['fault cut']);
  assert.deepEqual(await readAll([finished('interrupted')]), ['fault foreign']);
  assert.deepEqual(await readAll([said('It'), finished('error')]), ['It', 'fault cut']);
  assert.deepEqual(await readAll([finished('other', 1, 1, 'error')]), ['fault cut']);
});

test('a stream that ends without a word says why', async () => {
  assert.deepEqual(await readAll([begun, finished()]), ['fault empty']);
  assert.deepEqual(await readAll([finished('content-filter')]), ['fault filtered']);
  assert.deepEqual(await readAll([finished('length')]), ['fault no-room']);
  assert.deepEqual(await readAll([thought('Hm.'), finished()]), ['fault only-thinking']);
  assert.deepEqual(await readAll([{ type: 'finish' }]), ['fault empty']);
});

test('an answer that was cut by a limit or a filter reports this after its text', async () => {
  assert.deepEqual(await readAll([said('It'), finished('length')]), ['It', 'fault cut-by-limit']);
  assert.deepEqual(await readAll([said('It'), finished('content-filter')]), ['It', 'fault cut-by-filter']);
  assert.deepEqual(await readAll([said('It <thin'), finished('length')]), [
    'It ',
    '<thin',
    'fault cut-by-limit',
  ]);
});

test('errors of an SDK about the stream are faults without its text, others stay as they are', async () => {
  const named = (name: string) => Object.assign(new Error('SECRET'), { name });
  const after = async (error: unknown, ...before: ModelPart[]) =>
    (await readAll([...before, { type: 'error', error }])).at(-1);
  assert.equal(await after(named('AI_JSONParseError')), 'fault garbage');
  assert.equal(await after(named('AI_TypeValidationError')), 'fault garbage');
  assert.equal(await after(named('AI_InvalidResponseDataError')), 'fault foreign');
  assert.equal(await after(named('AI_InvalidResponseDataError'), begun), 'fault cut');
  for (const error of [named('AI_APICallError'), { code: 502 }, 'words'])
    assert.equal(await after(error), error);
});

test('a character whose halves arrive apart is one, and half of one at the end is replaced', async () => {
  assert.deepEqual(await readAll([said('a\ud83d'), said('\ude00b'), finished()]), ['a', '😀b']);
  assert.deepEqual(await readAll([said('a\ud83d'), finished()]), ['a', '\ufffd']);
  assert.deepEqual(await readAll([said('\ude00b'), finished()]), ['\ufffdb']);
});

test('the usage is what the API counted, with its split if it counted both', async () => {
  const usageOf = async (input?: number, output?: number) => {
    const stream = await open([said('It'), finished('stop', input, output)]);
    await stream.next();
    await stream.next();
    return stream.usage;
  };
  assert.deepEqual(await usageOf(7, 3), { tokens: 10, split: { input: 7, output: 3 } });
  assert.deepEqual(await usageOf(6.6, 3.4), { tokens: 10, split: { input: 7, output: 3 } });
  assert.deepEqual(await usageOf(7, 0), { tokens: 7 });
  assert.deepEqual(await usageOf(undefined, 3), { tokens: 3 });
  assert.deepEqual(await usageOf(1, 0), { tokens: 1 });
  for (const [input, output] of [
    [undefined, undefined],
    [0, 0],
    [-5, 5],
    [2 ** 53, 1],
    [Number.NaN, 1],
  ])
    assert.equal(await usageOf(input, output), undefined, `${input} ${output}`);
});

test('the tokens received are estimated from text and thinking, whatever was counted before', async () => {
  const text = 'axolotl and otter '.repeat(600);
  const stream = await open([thought(text), said(text), said('end'), finished()]);
  assert.equal(stream.receivedTokens, 0);
  await stream.next();
  assert.equal(stream.receivedTokens, estimateTokens(text + text));
  await stream.next();
  assert.equal(stream.receivedTokens, estimateTokens(text + text) + estimateTokens('end'));
});

test('a reply with the maximum number of tokens is stopped, and one with a token less is not', async () => {
  const text = 'axolotl and otter '.repeat(20);
  const tokens = estimateTokens(text);
  assert.deepEqual(await readAll([said(text), finished()], { maxReplyTokens: tokens + 1 }), [text]);
  assert.deepEqual(await readAll([said(text), finished()], { maxReplyTokens: tokens }), ['fault endless']);
});

test('a million characters are received, and no more', async () => {
  const million = 'x'.repeat(1_000_000);
  assert.equal((await readAll([said(million), finished()])).length, 1);
  assert.deepEqual(await readAll([said(`${million}x`), finished()]), ['fault endless']);
});

test('closing cancels the call once, and stops listening to the signal', async () => {
  const controller = new AbortController();
  const { model, seen } = modelOf([said('It')], true);
  const stream = await openModelStream(model, { system: 's', user: 'u' }, controller.signal);
  assert.equal(await stream.next(), 'It');
  stream.close();
  controller.abort();
  assert.equal(seen.cancelled, 1);
});

test('aborting cancels the call and settles a read that hangs', async () => {
  const controller = new AbortController();
  const { model, seen } = modelOf([], true);
  const stream = await openModelStream(model, { system: 's', user: 'u' }, controller.signal);
  const reading = stream.next();
  controller.abort();
  await assert.rejects(reading, { code: 'cancelled' });
  assert.equal(seen.cancelled, 1);
  await assert.rejects(stream.next(), { code: 'cancelled' });
});

test('a call that fails rejects with its error, and with the reason if the caller has left', async () => {
  const failed = new Error('refused');
  const refusing: LanguageModelLike = { doStream: () => Promise.reject(failed) };
  const prompt = { system: 's', user: 'u' };
  await assert.rejects(openModelStream(refusing, prompt, live), (error) => error === failed);
  await assert.rejects(openModelStream(refusing, prompt, AbortSignal.abort()), { code: 'cancelled' });
});

test('a call of a tool as text is no answer, and behind an answer it is left out', async () => {
  const call = said('<tool_call>{"name":"search","arguments":{"query":"rye bread"}}</tool_call>');
  assert.deepEqual(await readAll([call, finished()], { asked: 'Which bread?' }), ['fault only-call']);
  assert.deepEqual(await readAll([said('Rye [1].\n'), call, finished()], { asked: 'Which bread?' }), [
    'Rye [1].\n',
  ]);
  assert.deepEqual(await readAll([call, finished()], { asked: null }), [call.delta]);
  const data = { name: 'a', schema: null };
  const object = said('{"answer":"Rye"}');
  assert.deepEqual(await readAll([object, finished()], { asked: 'Which?' }), ['Rye']);
  assert.deepEqual(await readAll([object, finished()], { asked: 'Which?', data }), [object.delta]);
});

test('an answer that arrives only as thinking is the answer, and thinking is not', async () => {
  assert.deepEqual(await readAll([thought('It rests '), thought('one night [1].'), finished()]), [
    'It rests one night [1].',
  ]);
  for (const text of ['Hm. Source [1] says so.', 'It is so [1]. But wait,', 'Hm.'])
    assert.deepEqual(await readAll([thought(text), finished()]), ['fault only-thinking']);
});
