import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { Failure } from '../../src/core/failure.ts';
import { createUpstream } from '../../src/net/upstream.ts';
import { createModelWriter } from '../../src/write/model/model.ts';
import { createOpenAiCompatible } from '../../src/write/model/providers/openai-compatible.ts';
import type { Writer, WritingTask } from '../../src/write/writer.ts';
import { type ChatScript, startChatServer } from './chat-server.ts';

export const KEY = 'sk-SECRETKEY';
export const QUESTION = 'Which island is PRIVATEQUESTION on?';
/** Stands in what the scripts of failing servers send. */
export const UPSTREAM_WORDS = 'UPSTREAMBODY';

/** The real way out. Its idle connections do not keep a process running. */
export const upstream = createUpstream({ userAgent: 'sayso-test' });

/** A question with one source. */
export const task: WritingTask = {
  question: { id: 'r1', text: QUESTION, maxSources: 5, language: 'auto', history: [], deadlineMs: 60_000 },
  sources: [
    {
      index: 1,
      url: 'https://a.example/',
      title: 'T',
      snippet: 'PRIVATESNIPPET',
      passages: [{ text: 'PRIVATESNIPPET', from: 0, to: 14 }],
    },
  ],
  ground: 'sources',
  remainingMs: 60_000,
};

/** The writer as it is assembled for a server with an OpenAI-compatible API. */
export function writerAt(baseUrl: string, timeoutMs = 60_000): Writer {
  const provider = createOpenAiCompatible({
    baseUrl,
    apiKey: KEY,
    modelName: 'm',
    fetch: upstream.fetch,
    userAgent: 'sayso-test',
  });
  return createModelWriter({ model: provider.model, name: 'm', timeoutMs, now: () => new Date() });
}

export type Written = { text: string; pieces: number; usages: number[]; order: string[] };

/** Everything the writer yields. */
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

/** What the writer writes when the server does as the script says. */
export async function askModel(script: ChatScript, timeoutMs?: number): Promise<Written & { calls: number }> {
  await using server = await startChatServer(script);
  const written = await collect(writerAt(server.url, timeoutMs), new AbortController().signal);
  return { ...written, calls: server.calls.length };
}

/** Why there is no answer, after checking that nobody can read secrets out of it. */
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

/** Fails when the key, the prompt or the upstream's words can be read out of the error by any means. */
export function assertDiscreet(error: Failure): void {
  const all = inspect(error, { depth: 20, showHidden: true, getters: true }) + String(error.stack);
  for (const secret of [KEY, 'PRIVATEQUESTION', 'PRIVATESNIPPET', UPSTREAM_WORDS])
    assert.ok(!all.includes(secret), secret);
}
