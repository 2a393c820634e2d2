import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { fieldOf } from '@sayso/text/own-value.ts';
import { toWords } from '@sayso/text/words.ts';
import type { EvalQuestion } from './sets.ts';

/** A search that finds the pages of the set and nothing else. */
type PageSearch = AsyncDisposable & {
  /** Its address, for a back-end of the kind `mcp`. */
  readonly url: string;
  /** Runs work for one question, whose pages a search may find meanwhile. */
  during<Result>(question: EvalQuestion, work: () => Promise<Result>): Promise<Result>;
};

const TOOL = {
  name: 'search',
  description: 'Finds the pages of a set of questions.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  annotations: { readOnlyHint: true },
};

/**
 * Serves the pages of questions as an MCP server, because that is the one kind of back-end that can return
 * whole texts. A query finds the pages of the question in progress that shares the most words with it.
 */
export async function servePages(): Promise<PageSearch> {
  const asked = new Set<EvalQuestion>();
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const message = parseBoundedJson(await textOf(request));
    const id = fieldOf(message, 'id');
    const result = resultOf(String(fieldOf(message, 'method')), fieldOf(message, 'params'), asked);
    if (id === undefined) return void response.writeHead(202).end();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async during(question, work) {
      asked.add(question);
      return await work().finally(() => asked.delete(question));
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await Array.fromAsync(request)).toString('utf8');
}

function resultOf(method: string, params: unknown, asked: ReadonlySet<EvalQuestion>): object {
  if (method === 'initialize')
    return {
      protocolVersion: fieldOf(params, 'protocolVersion'),
      capabilities: { tools: {} },
      serverInfo: { name: 'sayso-eval', version: '0' },
    };
  if (method === 'tools/list') return { tools: [TOOL] };
  if (method !== 'tools/call') return {};
  const query = String(fieldOf(fieldOf(params, 'arguments'), 'query'));
  const pages = pagesFor(query, asked);
  const results = pages.map(({ url, title, text, publishedAt }) => ({
    ...{ url, title, text, snippet: text.slice(0, SNIPPET_CHARS) },
    ...(publishedAt !== null && { published_date: publishedAt }),
  }));
  const structuredContent = { results };
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

const SNIPPET_CHARS = 200;

function pagesFor(query: string, asked: ReadonlySet<EvalQuestion>) {
  const words = new Set(toWords(query));
  const sharedOf = ({ question }: EvalQuestion) => toWords(question).filter((word) => words.has(word)).length;
  const [best] = [...asked].sort((one, other) => sharedOf(other) - sharedOf(one));
  return best?.pages ?? [];
}
