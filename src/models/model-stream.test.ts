import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '@sayso/text/tokens.ts';
import {
  answerWith,
  begin,
  type ChatScript,
  chunk,
  startChatServer,
} from '../../test/support/chat-server.ts';
import { askModel, collect, failureOf, task, writerAt } from '../../test/support/model-bed.ts';
import { untilSettled } from '../../test/support/until.ts';
import { Failure } from '../core/failure.ts';
import { createModelWriter } from '../write/model-writer.ts';
import type { ModelPart } from './language-model.ts';
import { openModelStream } from './open-model-stream.ts';

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

test('closes the connection when the reader stops reading', async () => {
  await using server = await startChatServer((response) => {
    begin(response);
    response.write(chunk({ content: 'It is' }));
  });
  for await (const part of writerAt(server.url).write(task, new AbortController().signal)) {
    if (part.type === 'text') break;
  }
  await (await server.nextCall()).closed;
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
    assert.ok(opened.receivedTokens > 300 && opened.receivedTokens < 340, `${opened.receivedTokens}`);
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
  assert.ok(Math.abs(words.receivedTokens / 40_000 - estimateTokens('axolotls and otters ')) < 1);
  const cpuMs = async (chars: number) => {
    const delta = Array.from({ length: chars / 8 }, (_, at) =>
      (at * 7919 ** 3).toString(36).slice(0, 8),
    ).join('');
    const text = delta.replace(/\d/g, 'x');
    const before = process.threadCpuUsage();
    assert.ok((await opened(text)).receivedTokens > 0);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  await cpuMs(32_000);
  const short = await cpuMs(32_000);
  // It would take 25 times as long if all of the text were counted.
  assert.ok((await cpuMs(800_000)) < 6 * short + 40);
});
