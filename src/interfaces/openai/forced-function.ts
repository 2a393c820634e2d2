import { fieldOf } from '@sayso/text/own-value.ts';
import { z } from 'zod';
import { Failure } from '../../core/failure.ts';
import type { DataForm } from '../../core/question.ts';
import type { Message } from '../conversation/conversation.ts';
import { toDataForm } from '../conversation/data-form.ts';

/** The function that a request says must be called: the answer is written as its arguments. */
export type ForcedFunction = {
  readonly name: string;
  /** The JSON Schema of its arguments, with its name and description. */
  readonly schema: object;
  /** The result of the last call, which can say what was wrong with its arguments; empty without one. */
  readonly complaint: string;
};

/** The maximum number of tools of one request, as in OpenAI's interface. */
export const MAX_TOOLS = 128;

/** The fields of a function in every interface. */
export const functionFields = {
  name: z
    .string()
    .regex(/^[\w.:-]{1,64}$/, { error: 'it must be 1 to 64 letters, digits, `_`, `-`, `.` or `:`' }),
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
};

type GivenFunction = z.infer<z.ZodObject<typeof functionFields>>;
const NO_PARAMETERS = { type: 'object', properties: {} };

/**
 * The function that must be called; null if there is none. Other functions are never called, because every
 * answer comes from the web.
 * @param choice `tool_choice` of chat completions or responses, or the older `function_call`
 * @throws Failure `invalid-question` for a choice that cannot be followed
 */
export function toForcedFunction(
  functions: readonly GivenFunction[],
  choice: unknown,
  messages: readonly Message[],
): ForcedFunction | null {
  const wanted = readChoice(choice);
  if (wanted === null) return null;
  if (wanted === 'required' && functions.length > 1)
    throw refusal('only a function that `tool_choice` names is called');
  const forced = functions.find(({ name }) => wanted === 'required' || name === wanted.name);
  if (forced === undefined) throw refusal('the function that must be called is not in `tools`');
  const { name, description, parameters } = forced;
  const last = messages.at(-1);
  return {
    name,
    schema: { title: name, ...(description && { description }), ...(parameters ?? NO_PARAMETERS) },
    // `function` is the role of results in OpenAI's older interface.
    complaint: last?.role === 'tool' || last?.role === 'function' ? last.text : '',
  };
}

/**
 * The form of the answer to a request: the arguments of the function that must be called, or what the caller
 * asks for.
 * @param type `text`, `json_object` or `json_schema`
 * @throws Failure `invalid-question` for a schema that cannot be checked
 */
export function dataFormOf(
  forced: ForcedFunction | null,
  type: string | undefined,
  schema: unknown,
): DataForm | null {
  return forced === null ? toDataForm(type, schema) : toDataForm('json_schema', forced.schema);
}

/** Null if no function has to be called. */
function readChoice(choice: unknown): 'required' | { readonly name: unknown } | null {
  if (choice === 'required' || choice === 'any') return 'required';
  const type = fieldOf(choice, 'type');
  if (type === 'allowed_tools')
    return readChoice(fieldOf(choice, 'mode') ?? fieldOf(fieldOf(choice, 'allowed_tools'), 'mode'));
  if (type === 'custom') throw refusal('those of the type `custom` are not called');
  const name = fieldOf(fieldOf(choice, 'function'), 'name') ?? fieldOf(choice, 'name');
  return type === 'function' || (type === undefined && name !== undefined) ? { name } : null;
}

function refusal(why: string): Failure {
  return new Failure(
    'invalid-question',
    `The tools cannot be used: ${why}. Name one of them in \`tool_choice\`, or leave out \`tool_choice\`.`,
  );
}
