import { json } from 'node:stream/consumers';
import { type LocalServer, serve } from './local-server.ts';

/** The servers of embedding models whose protocols differ. */
export type EmbeddingKind = 'openai' | 'ollama';

/** A server for one test. */
export type EmbeddingServer = LocalServer & {
  /** The texts of each request, with the prompts before them. */
  readonly embedded: string[][];
  readonly calls: string[];
  /** The length of the vectors. */
  dimension: number;
  /** The model that the server names. */
  model: string;
  /** While set, every request gets this status. */
  status: number | null;
};

/** The meaning of a text, if it differs from the meaning of its letters. */
const SYNONYMS: readonly (readonly [RegExp, string])[] = [[/automobile|car\b/g, 'vehicle']];

/**
 * A server whose vectors are the hashed counts of a text's runs of three letters: texts with similar letters
 * are near each other, and so are texts with words of the same meaning.
 */
export async function startEmbeddingServer(
  kind: EmbeddingKind = 'openai',
  key = '',
): Promise<EmbeddingServer> {
  const state = {
    embedded: [] as string[][],
    calls: [] as string[],
    dimension: 512,
    model: 'trigrams',
    status: null,
  };
  const path = kind === 'openai' ? '/v1/embeddings' : '/api/embed';
  const local = await serve(async (request, response) => {
    const { input } = (await json(request).catch(() => ({}))) as { input?: readonly string[] };
    server.calls.push(request.url ?? '');
    const reply = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (request.method !== 'POST' || request.url !== path) return reply(404, { error: 'not found' });
    if (key !== '' && request.headers.authorization !== `Bearer ${key}`) return reply(401, { error: 'key' });
    if (server.status !== null) return reply(server.status, { error: 'told to fail' });
    if (!Array.isArray(input)) return reply(400, { error: 'input' });
    server.embedded.push([...input]);
    const vectors = input.map((text) => vectorOf(text, server.dimension));
    if (kind === 'ollama') return reply(200, { model: server.model, embeddings: vectors, total_duration: 1 });
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
    return reply(200, {
      object: 'list',
      data: data.reverse(),
      model: server.model,
      usage: { total_tokens: 1 },
    });
  });
  const server: EmbeddingServer = Object.assign(state, local);
  return server;
}

function vectorOf(text: string, dimension: number): number[] {
  const vector = Array.from({ length: dimension }, () => 0);
  const plain = SYNONYMS.reduce((known, [word, same]) => known.replace(word, same), text.toLowerCase());
  for (let at = 0; at + 3 <= plain.length; at++) {
    let hash = 0;
    for (const letter of plain.slice(at, at + 3)) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
    vector[hash % dimension] = (vector[hash % dimension] ?? 0) + 1;
  }
  return vector;
}
