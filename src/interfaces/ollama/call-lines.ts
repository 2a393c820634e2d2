import { parseBoundedJson } from '../../lib/text/bounded-json.ts';
import type { Called } from '../openai/tools/decide.ts';
import { type LinesOptions, toEnd, toHead, toLine } from './lines.ts';

/** Calls of the caller's functions as one object. */
export function toWholeCalls(options: LinesOptions, called: Called) {
  return { ...toCallHead(options, called), ...toCallEnd(options, called) };
}

/** The same calls as lines: one with the calls, and the last one. */
export function* toCallLines(options: LinesOptions, called: Called): Generator<string> {
  yield toLine({ ...toCallHead(options, called), done: false });
  yield toLine({ ...toHead(options, ''), ...toCallEnd(options, called) });
}

function toCallHead(options: LinesOptions, { calls }: Called) {
  // Ollama's interface has the arguments as an object.
  const tool_calls = calls.map(({ name, arguments: given }) => ({
    function: { name, arguments: parseBoundedJson(given) },
  }));
  return toHead(options, '', { tool_calls });
}

function toCallEnd(options: LinesOptions, { calls, answer }: Called) {
  return toEnd(options, answer, calls.map((call) => call.arguments).join(''));
}
