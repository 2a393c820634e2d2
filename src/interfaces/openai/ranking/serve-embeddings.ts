import { Readable } from 'node:stream';
import { z } from 'zod';
import { Failure } from '../../../core/failure.ts';
import { parsedBody } from '../../conversation/parsed-body.ts';
import type { InterfaceCall } from '../../http/interface-deps.ts';
import { type EmbeddingDeps, embeddedInput, embedTexts } from './embed-texts.ts';
import { vectorRows } from './vector-rows.ts';

const embeddingRequest = z.object({
  input: embeddedInput,
  encoding_format: z.enum(['float', 'base64']).nullish(),
  dimensions: z.int().nullish(),
});

/**
 * `POST /v1/embeddings`: vectors of texts by the operator's embedding model, whatever model the caller names.
 * @throws Failure `invalid-question`, also for `dimensions` that the model does not have; and as `embedTexts`
 */
export async function replyWithEmbeddings(call: InterfaceCall, deps: EmbeddingDeps): Promise<Readable> {
  const { input, encoding_format: format, dimensions } = parsedBody(call.request.body, embeddingRequest);
  const { vectors, model } = await embedTexts(input, call, deps);
  const length = vectors[0]?.length ?? 0;
  if ((dimensions ?? length) !== length)
    throw new Failure('invalid-question', `The embedding model has ${length} dimensions and no others.`);
  const chars = input.reduce((sum, each) => sum + each.length, 0);
  call.reply.type('application/json; charset=utf-8');
  return Readable.from(
    inPieces(vectors, { isText: format === 'base64', model, tokens: Math.ceil(chars / 4) }),
    { objectMode: false },
  );
}

async function* inPieces(
  vectors: readonly Float32Array[],
  { isText, model, tokens }: { readonly isText: boolean; readonly model: string; readonly tokens: number },
): AsyncGenerator<string> {
  yield '{"object":"list","data":[';
  yield* vectorRows(vectors, (vector, index) => {
    const embedding = isText ? toBase64(vector) : [...vector];
    return { object: 'embedding', index, embedding };
  });
  // The number of tokens is a rough one: the model's server does not always tell it.
  yield `],${JSON.stringify({ model, usage: { prompt_tokens: tokens, total_tokens: tokens } }).slice(1)}`;
}

/** Numbers of 32 bits, the lowest byte first, as OpenAI's libraries ask for them. */
function toBase64(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * Float32Array.BYTES_PER_ELEMENT);
  for (const [at, number] of vector.entries())
    bytes.writeFloatLE(number, at * Float32Array.BYTES_PER_ELEMENT);
  return bytes.toString('base64');
}
