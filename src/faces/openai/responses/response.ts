import type { Answer } from '../../../core/terms.ts';
import { tokensOf } from '../shared/told.ts';
import type { OutputItem } from './items.ts';
import type { Repeated } from './request.ts';

/** What stays the same in a response from its beginning to its end. */
export type ResponseHead = {
  readonly model: string;
  /** Seconds since 1970. */
  readonly createdAt: number;
  readonly repeated: Repeated;
};

/** How far a response is. */
export type ResponseState = {
  readonly id: string;
  readonly status: 'in_progress' | 'completed' | 'incomplete' | 'failed';
  readonly output: readonly OutputItem[];
  /** Why the answer is incomplete, if it is. */
  readonly unfinished?: Answer['unfinished'] | undefined;
  readonly usage: ResponseUsage | null;
  readonly error: { readonly code: string; readonly message: string } | null;
};

const REASONS = { deadline: 'deadline', model: 'model_failed' } as const;
const EFFORTS: ReadonlySet<unknown> = new Set(['none', 'low', 'medium', 'high', 'xhigh']);

/**
 * The response object (Open Responses, `ResponseResource`). Fields that have no meaning here have the values
 * of a plain request.
 */
export function toResponse(
  { model, createdAt, repeated }: ResponseHead,
  { id, status, unfinished, output, usage, error }: ResponseState,
) {
  const effort = repeated.reasoning?.effort ?? null;
  return {
    id,
    object: 'response',
    created_at: createdAt,
    completed_at: status === 'completed' ? Math.floor(Date.now() / 1000) : null,
    status,
    incomplete_details: unfinished === undefined ? null : { reason: REASONS[unfinished] },
    model,
    previous_response_id: repeated.previous_response_id ?? null,
    instructions: repeated.instructions ?? null,
    output,
    error,
    tools: repeated.tools,
    tool_choice: 'auto',
    truncation: 'auto',
    parallel_tool_calls: false,
    text: { format: toFormat(repeated.text?.format) },
    top_p: repeated.top_p ?? 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    top_logprobs: 0,
    temperature: repeated.temperature ?? 1,
    reasoning: { effort: EFFORTS.has(effort) ? effort : null, summary: null },
    usage,
    max_output_tokens: repeated.max_output_tokens ?? null,
    max_tool_calls: null,
    store: false,
    background: false,
    service_tier: 'default',
    metadata: repeated.metadata ?? {},
    safety_identifier: null,
    prompt_cache_key: null,
  } as const;
}

/** The published schema of a response has no place for the caller's own schema. */
function toFormat(format: NonNullable<Repeated['text']>['format']) {
  if (format === null || format === undefined || format.type !== 'json_schema')
    return { type: format?.type ?? 'text' };
  const { type, name, description, strict } = format;
  return {
    type,
    name: name ?? 'value',
    description: description ?? null,
    schema: null,
    strict: strict ?? false,
  };
}

/** The tokens of a response. */
export type ResponseUsage = ReturnType<typeof toResponseUsage>;

/** The tokens of an answer in the fields of a response. */
export function toResponseUsage(answer: Answer, text: string) {
  const { input, output } = tokensOf(answer, text);
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  };
}

/** `incomplete` for an answer that ends early. */
export function statusOf({ unfinished }: Answer): 'completed' | 'incomplete' {
  return unfinished === undefined ? 'completed' : 'incomplete';
}
