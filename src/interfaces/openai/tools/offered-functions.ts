import { z } from 'zod';
import { Failure } from '../../../core/failure.ts';
import type { OfferedFunction, Turn } from '../../../core/function-call.ts';
import type { DataForm } from '../../../core/question.ts';
import { fieldOf } from '../../../lib/text/own-value.ts';
import { toDataForm } from '../data/data-form.ts';
import { type CallingMessage, toInstructions, toTurns } from './turns.ts';

/** The functions of one request, and what a model needs to choose among them. */
export type ToolDemand = {
  /** The functions among which the model may choose; empty if it may call none. */
  readonly functions: readonly OfferedFunction[];
  /** Whether the model has to call a function. */
  readonly choice: 'auto' | 'required';
  /** The one function that has to be called; its arguments are the answer. Null if there is none. */
  readonly forced: OfferedFunction | null;
  /** The maximum number of calls of one reply. */
  readonly maxCalls: number;
  /** The conversation with its calls and results. */
  readonly turns: readonly Turn[];
  /** Whether the conversation ends with the result of a call, so that the model continues. */
  readonly isContinued: boolean;
  /** What the caller's program tells every model. */
  readonly instructions: string;
};

/** The maximum number of tools of one request, as in OpenAI's interface. */
export const MAX_TOOLS = 128;
/** All functions together, as JSON: the model reads them before every choice. */
const MAX_FUNCTIONS_CHARS = 64_000;
const MAX_CALLS = 16;

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

/** The caller's choice among functions, and the conversation that they are for. */
type ToolContext = {
  /** `tool_choice` of chat completions or responses, or the older `function_call`. */
  readonly choice: unknown;
  /** Whether one reply may have several calls. */
  readonly isParallel: boolean;
  readonly messages: readonly CallingMessage[];
};

/**
 * The functions of a request with its conversation.
 * @throws Failure `invalid-question` for too much text, equal names, or a choice that cannot be followed
 */
export function toToolDemand(functions: readonly OfferedFunction[], context: ToolContext): ToolDemand {
  const names = functions.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw refusal(`two functions have the name \`${twice}\``);
  if (JSON.stringify(functions).length > MAX_FUNCTIONS_CHARS)
    throw refusal(`the functions have more than ${MAX_FUNCTIONS_CHARS} characters. Offer fewer functions`);
  const choice = readChoice(context.choice);
  const turns = toTurns(context.messages);
  const demand = {
    functions: choice === 'none' ? [] : functions,
    choice: 'auto',
    forced: null,
    maxCalls: context.isParallel ? MAX_CALLS : 1,
    turns,
    isContinued: turns.at(-1)?.role === 'result',
    instructions: toInstructions(context.messages),
  } as const;
  if (choice === 'none' || choice === 'auto') return demand;
  if (choice === 'required' && functions.length > 1) return { ...demand, choice };
  const forced = functions.find(({ name }) => choice === 'required' || name === choice.name);
  if (forced === undefined) throw notOffered();
  return { ...demand, forced };
}

/**
 * The form of the answer to a request: the arguments of a function that must be called, or what the caller
 * asks for.
 * @param type `text`, `json_object` or `json_schema`
 * @throws Failure `invalid-question` for a schema that cannot be checked
 */
export function dataFormOf(
  { forced }: ToolDemand,
  type: string | undefined,
  schema: unknown,
): DataForm | null {
  if (forced === null) return toDataForm(type, schema);
  const described = forced.description === '' ? {} : { description: forced.description };
  return toDataForm('json_schema', { title: forced.name, ...described, ...forced.parameters });
}

type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string };

function readChoice(choice: unknown): ToolChoice {
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
