import * as z from 'zod';
import type { ModelRequest } from './model-request.ts';

type Vectors = { readonly vectors: readonly Float32Array[]; readonly model: string | null };

const NUMBERS = z.array(z.number()).min(1);
const MODEL = { model: z.string().nullish() };
/** The formats of OpenAI and of Ollama. */
const REPLY = z.union([
  z
    .object({ ...MODEL, data: z.array(z.object({ index: z.number(), embedding: NUMBERS })) })
    .transform(({ model, data }) => {
      const sorted = [...data].sort((one, other) => one.index - other.index);
      return {
        model,
        rows: sorted.every(({ index }, at) => index === at) ? sorted.map(({ embedding }) => embedding) : [],
      };
    }),
  z
    .object({ ...MODEL, embeddings: z.array(NUMBERS) })
    .transform(({ model, embeddings: rows }) => ({ model, rows })),
]);

const OLLAMA_PORT = '11434';

/** The requests to try: `/v1/embeddings`, then Ollama's `/api/embed`; reversed at Ollama's usual port. */
export function embedRequests(
  address: string,
  model: string | null,
  texts: readonly string[],
): ModelRequest<Vectors>[] {
  const base = new URL(address);
  const path = base.pathname.replace(/\/+$/, '');
  const at = (pathname: string) => Object.assign(new URL(base), { pathname }).href;
  const root = path.replace(/\/(?:v\d+|api)$/, '');
  const version = /\/v\d+$/.exec(path)?.[0] ?? '/v1';
  const body = { ...(model !== null && { model }), input: texts };
  const request = (pathname: string) => ({
    url: at(pathname),
    body,
    read: (reply: unknown) => readVectors(reply, texts.length),
  });
  if (/\/embed(?:dings)?$/.test(path)) return [request(path)];
  const requests = [request(`${root}${version}/embeddings`), request(`${root}/api/embed`)];
  return base.port === OLLAMA_PORT || path.endsWith('/api') ? requests.reverse() : requests;
}

/** A vector without a direction. */
export const EMPTY = new Float32Array();

/**
 * The vectors in a reply of either format, of length 1; null unless there are `count` of the same dimension,
 * none of them zero. Linear in the reply.
 */
export function readVectors(reply: unknown, count: number): Vectors | null {
  const { data } = REPLY.safeParse(reply);
  if (data === undefined || data.rows.length !== count) return null;
  const vectors = data.rows.map(toUnitVector);
  const dimensions = new Set(vectors.map(({ length }) => length));
  return dimensions.size <= 1 && !dimensions.has(0) ? { vectors, model: data.model ?? null } : null;
}

/** Empty if all numbers are zero, so that the vector has no direction. */
function toUnitVector(numbers: readonly number[]): Float32Array {
  const length = Math.sqrt(numbers.reduce((sum, number) => sum + number * number, 0));
  return length > 0 && Number.isFinite(length)
    ? Float32Array.from(numbers, (number) => number / length)
    : EMPTY;
}
