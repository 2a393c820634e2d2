import type { Answer } from '../../core/answer.ts';
import type { FunctionCall } from '../../core/function-call.ts';
import { parseBoundedJson } from '../../lib/text/bounded-json.ts';
import { toEnd, toHead } from './lines.ts';

/** The options for writing calls as lines of JSON. */
export type CallLinesOptions = {
  /** The name of the model as the caller wrote it. */
  readonly named: string;
  readonly calls: readonly FunctionCall[];
  /** Has the tokens. */
  readonly answer: Answer;
  readonly startedAtMs: number;
};

/** Calls of the caller's functions as one object. */
export function toWholeCalls(options: CallLinesOptions) {
  return { ...toCallHead(options), ...toCallEnd(options) };
}

/** The same calls as lines: one with the calls, and the last one. */
export function* toCallLines(options: CallLinesOptions): Generator<string> {
  const toField = (content: string) => ({ message: { role: 'assistant', content } });
  yield `${JSON.stringify({ ...toCallHead(options), done: false })}\n`;
  yield `${JSON.stringify({ ...toHead({ named: options.named, toField }, ''), ...toCallEnd(options) })}\n`;
}

function toCallHead({ named, calls }: CallLinesOptions) {
  // Ollama's interface has the arguments as an object.
  const tool_calls = calls.map(({ name, arguments: given }) => ({
    function: { name, arguments: parseBoundedJson(given) },
  }));
  return toHead(
    { named, toField: (content) => ({ message: { role: 'assistant', content, tool_calls } }) },
    '',
  );
}

function toCallEnd({ calls, answer, startedAtMs }: CallLinesOptions) {
  return toEnd(answer, calls.map((call) => call.arguments).join(''), startedAtMs);
}
