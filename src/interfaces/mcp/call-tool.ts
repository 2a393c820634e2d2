import type { CallToolResult } from '@modelcontextprotocol/server';
import { abortReason, untilAborted } from '../../core/deadline.ts';
import { type Failure, toFailure } from '../../core/failure.ts';
import type { Tool, ToolDeps } from './tools/tool.ts';

/** A call of a tool, as received. */
export type GivenCall = { readonly tool: Tool; readonly args: unknown };

/** The origin of a call. */
export type Caller = {
  readonly deps: ToolDeps;
  /** Words a failure for the caller; logs unexpected errors. */
  report(failure: Failure): string;
};

/**
 * Runs a tool and returns its result twice, as structured content and as the same JSON in text, because older
 * clients show only text to their models. A failure becomes a result that tells the model what to do; a
 * protocol error would end the model's turn.
 * @throws Failure `cancelled` when the caller has disconnected
 */
export async function callTool(
  { tool, args }: GivenCall,
  { deps, report }: Caller,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    const result = await untilAborted(tool.call(args, deps, signal), signal);
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
  } catch (error) {
    if (signal.aborted && abortReason(signal).code === 'cancelled') throw abortReason(signal);
    const failure = toFailure(error);
    return { content: [{ type: 'text', text: toAdvice(failure, report(failure)) }], isError: true };
  }
}

/** A failure, with advice for a model. */
function toAdvice({ code, retryAfterMs }: Failure, message: string): string {
  if (retryAfterMs !== undefined)
    return `${message} Try again in ${Math.max(1, Math.ceil(retryAfterMs / 1000))} seconds.`;
  switch (code) {
    case 'search-unavailable':
    case 'model-unavailable':
    case 'overloaded':
    case 'stopping':
      return `${message} Try again later.`;
    case 'deadline-exceeded':
      return `${message} Try again, or ask something simpler.`;
    default:
      return message;
  }
}
