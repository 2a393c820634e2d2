import { Readable } from 'node:stream';
import { z } from 'zod';
import { Failure } from '../../../core/failure.ts';
import { createYielding } from '../../../lib/text/yielding.ts';
import { callerSignal } from '../../http/caller.ts';
import type { InterfaceCall, InterfaceDeps } from '../../http/interface-deps.ts';

const MAX_TEXTS = 256;
/** The longest text, in characters; OpenAI's models read 8,191 tokens. */
const MAX_CHARS = 32_000;

const text = z.string().min(1).max(MAX_CHARS);

/** The texts to embed; a single text counts as a list. */
export const embeddedInput = z.union(
  [text.transform((single) => [single]), z.array(text).min(1).max(MAX_TEXTS)],
  {
    error: `it must be a text or a list of at most ${MAX_TEXTS} texts of at most ${MAX_CHARS} characters`,
  },
);

/**
 * The vectors of a caller's texts, in their order, and the name of the operator's model that made them.
 * @throws Failure `not-found` if no embedding model is configured, `model-unavailable` if it failed,
 *   `overloaded`, `rate-limited`
 */
export async function embedTexts(
  texts: readonly string[],
  { request, reply, stopping }: InterfaceCall,
  { serviceFor, answerDeadlineMs: timeoutMs }: InterfaceDeps,
): Promise<{ readonly vectors: readonly Float32Array[]; readonly model: string }> {
  const { embedTexts: embed } = serviceFor(request);
  if (embed === null)
    throw new Failure(
      'not-found',
      'This service has no embedding model. Its operator can configure one with EMBED_URL.',
    );
  const embedded = await embed({ texts, timeoutMs }, callerSignal(reply, stopping));
  if (embedded.status === 'ok') return embedded;
  throw new Failure('model-unavailable', `The embedding model failed: ${embedded.cause}.`);
}

/** A list of vectors in JSON, and what surrounds it. */
export type VectorList = {
  /** The JSON before the first element. */
  readonly start: string;
  /** The JSON after the last element. */
  readonly end: string;
  toRow(vector: Float32Array, index: number): unknown;
};

/** The body of a reply with vectors, which is written row by row: all at once would take too long. */
export function streamVectors(
  { reply }: InterfaceCall,
  vectors: readonly Float32Array[],
  { start, end, toRow }: VectorList,
): Readable {
  reply.type('application/json; charset=utf-8');
  async function* pieces(): AsyncGenerator<string> {
    const yieldIfDue = createYielding();
    yield start;
    for (const [index, vector] of vectors.entries()) {
      yield `${index === 0 ? '' : ','}${JSON.stringify(toRow(vector, index))}`;
      await yieldIfDue();
    }
    yield end;
  }
  return Readable.from(pieces(), { objectMode: false });
}
