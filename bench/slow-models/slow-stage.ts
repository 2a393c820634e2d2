import { startTestService } from '../../test/support/service.ts';
import { type SlowModel, startSlowModel } from '../../test/support/slow-model.ts';
import { type SseEvent, toSseEvents } from '../../test/support/sse-events.ts';
import { until } from '../../test/support/until.ts';

/** A machine, and how much faster than on it everything happens in the bench. */
export type Machine = {
  /** Tokens a second. */
  readonly reads: number;
  readonly writes: number;
  readonly scale: number;
  /** The prompt that the model gets; that for its size if absent. */
  readonly profile?: 'full' | 'small';
};

/** What a machine is asked, and what its model replies. */
export type StageOptions = {
  /** The collection that is searched. */
  readonly index: string;
  reply(prompt: string): string;
};

/** A service and its slow model, whose speed it has measured. */
export type SlowStage = AsyncDisposable & { readonly url: string; readonly model: SlowModel };

/** An answer as its reader sees it; times are real, from the question on. */
export type ReadAnswer = {
  readonly events: readonly SseEvent[];
  readonly firstWordMs: number;
  readonly endMs: number;
};

/** The limits of an answer with Ollama, and the goal for its first word. */
const LIMITS_MS = {
  ANSWER_DEADLINE_MS: 150_000,
  QUERY_DEADLINE_MS: 150_000,
  MODEL_TIMEOUT_MS: 120_000,
  FIRST_WORDS_TARGET_MS: 8000,
};

/** Starts a service with a model of this speed, and waits until the service has measured it. */
export async function startSlowStage(
  { reads, writes, scale, profile }: Machine,
  { index, reply }: StageOptions,
): Promise<SlowStage> {
  await using stack = new AsyncDisposableStack();
  const isOllama = reads <= 100;
  const speed = { readTokensPerSecond: reads * scale, writtenTokensPerSecond: writes * scale };
  const model = stack.use(await startSlowModel({ kind: isOllama ? 'ollama' : 'llama.cpp', ...speed, reply }));
  const limits = Object.entries(LIMITS_MS).map(([name, ms]) => [name, String(Math.round(ms / scale))]);
  const service = stack.use(
    await startTestService({
      SEARCH_PRIMARY_KIND: 'collection',
      SEARCH_PRIMARY_URL: `file:${index}`,
      MODEL_BASE_URL: isOllama ? model.url : `${model.url}/v1`,
      MODEL_PROVIDER: isOllama ? 'ollama' : 'openai-compatible',
      MODEL_NAME: 'slow',
      PROMPT_PROFILE: profile ?? 'auto',
      LOG_LEVEL: 'silent',
      ...Object.fromEntries(limits),
    }),
  );
  await until(() => model.calls[0]?.endedAtMs !== undefined);
  const held = stack.move();
  return { url: service.url, model, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/**
 * Asks and reads the whole stream.
 * @param onEvent called with the name of each event when it arrives, and the id of the answer
 */
export async function readAnswer(
  url: string,
  body: object,
  onEvent?: (name: string, id: string) => void,
): Promise<ReadAnswer> {
  const startedAtMs = performance.now();
  const sinceStart = () => performance.now() - startedAtMs;
  let firstWordMs = Number.NaN;
  let text = '';
  let read = 0;
  const reply = await fetch(`${url}/api/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(body),
  });
  const id = reply.headers.get('x-request-id') ?? '';
  for await (const piece of (reply.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += piece;
    for (let end = text.indexOf('\n\n', read); end !== -1; end = text.indexOf('\n\n', read)) {
      const name = /^event: (.*)$/m.exec(text.slice(read, end))?.[1] ?? '';
      if (name === 'answer-delta' && Number.isNaN(firstWordMs)) firstWordMs = sinceStart();
      onEvent?.(name, id);
      read = end + 2;
    }
  }
  return { events: toSseEvents(text), firstWordMs, endMs: sinceStart() };
}

/** The data of the first event of a name; empty if there is none. */
export function dataOf(events: readonly SseEvent[], name: string) {
  return JSON.parse(events.find(({ event }) => event === name)?.data ?? '{}');
}
