import { toEventFrame } from '../../http/event-frame.ts';
import { argumentPieces } from '../tools/argument-pieces.ts';
import type { Called } from '../tools/decide.ts';
import {
  type OutputItem,
  type ResponseOptions,
  type ResponseState,
  toFunctionCall,
  toResponse,
  toResponseUsage,
} from './response.ts';

/** Calls of the caller's functions as a whole response. */
export function toCallResponse(options: ResponseOptions, called: Called) {
  return toResponse(options.head, { ...finalState(options, called), status: 'completed' });
}

/** The same calls as the events of a stream, with their arguments in pieces. */
export function* toCallEvents(options: ResponseOptions, called: Called): Generator<string> {
  let sequence = 0;
  const write = (type: string, data: object) =>
    toEventFrame({ type, sequence_number: sequence++, ...data }, { event: type });
  const final = finalState(options, called);
  const begun = toResponse(options.head, { ...final, status: 'in_progress', output: [], usage: null });
  yield write('response.created', { response: begun });
  yield write('response.in_progress', { response: begun });
  for (const [output_index, call] of called.calls.entries()) {
    const item = toFunctionCall(call, 'completed');
    const at = { item_id: item.id, output_index };
    const opened = toFunctionCall({ ...call, arguments: '' }, 'in_progress');
    yield write('response.output_item.added', { output_index, item: opened });
    for (const delta of argumentPieces(call.arguments))
      yield write('response.function_call_arguments.delta', { ...at, delta });
    yield write('response.function_call_arguments.done', { ...at, arguments: call.arguments });
    yield write('response.output_item.done', { output_index, item });
  }
  yield write('response.completed', {
    response: toResponse(options.head, { ...final, status: 'completed' }),
  });
}

function finalState(options: ResponseOptions, { calls, answer }: Called): Omit<ResponseState, 'status'> {
  const output: readonly OutputItem[] = calls.map((call) => toFunctionCall(call, 'completed'));
  const usage = toResponseUsage(answer, calls.map((call) => call.arguments).join(''));
  return { id: options.idAfter(''), output, usage, error: null };
}
