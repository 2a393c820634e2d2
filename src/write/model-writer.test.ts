import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { estimateTokens } from '@sayso/text/tokens.ts';
import {
  answerWith,
  begin,
  type ChatScript,
  chunk,
  DONE,
  startChatServer,
  usage,
} from '../../test/support/chat-server.ts';
import { assertNothingListens } from '../../test/support/leaves-nothing.ts';
import { askModel, collect, KEY, task, writerAt } from '../../test/support/model-bed.ts';

const nobody = new AbortController().signal;
assertNothingListens(nobody);

test('writes the answer in one call and reports the count of the API', async () => {
  const { text, usages, order, calls } = await askModel((response) =>
    answerWith(response, ['It is ', 'on **Crete** [1', '].']),
  );
  assert.equal(text, 'It is on **Crete** [1].');
  assert.equal(calls, 1);
  assert.equal(order[0], 'usage');
  assert.equal(order.at(-1), 'usage');
  assert.equal(usages.at(-1), 120);
});

test('sends model and messages, neither temperature nor limit nor tools', async () => {
  await using server = await startChatServer((response) => answerWith(response, ['Yes.']));
  await collect(writerAt(server.url), nobody);
  const call = await server.nextCall();
  assert.ok(typeof call.body === 'object' && call.body !== null);
  assert.deepEqual(Object.keys(call.body).sort(), ['messages', 'model', 'stream', 'stream_options']);
  assert.equal(call.path, '/v1/chat/completions');
  assert.equal(call.headers.authorization, `Bearer ${KEY}`);
  assert.match(call.headers['user-agent'] ?? '', /^sayso-test/);
});

test('estimates if the API counts nothing', async () => {
  const { usages } = await askModel((response) => answerWith(response, ['It is on Crete, all in all.'], ''));
  assert.ok(usages.every((tokens) => tokens > 100 && tokens < 400));
  assert.ok((usages.at(-1) ?? 0) > (usages[0] ?? 0));
  const zero = await askModel((response) => answerWith(response, ['Yes.'], usage(0, 0)));
  assert.ok((zero.usages.at(-1) ?? 0) > 100);
});

test('estimates if the API reports an invalid count', async () => {
  for (const [prompt, answer] of [
    [1e300, 1],
    [-5, 1],
  ] as const) {
    const { usages } = await askModel((response) => answerWith(response, ['Yes.'], usage(prompt, answer)));
    assert.ok(
      usages.every((tokens) => tokens > 100 && tokens < 400),
      String(usages),
    );
  }
  const { usages } = await askModel((response) => answerWith(response, ['Yes.'], usage(100.4, 20)));
  assert.equal(usages.at(-1), 120);
});

test('yields each piece as it arrives', async () => {
  const { promise: toldFirst, resolve: tell } = Promise.withResolvers<void>();
  await using server = await startChatServer(async (response) => {
    begin(response);
    response.write(chunk({ content: 'One ' }));
    await toldFirst;
    response.end(chunk({ content: 'two.' }) + chunk({}, 'stop') + DONE);
  });
  const { text, pieces } = await collect(writerAt(server.url), nobody, () => tell());
  assert.equal(text, 'One two.');
  assert.equal(pieces, 2);
});

test('stops a model that repeats itself endlessly', async () => {
  await using server = await startChatServer((response) => {
    begin(response);
    const timer = setInterval(() => response.write(chunk({ content: 'again '.repeat(500) })), 1);
    response.on('close', () => clearInterval(timer));
  });
  let said = '';
  const running = collect(writerAt(server.url), nobody, (text) => {
    said = text;
  });
  await assert.rejects(running, /kept writing without end/);
  assert.equal(said.length, 16_000);
  await (await server.nextCall()).closed;
});

/** The last usage that the writer yields, however it ends. */
async function usageOf(script: ChatScript): Promise<number> {
  await using server = await startChatServer(script);
  let tokens = 0;
  const running = (async () => {
    for await (const part of writerAt(server.url).write(task, nobody))
      if (part.type === 'usage') tokens = part.tokens;
  })();
  await running.catch(() => undefined);
  return tokens;
}

/** Accepts the call, sends this and drops the connection. */
function breakOff(response: ServerResponse, events = ': accepted\n\n'): void {
  begin(response);
  response.write(events, () => response.destroy());
}

const promptTokens = usageOf((response, _call, count) =>
  count === 1 ? breakOff(response) : response.writeHead(401).end(),
);

test('estimates the tokens of an accepted call that broke off, its thinking included', async () => {
  const thought = 'The question is about an island in the sea. '.repeat(2_000);
  const tokens = await usageOf((response) => breakOff(response, chunk({ reasoning_content: thought })));
  assert.ok((await promptTokens) > 100);
  assert.ok(Math.abs(tokens - (await promptTokens) - estimateTokens(thought)) <= 10, String(tokens));
});

test('adds the tokens of an accepted first attempt to those of its retry', async () => {
  const tokens = await usageOf((response, _call, count) =>
    count === 1 ? breakOff(response) : answerWith(response, ['Yes.'], usage(100, 20)),
  );
  assert.equal(tokens, (await promptTokens) + 120);
});
