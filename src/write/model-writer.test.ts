import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
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
import { askModel, collect, failureOf, KEY, task, writerAt } from '../../test/support/model-bed.ts';

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

test('reads a stream that arrives byte by byte', async () => {
  const { text } = await askModel(async (response) => {
    begin(response);
    const events =
      chunk({ role: 'assistant', content: 'Grüße, ' }) +
      chunk({ content: '世界' }) +
      chunk({}, 'stop') +
      usage(1, 2) +
      DONE;
    for (const byte of Buffer.from(events.replaceAll('\n', '\r\n'))) {
      response.write(Buffer.of(byte));
      if (byte % 7 === 0) await pause(0);
    }
    response.end();
  });
  assert.equal(text, 'Grüße, 世界');
});

test('skips keep-alive comments and thinking of both kinds', async () => {
  const { text } = await askModel((response) => {
    begin(response);
    response.write(': OPENROUTER PROCESSING\n\n');
    response.write(chunk({ role: 'assistant', content: '', reasoning_content: 'Hm.' }));
    response.write(': keep-alive\n\n');
    response.write(
      chunk({ content: '<thi' }) + chunk({ content: 'nk>Well' }) + chunk({ content: '.</think>\n\nCre' }),
    );
    response.end(chunk({ content: 'te.' }) + chunk({}, 'stop') + DONE);
  });
  assert.equal(text, 'Crete.');
});

test('joins characters that the server split, and splits none itself', async () => {
  const { text } = await askModel((response) => answerWith(response, ['a', '\ud83d', '\ude00 b.']));
  assert.equal(text, 'a😀 b.');
  const { said } = await failureOf((response) => answerWith(response, [`a${'😀'.repeat(9_000)}`]));
  assert.ok(said.length >= 15_999 && said.isWellFormed());
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

test('an answer that the token limit or the provider cut is not complete', async () => {
  for (const [finish, words] of [
    ['length', /token limit/],
    ['content_filter', /stopped by its provider/],
  ] as const) {
    const failure = await failureOf((response) => {
      begin(response);
      response.end(
        chunk({ content: 'It has gills. It lives ne' }) + chunk({}, finish) + usage(30, 40) + DONE,
      );
    });
    assert.match(failure.message, words);
    assert.equal(failure.said, 'It has gills. It lives ne');
  }
});

test('an answer is complete when the model says so, even if the connection stays open', async () => {
  const { text, usages } = await askModel((response) => {
    begin(response);
    response.write(chunk({ content: 'It has gills.' }) + chunk({}, 'stop') + usage(30, 40));
  });
  assert.equal(text, 'It has gills.');
  assert.equal(usages.at(-1), 70);
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

test('reports what the API counted for a call without text, and for an answer that was cut', async () => {
  for (const delta of [{ reasoning_content: 'Hm.' }, { content: 'It has gills. It li' }]) {
    const finish = 'content' in delta ? 'length' : 'stop';
    const tokens = await usageOf((response) => {
      begin(response);
      response.end(chunk(delta) + chunk({}, finish) + usage(30, 40) + DONE);
    });
    assert.equal(tokens, 70);
  }
});

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

test('counts nothing for a call that the API refuses', async () => {
  assert.equal(await usageOf((response) => response.writeHead(401).end()), 0);
});
