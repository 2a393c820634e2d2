import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

/** A page on the local server, and what a search says of it. */
export type ServedPage = {
  readonly title: string;
  readonly excerpt: string;
  /** The value of its `Content-Type`. */
  readonly type: string;
  readonly body: string;
};

/** What the search finds next, and the last prompt with sources that the model was sent. */
type State = { found: readonly ServedPage[]; prompt: string };

/**
 * Starts a SearXNG that finds what `state.found` says, each result on a host of its own, a server of these
 * pages, and a model that keeps its prompt: all on one port.
 */
export async function startUpstreams(pages: readonly ServedPage[]) {
  const state: State = { found: [], prompt: '' };
  const byPath = new Map<string, ServedPage>(pages.map((page, at) => [`/${at}`, page] as const));
  const pathOf = new Map(pages.map((page, at) => [page, `/${at}`] as const));

  function toResult(page: ServedPage, at: number) {
    const url = `http://127.0.0.${at + 1}:${port}${pathOf.get(page)}`;
    return { url, title: page.title, content: page.excerpt, engine: 'mock' };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const page = byPath.get(path);
    if (page !== undefined) response.writeHead(200, { 'content-type': page.type }).end(page.body);
    else if (path.startsWith('/search')) sendJson(response, { results: state.found.map(toResult) });
    else if (path.endsWith('/models')) sendJson(response, { object: 'list', data: [{ id: 'mock' }] });
    else if (path.endsWith('/chat/completions')) {
      const sent = (await json(request)) as { readonly messages: readonly { readonly content: string }[] };
      const prompt = sent.messages.map(({ content }) => content).join('\n');
      if (prompt.includes('<source id=')) state.prompt = prompt;
      sendAnswer(response);
    } else response.writeHead(404).end('{}');
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '0.0.0.0'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const url = `http://127.0.0.1:${port}`;
  return {
    searchUrl: url,
    modelUrl: `${url}/v1`,
    configure: async () => undefined,
    state,
    close: () => server.close(),
  };
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function sendAnswer(response: ServerResponse): void {
  const choice = { index: 0, delta: { role: 'assistant', content: 'Yes [1].' }, finish_reason: 'stop' };
  const chunk = {
    id: 'mock',
    object: 'chat.completion.chunk',
    created: 1_750_000_000,
    model: 'mock',
    choices: [choice],
  };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
}
