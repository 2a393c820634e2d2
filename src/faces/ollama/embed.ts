import { Readable } from 'node:stream';
import { z } from 'zod';
import type { FaceCall } from '../http/face-parts.ts';
import { type EmbeddingParts, embeddedInput, embedTexts } from '../openai/ranking/embed-texts.ts';
import { vectorRows } from '../openai/ranking/vector-rows.ts';
import { parsedBody } from '../openai/shared/parsed-body.ts';

const embedBody = z.object({ input: embeddedInput });
const olderBody = z.object({ prompt: embeddedInput });

/** `POST /api/embed`: vectors of texts. @throws the same as `embedTexts`, and Failure for an invalid body */
export async function replyToEmbed(call: FaceCall, parts: EmbeddingParts): Promise<Readable> {
  const { input } = parsedBody(call.request.body, embedBody);
  const { vectors, model } = await embedTexts(input, call, parts);
  call.reply.type('application/json; charset=utf-8');
  return Readable.from(inPieces(model, vectors), { objectMode: false });
}

/** `POST /api/embeddings`, the older path: the vector of one text. @throws the same as `replyToEmbed` */
export async function replyToOlderEmbed(call: FaceCall, parts: EmbeddingParts) {
  const { prompt } = parsedBody(call.request.body, olderBody);
  const { vectors } = await embedTexts(prompt, call, parts);
  return { embedding: [...(vectors[0] ?? [])] };
}

async function* inPieces(model: string, vectors: readonly Float32Array[]): AsyncGenerator<string> {
  yield `{"model":${JSON.stringify(model)},"embeddings":[`;
  yield* vectorRows(vectors, (vector) => [...vector]);
  yield ']}';
}
