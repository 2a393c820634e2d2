import { startTestService } from '../../test/support/service.ts';
import { type SlowModel, startSlowModel } from '../../test/support/slow-model.ts';
import { until } from '../../test/support/until.ts';

/** A machine, and how much faster than on it everything happens in the bench. */
export type Machine = {
  /** Tokens a second. */
  readonly reads: number;
  readonly writes: number;
  readonly scale: number;
};

/** One answer, with times as the machine itself would take. */
export type SlowAnswer = {
  readonly budget: number;
  readonly sources: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly firstWordMs: number;
  readonly endMs: number;
  readonly words: number;
  /** Whether it was cut by its deadline, or failed. */
  readonly error: string | null;
};

/** The limits of an answer with Ollama, and the goal for its first word. */
const LIMITS_MS = {
  ANSWER_DEADLINE_MS: 150_000,
  QUERY_DEADLINE_MS: 150_000,
  MODEL_TIMEOUT_MS: 120_000,
  FIRST_WORDS_TARGET_MS: 8000,
};
const SENTENCE = 'It was named by the people who came to live near the river [1]. ';
const SENTENCE_WORDS = 13;
/** What a model writes that does not keep to the length it is asked for. */
const TOO_MANY_WORDS = 400;

/** Asks a service with a model of this speed these questions, one after the other. */
export async function askSlowly(
  { reads, writes, scale }: Machine,
  { index, questions }: { readonly index: string; readonly questions: readonly string[] },
): Promise<readonly SlowAnswer[]> {
  let calls = 0;
  await using model = await startSlowModel({
    kind: reads > 100 ? 'llama.cpp' : 'ollama',
    readTokensPerSecond: reads * scale,
    writtenTokensPerSecond: writes * scale,
    reply(prompt) {
      // Every other reply is longer than what was asked for.
      const asked = Number(/at most (\d+) words/.exec(prompt)?.[1] ?? 120);
      const words = calls++ % 2 === 0 ? TOO_MANY_WORDS : asked;
      return SENTENCE.repeat(Math.max(1, Math.floor(words / SENTENCE_WORDS)));
    },
  });
  const limits = Object.entries(LIMITS_MS).map(([name, ms]) => [name, String(Math.round(ms / scale))]);
  await using service = await startTestService({
    SEARCH_PRIMARY_KIND: 'collection',
    SEARCH_PRIMARY_URL: `file:${index}`,
    MODEL_BASE_URL: reads > 100 ? `${model.url}/v1` : model.url,
    MODEL_PROVIDER: reads > 100 ? 'openai-compatible' : 'ollama',
    MODEL_NAME: 'slow',
    LOG_LEVEL: 'silent',
    ...Object.fromEntries(limits),
  });
  await until(() => model.calls[0]?.endedAtMs !== undefined);
  const answers: SlowAnswer[] = [];
  for (const question of questions) answers.push(await askOnce(service.url, { question, model, scale }));
  return answers;
}

type Asked = { readonly question: string; readonly model: SlowModel; readonly scale: number };

async function askOnce(url: string, { question, model, scale }: Asked): Promise<SlowAnswer> {
  const startedAtMs = performance.now();
  let firstWordMs = Number.NaN;
  let body = '';
  const reply = await fetch(`${url}/api/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: question }),
  });
  for await (const piece of (reply.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    body += piece;
    if (Number.isNaN(firstWordMs) && body.includes('event: answer-delta'))
      firstWordMs = performance.now() - startedAtMs;
  }
  const frames = [...body.matchAll(/^event: (.*)\ndata: (.*)$/gm)];
  const dataOf = (name: string) => JSON.parse(frames.find((frame) => frame[1] === name)?.[2] ?? '{}');
  const { context, sources = [] } = dataOf('sources');
  const { answer = '', error } = dataOf('answer-end');
  const { promptTokens = 0, cachedTokens = 0 } = model.calls.at(-1) ?? {};
  return {
    budget: context?.tokens ?? 2000,
    sources: sources.length,
    promptTokens,
    cachedTokens,
    firstWordMs: firstWordMs * scale,
    endMs: (performance.now() - startedAtMs) * scale,
    words: answer.split(/\s+/).length,
    error: error === undefined ? 'no answer' : error,
  };
}
