import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createReadFile } from '@sayso/collections/read-file.ts';
import { loadSettings } from '../../src/config/load.ts';
import { createLog } from '../../src/observe/log.ts';
import { readContent } from '../../src/read/content.ts';
import { type RunningService, startService } from '../../src/service/serve.ts';
import { zipFile } from '../../test/support/zip-file.ts';
import { type Door, MOST, PLAIN } from './door.ts';
import { pdfOf } from './pdf-of.ts';

const SOURCE_FOLDER = fileURLToPath(new URL('../../src/', import.meta.url));
const EVENTS =
  'search-end,page-read,page-skip,sources,answer-delta,answer-block,sentence,support,timing,answer-end';
const KEY = 'fuzz-key';
const JSON_TYPE = 'application/json';
const never = new AbortController().signal;

type Reply = { readonly type: string; readonly body: string; readonly status?: number };

/** What the search, the pages and the model of the service reply. */
type Script = { search: Reply | null; title: string; snippet: string; page: Reply; model: Reply };

const events = (answer: string): Reply => {
  const chunk = (delta: object, finish_reason: string | null) => {
    const fields = { id: 'a', object: 'chat.completion.chunk', created: 0, model: 'a' };
    return `data: ${JSON.stringify({ ...fields, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  };
  const pieces = answer.match(/[\s\S]{1,400}/g) ?? [];
  const written = pieces.map((content) => chunk({ content }, null)).join('');
  return { type: 'text/event-stream', body: `${written}${chunk({}, 'stop')}data: [DONE]\n\n` };
};
const ORDINARY: Script = {
  search: null,
  title: 'Axolotl',
  snippet: PLAIN,
  page: { type: 'text/html', body: `<html><body><p>${PLAIN.repeat(20)}</p></body></html>` },
  model: events(`${PLAIN} [1]`),
};

type Running = { readonly service: RunningService; readonly script: Script; stop(): Promise<void> };
let running: Promise<Running> | undefined;

/**
 * The real service with its upstreams, started once. They share one thread, so the measured blocking is never too
 * short.
 */
async function start(): Promise<Running> {
  const script = { ...ORDINARY };
  const say = (response: ServerResponse, { type, body, status = 200 }: Reply) =>
    response.writeHead(status, { 'content-type': type }).end(body);
  const server = createServer((asked, response) => {
    asked.resume();
    const path = asked.url ?? '';
    if (path.startsWith('/page/')) say(response, script.page);
    else if (path.includes('/chat/completions')) say(response, script.model);
    else
      say(response, script.search ?? { type: JSON_TYPE, body: JSON.stringify({ results: results(script) }) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const results = ({ title, snippet }: Script) =>
    Array.from({ length: 10 }, (_, at) => {
      return { url: `${url}/page/${at}`, title: `${at} ${title}`, content: `${at} ${snippet}` };
    });
  const { settings } = loadSettings({
    PORT: '0',
    SEARCH_PRIMARY_URL: url,
    SEARCH_SECONDARY_KIND: 'kiwix',
    SEARCH_SECONDARY_URL: url,
    SEARCH_TERTIARY_KIND: 'mediawiki',
    SEARCH_TERTIARY_URL: url,
    MODEL_BASE_URL: `${url}/v1`,
    MODEL_NAME: 'a',
    MODEL_API_KEY: 'a',
    PAGE_ALLOW: '127.0.0.0/8',
    API_KEYS: KEY,
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT: '1000000/minute',
    ANSWER_CACHE_SECONDS: '0',
    LOG_LEVEL: 'silent',
  });
  const service = await startService(settings, '0.0.0', { log: createLog('silent') });
  return {
    service,
    script,
    async stop() {
      await service.stop();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Stops the service, if a door has started it. */
export async function stopFuzzedService(): Promise<void> {
  const started = await running;
  running = undefined;
  await started?.stop();
}

type Call = { readonly path: string; readonly headers?: Record<string, string>; readonly body?: string };

/** Sends one request and reads its reply to the end. */
async function send({ path, headers = {}, body }: Call, changed: Partial<Script> = {}): Promise<void> {
  running ??= start();
  const { service, script } = await running;
  Object.assign(script, ORDINARY, changed);
  await new Promise<void>((resolve, reject) => {
    const call = request(`${service.address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': KEY, ...(body !== undefined && { 'content-type': JSON_TYPE }), ...headers },
    });
    call.on('response', (response) => response.resume().on('close', resolve));
    call.on('error', reject);
    call.end(body);
  });
}

function ask(query: string, changed: Partial<Script> = {}, history: readonly object[] = []): Promise<void> {
  const body = JSON.stringify({ query, num_sources: 10, ...(history.length > 0 && { history }) });
  return send({ path: `/api/ask?events=${EVENTS}`, headers: { accept: 'text/event-stream' }, body }, changed);
}

function door(name: string, maxChars: number, run: (text: string) => unknown): Door {
  return { name: `service ${name}`, maxChars, isOnLoop: true, folder: SOURCE_FOLDER, run };
}

const upstream = (name: string, maxChars: number, toScript: (text: string) => Partial<Script>) =>
  door(name, maxChars, (text) => ask('What is an axolotl?', toScript(text)));

/** The text as the fields of twenty results. */
function fields(text: string): string {
  const chars = Math.ceil(text.length / 20);
  const items = Array.from({ length: 20 }, (_, at) => {
    const part = text.slice(at * chars, (at + 1) * chars);
    return {
      url: `https://site${at}.test/${part.slice(0, 10)}`,
      title: part,
      content: part,
      publishedDate: part,
    };
  });
  return JSON.stringify({
    results: items,
    answers: [text.slice(0, 1_000)],
    unresponsive_engines: [[text, text]],
  });
}

const rss = (text: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><item><title>${text}</title><link>/content/a</link>` +
  `<description>${text}</description></item></channel></rss>`;

const FIELDS = [
  ...['accept', 'accept-language', 'prefer', 'if-none-match', 'cache-control', 'traceparent', 'user-agent'],
  ...['x-forwarded-for', 'authorization', 'origin', 'cookie', 'content-type', 'mcp-method'],
];
/** The characters that Node's client can send in a field, without splitting the text. */
const toField = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');

const messages = (text: string) => [
  { role: 'system', content: text.slice(0, 2_000) },
  { role: 'user', content: PLAIN },
  { role: 'assistant', content: text },
  { role: 'user', content: text },
];
const tool = (name: string, args: object) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name, arguments: args },
});
const MCP = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };

/** The bodies of the interfaces for programs; the model replies with the same text. */
const BODIES: readonly (readonly [string, (text: string) => object, Record<string, string>?])[] = [
  ['/v1/chat/completions', (text) => ({ model: 'sayso', stream: true, messages: messages(text) })],
  [
    '/v1/chat/completions',
    (text) => ({
      messages: messages('x'),
      response_format: {
        type: 'json_schema',
        json_schema: { schema: { type: 'object', description: text } },
      },
    }),
  ],
  ['/v1/responses', (text) => ({ input: messages(text), instructions: text, stream: true })],
  ['/v1/responses', (text) => ({ input: text, previous_response_id: `resp_${text}` })],
  ['/api/chat', (text) => ({ model: 'sayso', messages: messages(text) })],
  ['/api/generate', (text) => ({ model: text, prompt: text, system: text })],
  ['/mcp', (text) => tool('search', { query: text, language: text, since: text, sites: [text] }), MCP],
  ['/mcp', (text) => tool('fetch', { url: text }), MCP],
  ['/mcp', (text) => ({ jsonrpc: '2.0', id: text, method: text, params: { [text]: text } }), MCP],
];

const container = '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>';
/** The operator's own files, read for the index by a command. */
const FILES: Readonly<Record<string, (text: string) => string | Uint8Array>> = {
  'a.pdf': (text) => pdfOf(text.slice(0, MOST.page / 16)),
  'a.md': (text) => `---\n${text.slice(0, 10_000)}\n---\n${text}`,
  'a.txt': (text) => text,
  'a.html': (text) => `<html><head>${text}</head><body><p>${PLAIN.repeat(20)}</p></body></html>`,
  'a.docx': (text) =>
    zipFile({ 'word/document.xml': `<w:document><w:p><w:t>${text}</w:t></w:p></w:document>` }),
  'a.odt': (text) => zipFile({ 'content.xml': `<office:text><text:p>${text}`, 'meta.xml': text }),
  'a.epub': (text) =>
    zipFile({ 'META-INF/container.xml': container, 'a.opf': `<package>${text}`, 'a.xhtml': text }),
};

function readFile(path: string, content: string | Uint8Array): unknown {
  const bytes = Uint8Array.from(Buffer.from(content));
  return createReadFile(readContent)({ path, bytes, base: null }, never);
}

/** The ways into the service: requests, and what its search, its pages, its model and its files say. */
export const serviceDoors: readonly Door[] = [
  door('question', MOST.question, (text) => ask(text)),
  door('question and page', MOST.question, (text) =>
    ask(text, { page: { type: 'text/plain', body: text.repeat(20) } }),
  ),
  door('history', MOST.answer, (text) =>
    ask('Where does it live?', {}, [{ question: text.slice(0, MOST.question), answer: text }]),
  ),
  upstream('titles', 300, (title) => ({ title })),
  upstream('snippets', 2_000, (snippet) => ({ snippet })),
  upstream('results as JSON', MOST.page / 4, (text) => ({ search: { type: JSON_TYPE, body: fields(text) } })),
  upstream('broken results', MOST.page / 4, (body) => ({ search: { type: JSON_TYPE, body } })),
  upstream('results as a page', MOST.page / 4, (body) => ({ search: { type: 'text/html', body } })),
  upstream('results as a feed', MOST.page / 4, (text) => ({ search: { type: 'text/xml', body: rss(text) } })),
  upstream('refused search', MOST.body, (body) => ({ search: { type: 'text/html', body, status: 403 } })),
  upstream('pages', MOST.page / 4, (text) => ({ page: { type: 'text/html', body: `<p>${text}</p>` } })),
  upstream('plain pages', MOST.page / 4, (body) => ({ page: { type: 'text/plain', body } })),
  upstream('types of pages', 8_000, (text) => ({ page: { type: toField(text), body: PLAIN } })),
  upstream('model output', MOST.answer, (text) => ({ model: events(text) })),
  upstream('broken model output', MOST.answer, (body) => ({ model: { type: 'text/event-stream', body } })),
  upstream('errors of the model', MOST.body, (body) => ({ model: { type: JSON_TYPE, body, status: 400 } })),
  door('body', MOST.body, (body) => send({ path: '/api/ask', body })),
  door('search page', MOST.question, (text) =>
    send({ path: `/search?q=${encodeURIComponent(text.toWellFormed())}` }, { model: events(text) }),
  ),
  door('path', MOST.header / 4, (text) =>
    send({ path: `/${encodeURI(text.toWellFormed()).replace(/^[/?#]+/, '')}` }),
  ),
  ...['text/plain', 'text/html', 'text/markdown', 'application/ssml+xml'].map((accept) =>
    door(`answer as ${accept}`, MOST.answer, (text) =>
      send({ path: '/api/v1/query?q=a', headers: { accept } }, { model: events(text) }),
    ),
  ),
  ...FIELDS.map((field) =>
    door(`header ${field}`, MOST.header / 4, (text) =>
      send({ path: '/api/v1/query?q=a', headers: { [field]: toField(text) } }),
    ),
  ),
  ...BODIES.map(([path, toBody, headers = {}], at) =>
    door(`${path} (${at})`, MOST.answer, (text) =>
      send({ path, headers, body: JSON.stringify(toBody(text)) }, { model: events(text) }),
    ),
  ),
  ...Object.entries(FILES).map(([path, toContent]) => ({
    ...door(`file ${path}`, MOST.page / 4, (text) => readFile(path, toContent(text))),
    isOnLoop: false,
  })),
];
