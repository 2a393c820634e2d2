import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { Failure } from '../../src/core/failure.ts';
import { ANY_SCOPE } from '../../src/core/scope.ts';
import { createOpenAiCompatible } from '../../src/models/providers/openai-compatible.ts';
import { createUpstream } from '../../src/net/upstream.ts';
import { createModelWriter } from '../../src/write/model-writer.ts';
import type { Writer, WritingTask } from '../../src/write/writer.ts';
import { type ChatScript, startChatServer } from './chat-server.ts';

export const KEY = 'sk-SECRETKEY';
export const QUESTION = 'Which island is PRIVATEQUESTION on?';
/** Part of every reply of a failing server. */
export const UPSTREAM_WORDS = 'UPSTREAMBODY';

/** A real upstream client. Its idle connections do not keep the process running. */
export const upstream = createUpstream({ userAgent: 'sayso-test' });

/** A question with one source. */
export const task: WritingTask = {
  question: {
    id: 'r1',
    text: QUESTION,
    maxSources: 5,
    scope: ANY_SCOPE,
    history: [],
    deadlineAtMs: performance.now() + 60_000,
  },
  sources: [
    {
      index: 1,
      url: 'https://a.example/',
      title: 'T',
      snippet: 'PRIVATESNIPPET',
      passages: [{ text: 'PRIVATESNIPPET', from: 0, to: 14 }],
    },
  ],
  evidenceStatus: 'sources',
  patienceMs: 60_000,
};

/** The writer as assembled for a server with an OpenAI-compatible API. */
export function writerAt(baseUrl: string, timeoutMs = 60_000): Writer {
  const provider = createOpenAiCompatible({
    baseUrl,
    apiKey: KEY,
    modelName: 'm',
    fetch: upstream.fetch,
    userAgent: 'sayso-test',
  });
  return createModelWriter({ model: provider.model, name: () => 'm', timeoutMs });
}

export type Written = { text: string; pieces: number; usages: number[]; order: string[] };

/** All parts that the writer yields. */
export async function collect(
  writer: Writer,
  signal: AbortSignal,
  onText: (text: string) => void = () => undefined,
  asked: WritingTask = task,
): Promise<Written> {
  const written: Written = { text: '', pieces: 0, usages: [], order: [] };
  for await (const part of writer.write(asked, signal)) {
    written.order.push(part.type);
    if (part.type === 'usage') written.usages.push(part.tokens);
    else if (part.type === 'text') {
      written.text += part.text;
      written.pieces++;
      onText(written.text);
    }
  }
  return written;
}

/** The text that the writer yields if the server follows the script. */
export async function askModel(script: ChatScript, timeoutMs?: number): Promise<Written & { calls: number }> {
  await using server = await startChatServer(script);
  const written = await collect(writerAt(server.url, timeoutMs), new AbortController().signal);
  return { ...written, calls: server.calls.length };
}

/** Why there is no answer, after checking that the error reveals no secrets. */
export async function failureOf(
  script: ChatScript,
  timeoutMs?: number,
): Promise<Failure & { calls: number; said: string }> {
  await using server = await startChatServer(script);
  let said = '';
  const running = collect(writerAt(server.url, timeoutMs), new AbortController().signal, (text) => {
    said = text;
  });
  const error = await running.then(
    () => assert.fail('an answer came'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Failure);
  assertDiscreet(error);
  return Object.assign(error, { calls: server.calls.length, said });
}

/** Fails if the error contains the key, the prompt or the upstream's words. */
export function assertDiscreet(error: Failure): void {
  const all = inspect(error, { depth: 20, showHidden: true, getters: true }) + String(error.stack);
  for (const secret of [KEY, 'PRIVATEQUESTION', 'PRIVATESNIPPET', UPSTREAM_WORDS])
    assert.ok(!all.includes(secret), secret);
}
