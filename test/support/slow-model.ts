import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { estimateTokens } from '@sayso/text/tokens.ts';

/** How a model server behaves; times are real, so a bench divides and multiplies them. */
export type SlowModelOptions = {
  readonly kind: 'ollama' | 'llama.cpp';
  readonly readTokensPerSecond: number;
  readonly writtenTokensPerSecond: number;
  readonly windowTokens?: number;
  /** The time to load the model before the first call. */
  readonly loadMs?: number;
  /** The reply to a prompt. */
  reply(prompt: string): string;
  /** In billions, as Ollama reports it. */
  readonly parameters?: number;
};

/** One call of the model, as its server saw it. */
type SlowCall = {
  readonly prompt: string;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  /** From the arrival of the call to its first word, in milliseconds; undefined if it was given up before. */
  firstWordMs?: number;
  /** When it ended, on the clock of `performance.now()`; undefined while it is written. */
  endedAtMs?: number;
  /** Whether the whole reply was sent. */
  isWhole: boolean;
};

export type SlowModel = AsyncDisposable & {
  readonly url: string;
  readonly calls: readonly SlowCall[];
  /** Unloads the model, as Ollama does after `keep_alive`. */
  unload(): void;
};

/**
 * A server with one model that reads and writes slowly, as Ollama and llama.cpp do: one call at a time; what
 * a prompt has in common with the one before it is in the cache and not read again; the times of a call are
 * reported at its end; a call whose caller leaves is given up.
 */
export async function startSlowModel(options: SlowModelOptions): Promise<SlowModel> {
  const { kind, windowTokens = 8192, parameters = 8 } = options;
  const calls: SlowCall[] = [];
  const closing = new AbortController();
  let isLoaded = false;
  let cached = '';
  let turn: Promise<unknown> = Promise.resolve();

  const json = (response: ServerResponse, body: object) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  async function load(): Promise<void> {
    if (!isLoaded) await sleep(options.loadMs ?? 0, undefined, { signal: closing.signal });
    isLoaded = true;
  }
  async function answer(prompt: string, response: ServerResponse): Promise<void> {
    const arrivedAtMs = performance.now();
    const leaving = new AbortController();
    response.on('close', () => leaving.abort());
    const before = turn;
    const done = Promise.withResolvers<void>();
    turn = done.promise;
    try {
      await before;
      await load();
      const promptTokens = estimateTokens(prompt);
      const cachedTokens = estimateTokens(prompt.slice(0, sharedLength(prompt, cached)));
      const call: SlowCall = { prompt, promptTokens, cachedTokens, isWhole: false };
      calls.push(call);
      const readMs = (1000 * (promptTokens - cachedTokens)) / options.readTokensPerSecond;
      response.on('close', () => {
        call.endedAtMs = performance.now();
      });
      await sleep(readMs, undefined, { signal: leaving.signal });
      cached = prompt;
      call.firstWordMs = performance.now() - arrivedAtMs;
      const pieces = options.reply(prompt).match(/\S+\s*|\s+/g) ?? [];
      const writingAtMs = performance.now();
      let written = 0;
      for (const piece of pieces) {
        send(piece, response);
        written += estimateTokens(piece);
        const dueMs = writingAtMs + (1000 * written) / options.writtenTokensPerSecond;
        // A timer takes at least a millisecond, in which a fast model writes several tokens.
        const waitMs = dueMs - performance.now();
        if (waitMs > 1) await sleep(waitMs, undefined, { signal: leaving.signal });
      }
      call.isWhole = true;
      const writeMs = performance.now() - writingAtMs;
      response.end(endOf({ ...call, readMs, written, writeMs }));
    } catch {
      // The caller left, or the server stops.
    } finally {
      done.resolve();
    }
  }
  function send(content: string, response: ServerResponse): void {
    if (kind === 'ollama')
      return void response.write(
        `${JSON.stringify({ message: { role: 'assistant', content }, done: false })}\n`,
      );
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
  }
  function endOf(call: SlowCall & { readMs: number; written: number; writeMs: number }): string {
    const { promptTokens, cachedTokens, readMs, written, writeMs } = call;
    if (kind === 'ollama') {
      const counts = { prompt_eval_count: promptTokens, eval_count: written };
      const durations = { prompt_eval_duration: readMs * 1e6, eval_duration: writeMs * 1e6 };
      const last = { message: { content: '' }, done: true, done_reason: 'stop' };
      return `${JSON.stringify({ ...last, ...counts, ...durations })}\n`;
    }
    const usage = { prompt_tokens: promptTokens, completion_tokens: written };
    const read = { cache_n: cachedTokens, prompt_n: promptTokens - cachedTokens, prompt_ms: readMs };
    const timings = { ...read, predicted_n: written, predicted_ms: writeMs };
    const last = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage, timings };
    return `data: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`;
  }

  const server = createServer(async (request, response) => {
    response.on('error', () => undefined);
    const path = request.url ?? '';
    if (path === '/v1/models')
      return json(response, { data: [{ id: 'slow', meta: { n_params: parameters * 1e9 } }] });
    if (path === '/api/ps') {
      const models = isLoaded ? [{ name: 'slow', context_length: windowTokens }] : [];
      return json(response, { models });
    }
    if (path === '/props' && kind === 'llama.cpp')
      return json(response, { default_generation_settings: { n_ctx: windowTokens } });
    if (path === '/api/show')
      return json(response, {
        details: { parameter_size: `${parameters}B` },
        model_info: { 'general.parameter_count': parameters * 1e9, 'llama.context_length': windowTokens },
      });
    if (path === '/api/generate') {
      await load().catch(() => undefined);
      return json(response, { done: true });
    }
    if (!/^\/(?:api\/chat|v1\/chat\/completions)$/.test(path)) return void response.writeHead(404).end();
    const { messages } = JSON.parse(await text(request));
    const prompt = messages.map(({ content }: { content: string }) => content).join('\n\n');
    return answer(prompt, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    unload() {
      isLoaded = false;
      cached = '';
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      server.closeAllConnections();
      server.close();
    },
  };
}

function sharedLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
