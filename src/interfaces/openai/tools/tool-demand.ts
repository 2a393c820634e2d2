import type { Turn } from '../../../core/function-call.ts';
import type { DataForm } from '../../../core/question.ts';
import type { Demand } from '../../conversation/request-answer.ts';
import { toDataForm } from '../data/data-form.ts';
import type { OfferedFunctions } from './offered-functions.ts';
import { type CallingMessage, toInstructions, toTurns } from './turns.ts';

/** The functions of a request, and what a model needs to choose among them. */
export type ToolDemand = OfferedFunctions & {
  readonly turns: readonly Turn[];
  readonly instructions: string;
};

/** A request for the next message of a conversation. */
export type ConversationDemand = Demand & { readonly isStreamed: boolean; readonly tools: ToolDemand };

/** The functions of a request with its conversation. */
export function toToolDemand(offered: OfferedFunctions, messages: readonly CallingMessage[]): ToolDemand {
  return { ...offered, turns: toTurns(messages), instructions: toInstructions(messages) };
}

/**
 * The form of the answer to a request: the arguments of a function that must be called, or what the caller
 * asks for.
 * @param type `text`, `json_object` or `json_schema`
 * @throws Failure `invalid-question` for a schema that cannot be checked
 */
export function dataFormOf(
  { forced }: OfferedFunctions,
  type: string | undefined,
  schema: unknown,
): DataForm | null {
  if (forced === null) return toDataForm(type, schema);
  const described = forced.description === '' ? {} : { description: forced.description };
  return toDataForm('json_schema', { title: forced.name, ...described, ...forced.parameters });
}
