// The minimum that any answer engine has to do: one search and one streamed model call, with nothing checked
// or rendered. Any cost above this is what the service itself adds. `POST /api/ask` takes {question, stream};
// the reply is {answer, sources}, or with `stream` one JSON line for the sources and one for each token.
import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';

const {
  PORT = '7790',
  SEARXNG_URL = 'http://127.0.0.1:7701',
  LLM_URL = 'http://127.0.0.1:7705/v1',
} = process.env;
const SOURCES = 5;
const agent = new Agent({ keepAlive: true });

type Result = { readonly title: string; readonly url: string; readonly content: string };

function call(url: string, options: RequestOptions = {}, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { agent, ...options }, resolve)
      .on('error', reject)
      .end(body);
  });
}

async function search(question: string): Promise<readonly Result[]> {
  const reply = await text(await call(`${SEARXNG_URL}/search?format=json&q=${encodeURIComponent(question)}`));
  const { results } = JSON.parse(reply) as { results: readonly Result[] };
  return results.slice(0, SOURCES).map(({ title, url, content }) => ({ title, url, content }));
}

function write(question: string, sources: readonly Result[]): Promise<IncomingMessage> {
  const listed = sources.map(({ title, content }, at) => `[${at + 1}] ${title}: ${content}`).join('\n');
  const content = `Answer with citations like [1].\n\n${listed}\n\n${question}`;
  const body = JSON.stringify({ model: 'mock', stream: true, messages: [{ role: 'user', content }] });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return call(`${LLM_URL}/chat/completions`, { method: 'POST', headers }, body);
}

async function* tokensOf(reply: IncomingMessage): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of reply.setEncoding('utf8')) {
    const events = (rest + chunk).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      if (event === 'data: [DONE]') continue;
      const token = JSON.parse(event.slice('data: '.length)).choices[0]?.delta?.content;
      if (token) yield token;
    }
  }
}

async function answer(asked: IncomingMessage, response: ServerResponse): Promise<void> {
  const { question, stream } = JSON.parse(await text(asked)) as { question: string; stream?: boolean };
  const sources = await search(question);
  const tokens = tokensOf(await write(question, sources));
  if (stream === true) {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write(`${JSON.stringify({ type: 'sources', data: sources })}\n`);
    for await (const data of tokens) response.write(`${JSON.stringify({ type: 'response', data })}\n`);
    response.end('{"type":"done"}\n');
    return;
  }
  let whole = '';
  for await (const token of tokens) whole += token;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ answer: whole, sources }));
}

createServer((asked, response) => {
  answer(asked, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
}).listen(Number(PORT), '127.0.0.1');
