import type { Readable } from 'node:stream';
import { z } from 'zod';
import { parsedBody } from '../conversation/parsed-body.ts';
import type { InterfaceCall, InterfaceDeps } from '../http/interface-deps.ts';
import { embeddedInput, embedTexts, streamVectors } from '../openai/ranking/embed-texts.ts';

const embedBody = z.object({ input: embeddedInput });
const olderBody = z.object({ prompt: embeddedInput });

/** `POST /api/embed`: vectors of texts. @throws the same as `embedTexts`, and Failure for an invalid body */
export async function replyToEmbed(call: InterfaceCall, deps: InterfaceDeps): Promise<Readable> {
  const { input } = parsedBody(call.request.body, embedBody);
  const { vectors, model } = await embedTexts(input, call, deps);
  const start = `{"model":${JSON.stringify(model)},"embeddings":[`;
  return streamVectors(call, vectors, { start, toRow: (vector) => [...vector], end: ']}' });
}

/** `POST /api/embeddings`, the older path: the vector of one text. @throws the same as `replyToEmbed` */
export async function replyToOlderEmbed(call: InterfaceCall, deps: InterfaceDeps) {
  const { prompt } = parsedBody(call.request.body, olderBody);
  const { vectors } = await embedTexts(prompt, call, deps);
  return { embedding: [...(vectors[0] ?? [])] };
}
