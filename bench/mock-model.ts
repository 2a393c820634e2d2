import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MockSettings } from './mock-settings.ts';
import { mockAnswer } from './mock-text.ts';

/** One answer as the events of a stream, ready to be sent. */
type Frames = { readonly tokens: readonly string[]; readonly end: string };

/** The sources in the prompts of the service, and in those of the minimum. */
const SOURCE = /^<source [^>]*>\n([\s\S]*?)\n<\/source>$|^\[\d+\] [^:\n]*: (.*)$/gm;

/** `POST /v1/chat/completions`, streamed as by an OpenAI-compatible server, and `GET /v1/models`. */
export async function answerModel(
  settings: MockSettings,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') return sendModels(request, response);
  // Parsed as a real server would parse it, so that a client that sends nonsense is noticed.
  const call = JSON.parse(await text(request));
  if (call.stream !== true || !Array.isArray(call.messages)) {
    response.writeHead(400).end();
    return;
  }
  const { ttftMs, tokensPerSec, answerTokens } = settings.llm;
  const frames = framesOf(mockAnswer(answerTokens, sourcesIn(call.messages)));
  if (ttftMs > 0) await sleep(ttftMs);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  if (tokensPerSec > 0) await sendPaced(frames.tokens, tokensPerSec, response);
  response.end(tokensPerSec > 0 ? frames.end : frames.tokens.join('') + frames.end);
}

function sendModels(request: IncomingMessage, response: ServerResponse): void {
  const isList = request.url?.endsWith('/models') === true;
  response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' });
  response.end(isList ? '{"object":"list","data":[{"id":"mock","object":"model"}]}' : '{}');
}

/**
 * Sends each token when it is due. The schedule is absolute, so that the delays of late timers do not add up.
 */
async function sendPaced(
  tokens: readonly string[],
  perSecond: number,
  response: ServerResponse,
): Promise<void> {
  const startedAtMs = performance.now();
  let sent = 0;
  while (sent < tokens.length && !response.destroyed) {
    const due = 1 + Math.floor(((performance.now() - startedAtMs) * perSecond) / 1000);
    if (due > sent) response.write(tokens.slice(sent, due).join(''));
    sent = Math.max(sent, due);
    await sleep(Math.max(1, startedAtMs + (sent * 1000) / perSecond - performance.now()));
  }
}

function sourcesIn(messages: readonly { readonly content?: unknown }[]): readonly string[] {
  const prompt = messages.map(({ content }) => (typeof content === 'string' ? content : '')).join('\n');
  return Array.from(prompt.matchAll(SOURCE), ([, block, line]) => block ?? line ?? '');
}

function framesOf(texts: readonly string[]): Frames {
  const count = texts.length;
  // About as many as a prompt with sources has: far fewer would mean that it was cut.
  const read = 2_500;
  const usage = { prompt_tokens: read, completion_tokens: count, total_tokens: read + count };
  const common = {
    id: 'chatcmpl-mock',
    object: 'chat.completion.chunk',
    created: 1_750_000_000,
    model: 'mock',
  };
  const frame = (fields: object) => `data: ${JSON.stringify({ ...common, ...fields })}\n\n`;
  const choice = (delta: object, finish_reason: string | null = null) =>
    frame({ choices: [{ index: 0, delta, logprobs: null, finish_reason }] });
  const tokens = texts.map((content, at) => choice(at === 0 ? { role: 'assistant', content } : { content }));
  return { tokens, end: `${choice({}, 'stop')}${frame({ choices: [], usage })}data: [DONE]\n\n` };
}
