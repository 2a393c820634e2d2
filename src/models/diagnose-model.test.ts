import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnoseModel } from './diagnose-model.ts';
import type { ModelPart } from './language-model.ts';
import { UNKNOWN_MODEL } from './language-model.ts';
import type { ModelProvider } from './provider.ts';

type ModelToDiagnose = Parameters<typeof diagnoseModel>[0];

/** A model that sends these parts and then ends, or hangs. */
function modelOf(parts: readonly ModelPart[], hangs = false): ModelProvider['model'] {
  return {
    doStream: async () => ({
      stream: new ReadableStream<ModelPart>({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          if (!hangs) controller.close();
        },
      }),
    }),
  };
}
const answers = modelOf([{ type: 'text-delta', delta: 'Yes' }], true);
const never = new AbortController().signal;

type Given = Partial<Omit<ModelProvider, 'name'> & ModelToDiagnose> & { readonly modelName?: () => string };

function diagnose({ model = answers, modelName = () => 'm', ...given }: Given, signal = never) {
  const { contextWindow, remedyNotFound } = given;
  const subject: ModelToDiagnose = {
    ...{ place: '(at http://host)', timeoutMs: 60_000, settingsPrefix: 'MODEL_', ...given },
    provider: { model, name: modelName, warmUp: async () => undefined, contextWindow, remedyNotFound },
    windowNeed: { min: 4000, max: 8000, frame: 990 },
    measurePace: async () => '',
  };
  return diagnoseModel(subject, signal);
}
const refusing = (statusCode: number): ModelProvider['model'] => ({
  doStream: () => Promise.reject(Object.assign(new Error('no'), { statusCode })),
});
const window = (tokens: number) => ({
  contextWindow: async () => ({ tokens, enlarge: 'raise num_ctx' }),
});

test('a model that begins to write works, and is named with its address', async () => {
  const { name, ok, cause, remedy } = await diagnose({});
  assert.deepEqual([name, ok, remedy], ['model m (at http://host)', true, '']);
  assert.match(cause, /^it began to write after \d{1,4} ms$/);
  assert.equal((await diagnose({ modelName: () => UNKNOWN_MODEL })).name, 'model (at http://host)');
});

test('a context window is a fault only if a short question does not fit', async () => {
  const told = async (tokens: number) => {
    const { ok, cause, remedy } = await diagnose(window(tokens));
    return [ok, cause.replace(/.*window is /, ''), remedy];
  };
  assert.deepEqual(await told(8000), [true, '8000 tokens, which is enough', '']);
  const long = '7999 tokens, but a long follow-up question and its answer may need 8000';
  assert.deepEqual(await told(7999), [true, long, 'raise num_ctx']);
  assert.equal((await told(4000))[0], true);
  const small = '3999 tokens, too small: with the current CONTEXT_TOKENS a prompt and its answer need 4000';
  const [ok, cause, remedy] = await told(3999);
  assert.deepEqual([ok, cause], [false, small]);
  assert.match(String(remedy), /^raise num_ctx, or set CONTEXT_TOKENS=\d+00$/);
  assert.equal((await told(100))[2], 'raise num_ctx');
  // A window that is not known is looked for with a second call, which has to end.
  const ending = modelOf([{ type: 'text-delta', delta: 'Yes' }]);
  const failing = await diagnose({
    model: ending,
    contextWindow: () => Promise.reject(new Error('no')),
  });
  assert.deepEqual([failing.ok, failing.remedy], [true, '']);
});

test('each refusal has its own remedy, for the settings of that model', async () => {
  for (const [status, remedy] of [
    [401, 'set MODEL_API_KEY to a key that its API accepts'],
    [403, 'set MODEL_API_KEY to a key that its API accepts'],
    [404, 'set MODEL_NAME to a model that its API has, or correct MODEL_BASE_URL'],
    [429, 'wait, or raise the limit of its plan'],
    [500, 'check the log of its server'],
    [400, 'check MODEL_PROVIDER, MODEL_BASE_URL and MODEL_NAME'],
  ] as const) {
    const diagnosis = await diagnose({ model: refusing(status) });
    assert.deepEqual([diagnosis.ok, diagnosis.remedy], [false, remedy], String(status));
    assert.doesNotMatch(diagnosis.cause, /\.$/);
  }
  const second = await diagnose({ model: refusing(401), settingsPrefix: 'MODEL_FALLBACK_' });
  assert.equal(second.remedy, 'set MODEL_FALLBACK_API_KEY to a key that its API accepts');
  const remedyNotFound = async () => 'run ollama pull m';
  assert.equal((await diagnose({ model: refusing(404), remedyNotFound })).remedy, 'run ollama pull m');
  assert.match((await diagnose({ model: refusing(401), remedyNotFound })).remedy, /^set MODEL_API_KEY/);
  const unknown = await diagnose({ model: refusing(404), remedyNotFound: async () => null });
  assert.match(unknown.remedy, /^set MODEL_NAME/);
});

test('a model without enough memory needs a smaller one, not a look into a log', async () => {
  const error = Object.assign(new Error('no'), {
    statusCode: 500,
    data: { error: { code: 'out_of_memory' } },
  });
  const { remedy } = await diagnose({ model: { doStream: () => Promise.reject(error) } });
  assert.match(remedy, /^set MODEL_NAME to a smaller model/);
});

test('a server that cannot be reached is named by its address', async () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
  const model = { doStream: () => Promise.reject(Object.assign(new Error('no'), { cause })) };
  const { ok, remedy } = await diagnose({ model });
  assert.equal(ok, false);
  assert.match(remedy, /MODEL_BASE_URL/);
});

test('a model that does not answer in time is a fault, and a caller who leaves gets the reason', async () => {
  const late = await diagnose({ model: modelOf([], true), timeoutMs: 1 });
  assert.deepEqual([late.ok, late.remedy], [false, 'use a smaller model, or raise MODEL_TIMEOUT_MS']);
  assert.match(late.cause, /did not finish within .*[^.]$/);
  for (const model of [modelOf([], true), answers, refusing(500)])
    await assert.rejects(diagnose({ model }, AbortSignal.abort()), /The caller left|aborted/);
  const controller = new AbortController();
  const contextWindow = async () => {
    controller.abort();
    return null;
  };
  await assert.rejects(diagnose({ contextWindow }, controller.signal), /The caller left|aborted/);
});
