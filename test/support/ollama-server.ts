import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An installed model. */
export type OllamaModel = {
  readonly name: string;
  /** The longest context it was trained for. */
  readonly trained?: number;
  /** The lines of its Modelfile, such as `num_ctx 16384`. */
  readonly parameters?: string;
};

/** One call; requests for lists of models do not count. */
type OllamaCall = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: ChatBody;
};

/** The part of a request body that the tests use. */
type ChatBody = {
  readonly model: string;
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
  readonly options?: { readonly num_ctx?: number };
  readonly [field: string]: unknown;
};

/** Answers one `POST /api/chat`. */
export type OllamaScript = (response: ServerResponse, body: ChatBody) => void;

export type OllamaServer = AsyncDisposable & {
  /** Without a path. */
  readonly url: string;
  readonly calls: readonly OllamaCall[];
  /**
   * The context windows with which a model was loaded, in order: a call with another window loads it again.
   */
  readonly loads: readonly number[];
};

/** The default window in versions where it did not depend on the machine's memory yet. */
const USUAL_WINDOW = 4096;

/** A server with Ollama's own API, as of 0.12.6, as far as its script defines it. */
export async function startOllamaServer(
  models: readonly OllamaModel[],
  script: OllamaScript = answering('Yes.'),
): Promise<OllamaServer> {
  const calls: OllamaCall[] = [];
  const loads: number[] = [];
  // Node's five seconds are over on a busy machine while a client still trusts its connection.
  const server = createServer({ keepAliveTimeout: 120_000 }, async (request, response) => {
    response.on('error', () => undefined);
    const path = request.url ?? '';
    if (path === '/v1/models') return json(response, 200, { object: 'list', data: models.map(toListed) });
    if (path === '/api/tags')
      return json(response, 200, { models: models.map(({ name }) => ({ name, model: name })) });
    if (path === '/api/ps') return json(response, 200, { models: toLoaded(models, loads) });
    if (request.method !== 'POST') return json(response, 404, { error: 'not found' });
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece;
    const body: ChatBody = JSON.parse(text);
    calls.push({ path, headers: request.headers, body });
    const model = models.find(({ name }) => [name, name.replace(/:latest$/, '')].includes(body.model));
    if (model === undefined) return json(response, 404, { error: `model '${body.model}' not found` });
    if (path === '/api/show') return json(response, 200, toShown(model));
    const window = Math.min(body.options?.num_ctx ?? USUAL_WINDOW, model.trained ?? Number.POSITIVE_INFINITY);
    if (loads.at(-1) !== window) loads.push(window);
    if (path === '/api/generate') return json(response, 200, { model: body.model, done: true });
    return script(response, body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    loads,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** One line of an answer. */
export function line(fields: object): string {
  return `${JSON.stringify({ model: 'm', created_at: '2026-11-22T10:00:00Z', ...fields })}\n`;
}

/** A line with text. */
export function textLine(content: string): string {
  return line({ message: { role: 'assistant', content }, done: false });
}

/** The last line of an answer. */
export function finished(reason = 'stop', promptTokens = 100, answerTokens = 20): string {
  const counts = { prompt_eval_count: promptTokens, eval_count: answerTokens, total_duration: 1 };
  return line({ message: { role: 'assistant', content: '' }, done_reason: reason, done: true, ...counts });
}

/** Sends these lines and ends. */
export function sending(...lines: readonly string[]): OllamaScript {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    for (const each of lines) response.write(each);
    response.end();
  };
}

/** A whole answer of these pieces. */
export function answering(...pieces: readonly string[]): OllamaScript {
  return sending(...pieces.map(textLine), finished());
}

/** Refuses like Ollama: a status and one sentence. */
export function refusingWith(
  status: number,
  error: string,
  headers: Record<string, string> = {},
): OllamaScript {
  return (response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    json(response, status, { error });
  };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function toListed({ name }: OllamaModel): object {
  return { id: name, object: 'model', owned_by: 'library' };
}

function toLoaded(models: readonly OllamaModel[], loads: readonly number[]): readonly object[] {
  return loads.length === 0
    ? []
    : models.slice(0, 1).map(({ name }) => ({ name, context_length: loads.at(-1) }));
}

function toShown({ trained, parameters }: OllamaModel): object {
  const info = { 'general.architecture': 'llama', ...(trained && { 'llama.context_length': trained }) };
  return { details: { family: 'llama' }, model_info: info, ...(parameters && { parameters }) };
}
