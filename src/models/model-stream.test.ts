import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldOf } from '@sayso/text/own-value.ts';
import { estimateTokens } from '@sayso/text/tokens.ts';
import {
  answerWith,
  begin,
  type ChatScript,
  chunk,
  startChatServer,
} from '../../test/support/chat-server.ts';
import { askModel, collect, failureOf, KEY, task, writerAt } from '../../test/support/model-bed.ts';
import { answering, startOllamaServer } from '../../test/support/ollama-server.ts';
import { untilSettled } from '../../test/support/until.ts';
import { Failure } from '../core/failure.ts';
import type { DataForm } from '../core/question.ts';
import { createModelWriter } from '../write/model-writer.ts';
import type { WritingTask } from '../write/writer.ts';
import type { LanguageModelLike, ModelPart } from './language-model.ts';
import { StreamFault } from './model-failure.ts';
import { openModelStream } from './model-stream.ts';
import type { ModelProvider, ProviderOptions } from './provider.ts';
import { createAnthropic, createGoogle, createMistral, createOpenAi } from './providers/by-sdk.ts';
import { createOllama } from './providers/ollama.ts';
import { callShortly } from './short-call.ts';

type CallLimits = Parameters<typeof callShortly>[1]['limits'];

type BoundedPrompt = Parameters<typeof openModelStream>[1];

test('ends at its time limit, before the first byte and in mid-answer', async () => {
  // The SDK is loaded by the first call.
  await askModel((response) => answerWith(response, ['Yes.']));
  const itIs: ChatScript = (response) => {
    begin(response);
    response.write(chunk({ content: 'It is' }));
  };
  const [hang, late] = await Promise.all([failureOf(() => undefined, 2000), failureOf(itIs, 2000)]);
  assert.equal(hang.message, 'The language model m did not finish within 2 s.');
  assert.equal(hang.calls, 1);
  assert.equal(late.said, 'It is');
  assert.equal(late.code, 'model-unavailable');
});

test('closes the connection at once when the caller disconnects, in every phase', async () => {
  const phases: ChatScript[] = [
    () => undefined,
    (response) => begin(response),
    (response) => {
      begin(response);
      response.write(chunk({ content: 'It is' }));
    },
    (response) => {
      begin(response);
      const timer = setInterval(() => response.write(chunk({ content: 'on ' })), 1);
      response.on('close', () => clearInterval(timer));
    },
  ];
  for (const [phase, script] of phases.entries()) {
    await using server = await startChatServer(script);
    const controller = new AbortController();
    const reason = new Failure('cancelled', 'The caller left.');
    const spoken = Promise.withResolvers<void>();
    // The time limit is far away, so only the caller's disconnecting closes the connection.
    const running = collect(writerAt(server.url, 3_600_000), controller.signal, () => spoken.resolve());
    const call = await server.nextCall();
    if (phase >= 2) await spoken.promise;
    else await untilSettled();
    controller.abort(reason);
    await assert.rejects(running, (error) => error === reason);
    await call.closed;
    assert.equal(server.calls.length, 1);
  }
});

test(
  'makes no call for a caller who has disconnected, and no retry for one who disconnects during the ' +
    'wait',
  async (t) => {
    // Both the pause and every time limit last until the test ends them.
    t.mock.timers.enable({ apis: ['setTimeout'] });
    await using server = await startChatServer((response) => response.writeHead(503).end());
    await assert.rejects(collect(writerAt(server.url), AbortSignal.abort()), { code: 'cancelled' });
    assert.equal(server.calls.length, 0);
    const controller = new AbortController();
    const running = collect(writerAt(server.url), controller.signal);
    const rejected = assert.rejects(running, { code: 'cancelled' });
    const call = await server.nextCall();
    await call.closed;
    await untilSettled();
    controller.abort();
    await rejected;
    t.mock.timers.tick(60_000);
    await untilSettled();
    assert.equal(server.calls.length, 1);
  },
);

test('abandons a model that ignores the signal, and ends its stream', async () => {
  const silent = Promise.withResolvers<void>();
  const never = new ReadableStream<ModelPart>({ cancel: () => silent.resolve() });
  const late = Promise.withResolvers<{ stream: ReadableStream<ModelPart> }>();
  for (const opening of [Promise.resolve({ stream: never }), late.promise]) {
    const model = { doStream: () => opening };
    const writer = createModelWriter({ model, name: () => 'deaf', timeoutMs: 20 });
    await assert.rejects(collect(writer, new AbortController().signal), /deaf did not finish/);
  }
  await silent.promise;
  const lateEnd = Promise.withResolvers<void>();
  late.resolve({ stream: new ReadableStream<ModelPart>({ cancel: () => lateEnd.resolve() }) });
  await lateEnd.promise;
});

test('an answer that ends where a tag may begin ends there, once', async () => {
  for (const text of ['See the list [', 'It is 1 <', 'The <think> tag, it', 'It is <thin']) {
    const { text: said } = await askModel((response) => answerWith(response, [text]));
    assert.equal(said, text);
  }
});

test('stops a model that thinks or sends blanks without end', async () => {
  for (const part of [
    { type: 'reasoning-delta', id: '1', delta: 'Hm. '.repeat(1_000) },
    { type: 'text-delta', id: '1', delta: ' \n'.repeat(2_000) },
    { type: 'text-delta', id: '1', delta: '<think>Hm. ' },
  ] as const) {
    let sent = 0;
    const stream = new ReadableStream<ModelPart>({
      pull(controller) {
        sent += part.delta.length;
        // If nothing limits the reply, the stream fails here.
        if (sent < 3_000_000) controller.enqueue(part);
        else controller.error(new Error('It was read to the end.'));
      },
    });
    const model = { doStream: async () => ({ stream }) };
    const writer = createModelWriter({ model, name: () => 'm', timeoutMs: 60_000 });
    await assert.rejects(collect(writer, new AbortController().signal), /kept writing without end/);
    assert.ok(sent < 1_200_000, String(sent));
  }
});

test('a reply of limited tokens ends within a few words of its limit, thinking included', async () => {
  for (const type of ['text-delta', 'reasoning-delta']) {
    const stream = new ReadableStream<ModelPart>({
      pull: (controller) => controller.enqueue({ type, delta: 'axolotl and ' }),
    });
    const model = { doStream: async () => ({ stream }) };
    const prompt = { system: 's', user: 'u', maxReplyTokens: 300 };
    const opened = await openModelStream(model, prompt, new AbortController().signal);
    await assert.rejects(async () => {
      while ((await opened.next()) !== undefined);
    }, /endless/);
    assert.ok(
      opened.usageFor(0).tokens > 300 && opened.usageFor(0).tokens < 340,
      `${opened.usageFor(0).tokens}`,
    );
    opened.close();
  }
});

test('the tokens of a reply that comes in one piece are estimated without reading all of it', async () => {
  const opened = async (delta: string) => {
    const stream = new ReadableStream<ModelPart>({
      start: (controller) => controller.enqueue({ type: 'text-delta', delta }),
    });
    const model = { doStream: async () => ({ stream }) };
    const one = await openModelStream(model, { system: 's', user: 'u' }, new AbortController().signal);
    await one.next();
    return one;
  };
  const words = await opened('axolotls and otters '.repeat(40_000));
  assert.ok(Math.abs(words.usageFor(0).tokens / 40_000 - estimateTokens('axolotls and otters ')) < 1);
  const cpuMs = async (chars: number) => {
    const delta = Array.from({ length: chars / 8 }, (_, at) =>
      (at * 7919 ** 3).toString(36).slice(0, 8),
    ).join('');
    const text = delta.replace(/\d/g, 'x');
    const before = process.threadCpuUsage();
    assert.ok((await opened(text)).usageFor(0).tokens > 0);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  await cpuMs(32_000);
  const short = await cpuMs(32_000);
  // It would take 25 times as long if all of the text were counted.
  assert.ok((await cpuMs(800_000)) < 6 * short + 40);
});

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
  assert.deepEqual(await readAll([said('x\ud83d'), said('\ude00b'), finished()]), ['x', '😀b']);
  assert.deepEqual(await readAll([said('x\ud83d'), finished()]), ['x', '\ufffd']);
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

const ignore = () => undefined;
const SCHEMA = {
  type: 'object',
  properties: { lakes: { type: 'integer' } },
  required: ['lakes'],
  additionalProperties: false,
};
const asking = (data: DataForm): WritingTask => ({ ...task, question: { ...task.question, data } });
const bySchema = asking({ schema: JSON.stringify(SCHEMA) });
const anyObject = asking({ schema: null });

test('an OpenAI-compatible server is asked for JSON by its own JSON mode', async () => {
  await using server = await startChatServer((response) => answerWith(response, ['{"lakes":1}']));
  const formatOf = async (asked: WritingTask) => {
    const { text } = await collect(writerAt(server.url), signal, ignore, asked);
    assert.equal(text, '{"lakes":1}');
    return fieldOf(server.calls.at(-1)?.body, 'response_format');
  };
  const expected = { type: 'json_schema', json_schema: { name: 'answer', schema: SCHEMA } };
  assert.deepEqual(await formatOf(bySchema), expected);
  assert.deepEqual(await formatOf(anyObject), { type: 'json_object' });
  assert.equal(await formatOf(task), undefined);
  assert.equal(server.calls.length, 3);
});

test('a server that refuses the JSON mode is asked once more without it, one that fails is not', async () => {
  for (const [status, isRetried] of [
    [400, true],
    [404, true],
    [422, true],
    [500, true],
    [501, true],
    [401, false],
    [403, false],
  ] as const) {
    await using server = await startChatServer((response, { body }) => {
      if (fieldOf(body, 'response_format') === undefined) answerWith(response, ['{"lakes":1}']);
      else response.writeHead(status).end('{"error":{"message":"no"}}');
    });
    const written = collect(writerAt(server.url), signal, ignore, bySchema);
    if (isRetried) assert.equal((await written).text, '{"lakes":1}', String(status));
    else await assert.rejects(written, /key was not accepted/);
    assert.equal(server.calls.length, isRetried ? 2 : 1, String(status));
  }
});

test('Ollama is asked by its field `format`', async () => {
  await using server = await startOllamaServer(
    [{ name: 'qwen3:4b', trained: 40_960 }],
    answering('{"lakes":1}'),
  );
  const windowNeed = { min: 3000, max: 7000, frame: 990 };
  const options = { baseUrl: server.url, apiKey: null, modelName: null, fetch, userAgent: 'sayso-test' };
  const { model, name } = createOllama({ ...options, windowNeed });
  const writer = createModelWriter({ model, name, timeoutMs: 60_000 });
  const formatOf = async (asked: WritingTask) => {
    await collect(writer, signal, ignore, asked);
    return fieldOf(server.calls.findLast(({ path }) => path === '/api/chat')?.body, 'format');
  };
  assert.deepEqual(await formatOf(bySchema), SCHEMA);
  assert.equal(await formatOf(anyObject), 'json');
  assert.equal(await formatOf(task), undefined);
});

test('the SDKs of companies are asked for JSON, and without it if the API refuses', async () => {
  const creating: readonly ((options: ProviderOptions) => ModelProvider)[] = [
    createOpenAi,
    createAnthropic,
    createGoogle,
    createMistral,
  ];
  for (const create of creating) {
    const bodies: string[] = [];
    const refuse: typeof globalThis.fetch = async (_, init) => {
      bodies.push(String(init?.body));
      const status = bodies.length === 1 ? 400 : 401;
      return new Response('{"error":{"message":"no"}}', { status });
    };
    const options = { baseUrl: null, apiKey: KEY, modelName: null, fetch: refuse, userAgent: 'sayso-test' };
    const { model, name } = create(options);
    const writer = createModelWriter({ model, name, timeoutMs: 60_000 });
    await assert.rejects(collect(writer, signal, ignore, bySchema), /MODEL_API_KEY/);
    assert.equal(bodies.length, 2);
    // The prompt has the schema too, as text.
    const schemas = bodies.map((body) => body.match(/"lakes":\{/g)?.length ?? 0);
    assert.deepEqual(schemas, [1, 0], create.name);
  }
});
