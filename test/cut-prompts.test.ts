import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { examine } from '../src/service/assemble.ts';
import {
  begin,
  type ChatCall,
  type ChatScript,
  chunk,
  DONE,
  startChatServer,
  usage,
} from './support/chat-server.ts';
import { finished, sending, startOllamaServer, textLine } from './support/ollama-server.ts';
import { startSearchServer, withResults } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

const ANSWER = 'The harbour was built in 1887 [1].';
/** Results with far more text than a small window holds. */
const results = Array.from({ length: 5 }, (_, at) => ({
  url: `https://harbour.test/${at}`,
  title: `Harbour ${at}`,
  content: `The harbour ${at} was built in 1887. `.repeat(60),
}));

type Messages = readonly { readonly content: string }[];
const tokensOf = (messages: Messages) =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
const messagesOf = ({ body }: ChatCall) => (body as { messages: Messages }).messages;

/** Reads the end of a long prompt, counts that, and says nothing: LM Studio, proxies, Ollama at its `/v1`. */
const cutting =
  (windowTokens: number): ChatScript =>
  (response, call) => {
    const sent = tokensOf(messagesOf(call));
    begin(response);
    response.write(chunk({ content: ANSWER }));
    response.end(chunk({}, 'stop') + usage(sent > windowTokens ? windowTokens / 2 + 2 : sent, 12) + DONE);
  };

/** Refuses a long prompt in words, without a code: vLLM. */
const refusing =
  (windowTokens: number): ChatScript =>
  (response, call) => {
    if (tokensOf(messagesOf(call)) <= windowTokens) return cutting(windowTokens)(response, call, 0);
    const message = `This model's maximum context length is ${windowTokens} tokens.`;
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message, type: 'BadRequestError', code: 400 } }));
  };

/** Reports it in the stream, as llama.cpp does. */
const failing =
  (windowTokens: number): ChatScript =>
  (response, call) => {
    if (tokensOf(messagesOf(call)) <= windowTokens) return cutting(windowTokens)(response, call, 0);
    begin(response);
    response.end(
      `data: ${JSON.stringify({ error: { code: 400, message: 'no', type: 'exceed_context_size_error', n_ctx: 1 } })}\n\n`,
    );
  };

async function withService(
  script: ChatScript,
  check: (service: {
    url: string;
    ask: (query: string) => Promise<Told>;
    sizes: () => number[];
  }) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  await using search = await startSearchServer(withResults(results));
  await using model = await startChatServer(script);
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_BASE_URL: model.url,
    MODEL_NAME: 'm',
    CONTEXT_TOKENS: '3000',
    ...settings,
  });
  const ask = async (query: string) => {
    const body = JSON.stringify({ query });
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${service.url}/api/ask`, { method: 'POST', headers, body })).json();
  };
  const sizes = () => model.calls.map((call) => tokensOf(messagesOf(call)));
  await check({ url: service.url, ask, sizes });
}
type Told = { readonly answer: string; readonly error: string | null };

test('a prompt that the server cut silently is noticed: the reader is told, and the next one fits', async () => {
  await withService(cutting(2048), async ({ ask, sizes }) => {
    const first = await ask('When was the harbour built?');
    assert.match(
      String(first.error),
      /read only 1026 of about \d{4} tokens: its context window is too small/,
    );
    assert.match(first.answer, /built in 1887/);
    const second = await ask('Who built the harbour?');
    assert.equal(second.error, null);
    const [before = 0, after = 0] = sizes();
    assert.ok(before > 2048 && after < 1026, `${before}, ${after}`);
  });
});

test('a prompt that the server refuses as too long is followed by a shorter one', async () => {
  for (const script of [refusing(2048), failing(2048)])
    await withService(script, async ({ ask, sizes }) => {
      const first = await ask('When was the harbour built?');
      assert.match(String(first.error), /has too small a context window for the prompt/);
      for (const query of ['Who built it?', 'Why was it built?', 'Where is it?']) await ask(query);
      const last = await ask('What is the harbour like?');
      assert.equal(last.error, null, String(sizes()));
    });
});

test('Ollama that cuts although it was asked not to is noticed as well', async () => {
  await using search = await startSearchServer(withResults(results));
  await using model = await startOllamaServer([{ name: 'm', trained: 131_072 }], (response, body) => {
    const sent = tokensOf(body.messages ?? []);
    sending(textLine(ANSWER), finished('stop', Math.min(sent, 1026), 12))(response, body);
  });
  await using service = await startTestService({
    ...{
      SEARCH_PRIMARY_URL: search.url,
      MODEL_PROVIDER: 'ollama',
      MODEL_BASE_URL: model.url,
      MODEL_NAME: 'm',
    },
    CONTEXT_TOKENS: '3000',
  });
  const ask = async (query: string) => {
    const body = JSON.stringify({ query });
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${service.url}/api/ask`, { method: 'POST', headers, body })).json();
  };
  assert.match((await ask('When was the harbour built?')).error, /read only 1026 of about/);
  assert.equal((await ask('Who built the harbour?')).error, null);
});

test('a long message of a chat program is measured against the window, and its writer is told', async () => {
  await withService(cutting(2048), async ({ url, sizes }) => {
    const chat = async (content: string) => {
      const reply = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [{ role: 'user', content }] }),
      });
      return JSON.stringify(await reply.json());
    };
    const text = `Translate this into German:\n\n${'The harbour was built of stone. '.repeat(500)}`;
    assert.match(await chat(text), /read only 1026 of about \d{4} tokens/);
    const calls = sizes().length;
    assert.match(await chat(text), /context window of about 1026 tokens, and this message has about \d{4}/);
    assert.ok(Math.max(...sizes().slice(calls)) < 1026, 'it is not sent again');
  });
});

test('the doctor sends a long prompt to a server that does not report its window, and names what it read', async () => {
  await using search = await startSearchServer();
  await using model = await startChatServer(cutting(2048));
  const before = process.env;
  const settings = { SEARCH_PRIMARY_URL: search.url, SEARCH_TERTIARY_URL: 'off', MODEL_BASE_URL: model.url };
  process.env = { ...settings, MODEL_NAME: 'm', CONTEXT_TOKENS: '3000' };
  try {
    const diagnoses = await examine('0.0.0-test', new AbortController().signal);
    const found = diagnoses.find(({ name }) => name.startsWith('model'));
    assert.equal(found?.ok, false);
    assert.match(String(found?.cause), /read only 1026 of \d{4} tokens of a prompt/);
    assert.match(String(found?.remedy), /^enlarge its context window/);
  } finally {
    process.env = before;
  }
});
