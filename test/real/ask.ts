import { z } from 'zod';
import { askResponse, problem } from '../../src/interfaces/rest/reply.ts';

export type AskReply =
  | { readonly status: 200; readonly body: z.infer<typeof askResponse> }
  | { readonly status: number; readonly body: z.infer<typeof problem> };

/** Longer than any answer may take by default; a service that is silent for this long is broken. */
const PATIENCE_MS = 40_000;

/**
 * One question sent to `POST /api/ask` of the service at `url`.
 * @throws ZodError if the reply does not have the shape that the API promises
 */
export async function ask(url: string, query: string): Promise<AskReply> {
  const response = await fetch(`${url}/api/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const body: unknown = await response.json();
  if (response.status === 200) return { status: 200, body: z.strictObject(askResponse.shape).parse(body) };
  return { status: response.status, body: problem.parse(body) };
}
