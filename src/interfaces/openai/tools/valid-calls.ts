import type { FunctionCall, OfferedFunction } from '../../../core/function-call.ts';
import { parseBoundedJson } from '../../../lib/text/bounded-json.ts';
import { mismatchOf } from '../data/json-schema.ts';
import { refuseSchema } from '../data/refuse-schema.ts';

/** The longest arguments of a call, in characters. */
const MAX_ARGUMENTS_CHARS = 32_000;

/** The calls of a model; null if the arguments of any do not match: it knows none of them well. */
export function validCalls(
  calls: readonly FunctionCall[],
  functions: readonly OfferedFunction[],
): readonly FunctionCall[] | null {
  const checked = calls.map((call) => {
    const called = functions.find(({ name }) => name === call.name);
    const given = called && readArguments(call.arguments, called.parameters);
    return given === undefined || given === null ? null : { ...call, arguments: JSON.stringify(given) };
  });
  return checked.every((call) => call !== null) ? checked : null;
}

/** The arguments; null if they are not an object that matches the schema, as far as it can be checked. */
function readArguments(text: string, schema: object): object | null {
  const given = text.length > MAX_ARGUMENTS_CHARS ? null : readObject(text.trim() === '' ? '{}' : text);
  if (given === null || !isCheckable(schema) || mismatchOf(given, schema) === null) return given;
  // Models write null for an argument that they leave out.
  const stated = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  return mismatchOf(stated, schema) === null ? stated : null;
}

function readObject(text: string): object | null {
  try {
    const value = parseBoundedJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether the schema has only keywords that are checked; programs offer others, too. */
function isCheckable(schema: object): boolean {
  try {
    refuseSchema(schema);
    return true;
  } catch {
    return false;
  }
}

/** The length of the pieces in which arguments are streamed, in code points. */
const PIECE = /[\s\S]{1,64}/gu;

/** The arguments of a call in pieces, as models' APIs stream them. */
export function argumentPieces(text: string): readonly string[] {
  return text.match(PIECE) ?? [];
}
