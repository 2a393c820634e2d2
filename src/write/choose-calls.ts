import { createHash, randomBytes } from 'node:crypto';
import { abortReason, startDeadline } from '../core/deadline.ts';
import type { CallRequest, ChooseCalls, FunctionCall, Turn } from '../core/function-call.ts';
import { SEARCH_FUNCTION } from '../core/search-function.ts';
import { parseBoundedJson } from '../lib/text/bounded-json.ts';
import { estimateTokens } from '../lib/text/tokens.ts';
import type { LanguageModelLike, ModelMessage, ModelPart, ModelTool } from '../models/language-model.ts';
import { readModelError } from '../models/model-error.ts';
import type { ModelStream } from '../models/model-stream.ts';
import { openCallStream, REFUSED, toJsonMode } from '../models/open-model-stream.ts';
import { CALLS, PROGRAM } from './instructions.ts';
import { sanitizeForPrompt } from './sanitize-for-prompt.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
/** How long the same functions are not offered again after a server refused them, in milliseconds. */
const REFUSAL_MS = 60_000;
const MAX_REFUSALS = 200;
/** Ids that every API accepts. */
const ID = /^[\w-]{1,64}$/;

/**
 * Lets a model choose among functions, in one call. Null if the call fails or takes too long, and for a
 * minute after the model's server refused the same functions.
 */
export function createChooseCalls(model: LanguageModelLike, nowMs: () => number = Date.now): ChooseCalls {
  const refusals = rememberRefusals(nowMs);
  return async (request, signal) => {
    const tools = toModelTools(request);
    const offered = JSON.stringify(tools);
    if (refusals.has(offered)) return null;
    const prompt = toPrompt(request, new Date(nowMs()));
    using deadline = startDeadline(request.timeoutMs, signal);
    let stream: ModelStream | undefined;
    try {
      const { data, choice } = request;
      const call = {
        prompt,
        tools,
        toolChoice: { type: choice },
        ...(data !== undefined && { responseFormat: toJsonMode(data) }),
      };
      stream = await openCallStream(model, call, deadline.signal);
      const text = (await stream.readText(request.maxChars)).slice(0, request.maxChars).toWellFormed();
      const promptTokens = () => estimateTokens(JSON.stringify(prompt)) + estimateTokens(offered);
      const tokens = stream.usage?.tokens ?? promptTokens() + stream.receivedTokens;
      return { calls: stream.calls.map(toCall), text, tokens };
    } catch (error) {
      if (signal.aborted) throw abortReason(signal);
      if (REFUSED.has(readModelError(error).status ?? 0)) refusals.add(offered);
      return null;
    } finally {
      stream?.close();
    }
  };
}

function toCall({ toolCallId = '', toolName = '', input = '' }: ModelPart): FunctionCall {
  const id = ID.test(toolCallId) ? toolCallId : `call_${randomBytes(12).toString('hex')}`;
  return { id, name: toolName, arguments: input };
}

function toModelTools({ functions }: CallRequest): ModelTool[] {
  return functions.map(({ name, description, parameters }) => ({
    type: 'function',
    name,
    description,
    inputSchema: parameters,
  }));
}

function toPrompt({ instructions, turns }: CallRequest, today: Date): ModelMessage[] {
  const rules = CALLS.replace('{today}', DAY.format(today)).replace('{search}', SEARCH_FUNCTION);
  const programRules =
    instructions.trim() === '' ? '' : `\n\n${PROGRAM}\n${sanitizeForPrompt(instructions.trim())}`;
  return [{ role: 'system', content: rules + programRules }, ...turns.map(toMessage)];
}

function toMessage(turn: Turn): ModelMessage {
  const text = sanitizeForPrompt(turn.text);
  switch (turn.role) {
    case 'user':
      return { role: 'user', content: [{ type: 'text', text }] };
    case 'result': {
      const { id: toolCallId, name: toolName } = turn;
      const output = { type: 'text', value: text } as const;
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] };
    }
    case 'assistant': {
      const calls = turn.calls.map(({ id: toolCallId, name: toolName, arguments: input }) => ({
        type: 'tool-call' as const,
        toolCallId,
        toolName,
        input: readObject(input),
      }));
      const content = text === '' ? [] : [{ type: 'text' as const, text }];
      return { role: 'assistant', content: [...content, ...calls] };
    }
  }
}

function readObject(json: string): unknown {
  try {
    return parseBoundedJson(json);
  } catch {
    return {};
  }
}

/** Which functions a server refused, by a digest of them. */
function rememberRefusals(nowMs: () => number) {
  const untilMs = new Map<string, number>();
  const keyOf = (offered: string) => createHash('sha256').update(offered).digest('base64');
  return {
    has: (offered: string) => (untilMs.get(keyOf(offered)) ?? 0) > nowMs(),
    add(offered: string) {
      const [oldest] = untilMs.keys();
      if (untilMs.size >= MAX_REFUSALS && oldest !== undefined) untilMs.delete(oldest);
      untilMs.set(keyOf(offered), nowMs() + REFUSAL_MS);
    },
  };
}
