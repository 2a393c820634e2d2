import { z } from 'zod';
import { Failure } from '../../../core/failure.ts';
import type { OfferedFunction } from '../../../core/function-call.ts';
import { fieldOf } from '../../../lib/text/own.ts';

/** The functions of one request, and whether one has to be called. */
export type OfferedFunctions = {
  /** The functions among which the model may choose; empty if it may call none. */
  readonly functions: readonly OfferedFunction[];
  readonly choice: 'auto' | 'required';
  /** The one function that has to be called; its arguments are the answer. Null if there is none. */
  readonly forced: OfferedFunction | null;
  /** The maximum number of calls of one reply. */
  readonly mostCalls: number;
};

/** The maximum number of tools of one request, as in OpenAI's interface. */
export const MAX_TOOLS = 128;
/** All functions together, as JSON: the model reads them before every choice. */
const MAX_FUNCTIONS_CHARS = 64_000;
const MOST_CALLS = 16;

/** The fields of a function in every interface. */
export const functionFields = {
  name: z
    .string()
    .regex(/^[\w.:-]{1,64}$/, { error: 'it must be 1 to 64 letters, digits, `_`, `-`, `.` or `:`' }),
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
};

const functionField = z.object(functionFields);

/** A function, with the usual values of absent fields. */
export function toOffered({ name, description, parameters }: z.infer<typeof functionField>): OfferedFunction {
  return { name, description: description ?? '', parameters: parameters ?? NO_PARAMETERS };
}

const NO_PARAMETERS = { type: 'object', properties: {} };

/** No functions, as in most requests. */
const NO_FUNCTIONS: OfferedFunctions = { functions: [], choice: 'auto', forced: null, mostCalls: 0 };

/**
 * The functions of a request and the caller's choice.
 * @param choice `tool_choice` of chat completions or responses, or the older `function_call`
 * @param isParallel whether one reply may have several calls
 * @throws Failure `invalid-question` for too much text, equal names, or a choice that cannot be followed
 */
export function toOfferedFunctions(
  functions: readonly OfferedFunction[],
  choice: unknown,
  { isParallel }: { readonly isParallel: boolean },
): OfferedFunctions {
  const names = functions.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw refusal(`two functions have the name \`${twice}\``);
  if (JSON.stringify(functions).length > MAX_FUNCTIONS_CHARS)
    throw refusal(`the functions have more than ${MAX_FUNCTIONS_CHARS} characters. Offer fewer functions`);
  const wanted = readChoice(choice);
  if (wanted === 'none') return NO_FUNCTIONS;
  const offered = {
    functions,
    choice: 'auto',
    forced: null,
    mostCalls: isParallel ? MOST_CALLS : 1,
  } as const;
  if (wanted === 'auto') return offered;
  const [only] = functions;
  if (wanted === 'required') {
    if (only === undefined) throw notOffered();
    return functions.length === 1 ? { ...offered, forced: only } : { ...offered, choice: 'required' };
  }
  const forced = functions.find(({ name }) => name === wanted.name);
  if (forced === undefined) throw notOffered();
  return { ...offered, forced };
}

type AskedChoice = 'auto' | 'none' | 'required' | { readonly name: string };

function readChoice(choice: unknown): AskedChoice {
  if (choice === 'none' || choice === 'required') return choice;
  if (choice === 'any') return 'required';
  const type = fieldOf(choice, 'type');
  if (type === 'allowed_tools')
    return readChoice(fieldOf(choice, 'mode') ?? fieldOf(fieldOf(choice, 'allowed_tools'), 'mode'));
  if (type === 'custom') throw refusal('those of the type `custom` are not called: leave out `tool_choice`');
  const name = fieldOf(fieldOf(choice, 'function'), 'name') ?? fieldOf(choice, 'name');
  const isFunction = type === 'function' || (type === undefined && name !== undefined);
  if (isFunction && typeof name !== 'string') throw notOffered();
  return typeof name === 'string' && isFunction ? { name } : 'auto';
}

function notOffered(): Failure {
  return new Failure(
    'invalid-question',
    'Functions are not called unless `tools` lists them: leave out `tool_choice` and `tools`, or add the ' +
      'function.',
  );
}

function refusal(why: string): Failure {
  return new Failure('invalid-question', `The tools cannot be used: ${why}.`);
}
