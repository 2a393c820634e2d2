import type { Readable } from 'node:stream';
import { z } from 'zod';
import { Failure } from '../../../core/failure.ts';
import { parsedBody } from '../../conversation/parsed-body.ts';
import type { InterfaceCall, InterfaceDeps } from '../../http/interface-deps.ts';
import { embeddedInput, embedTexts, streamVectors } from './embed-texts.ts';

const embeddingRequest = z.object({
  input: embeddedInput,
  encoding_format: z.enum(['float', 'base64']).nullish(),
  dimensions: z.int().nullish(),
});

/**
 * `POST /v1/embeddings`: vectors of texts by the operator's embedding model, whatever model the caller names.
 * @throws Failure `invalid-question`, also for `dimensions` that the model does not have; and as `embedTexts`
 */
export async function replyWithEmbeddings(call: InterfaceCall, deps: InterfaceDeps): Promise<Readable> {
  const { input, encoding_format: format, dimensions } = parsedBody(call.request.body, embeddingRequest);
  const { vectors, model } = await embedTexts(input, call, deps);
  const length = vectors[0]?.length ?? 0;
  if ((dimensions ?? length) !== length)
    throw new Failure('invalid-question', `The embedding model has ${length} dimensions and no others.`);
  const chars = input.reduce((sum, { length: charCount }) => sum + charCount, 0);
  // The number of tokens is a rough one: the model's server does not always tell it.
  const tokens = Math.ceil(chars / 4);
  const usage = { prompt_tokens: tokens, total_tokens: tokens };
  return streamVectors(call, vectors, {
    start: '{"object":"list","data":[',
    toRow: (vector, index) => {
      const embedding = format === 'base64' ? toBase64(vector) : [...vector];
      return { object: 'embedding', index, embedding };
    },
    end: `],${JSON.stringify({ model, usage }).slice(1)}`,
  });
}

/** Numbers of 32 bits, the lowest byte first, as OpenAI's libraries ask for them. */
function toBase64(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * Float32Array.BYTES_PER_ELEMENT);
  for (const [at, number] of vector.entries())
    bytes.writeFloatLE(number, at * Float32Array.BYTES_PER_ELEMENT);
  return bytes.toString('base64');
}
