import { request } from 'node:http';
import { loadSettings } from '../../../src/config/load.ts';
import { createLog } from '../../../src/observe/log.ts';
import { type RunningService, startService } from '../../../src/service/serve.ts';
import type { Entry } from '../entry.ts';
import { ANSWER, HEADER, PAGE, QUESTION, SNIPPET, TITLE } from '../limits.ts';
import { ORDINARY, type Script, startUpstreams, type Upstreams } from '../upstreams.ts';

const place = 'loop';
const EVENTS =
  'search-end,page-read,page-skip,sources,answer-delta,answer-block,sentence,support,timing,answer-end';
const KEY = 'fuzz-key';

type Running = { readonly service: RunningService; readonly upstreams: Upstreams };
let running: Promise<Running> | undefined;

/**
 * The real service with its upstreams, started once. It shares one thread with its upstreams, so the measured
 * blocking is never too short.
 */
async function start(): Promise<Running> {
  const upstreams = await startUpstreams();
  const { settings } = loadSettings({
    PORT: '0',
    SEARCH_PRIMARY_URL: upstreams.searchUrl,
    SEARCH_TERTIARY_URL: 'off',
    MODEL_BASE_URL: upstreams.modelUrl,
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
  return { service, upstreams };
}

/** Stops the service, if an entry has started it. */
export async function stopFuzzedService(): Promise<void> {
  const started = await running;
  running = undefined;
  await started?.service.stop();
  started?.upstreams.close();
}

/** Sends one request and reads its reply to the end. */
async function send(
  path: string,
  headers: Record<string, string>,
  body: string | null,
  script: Partial<Script> = {},
) {
  running ??= start();
  const { service, upstreams } = await running;
  Object.assign(upstreams.script, ORDINARY, script);
  await new Promise<void>((resolve, reject) => {
    const method = body === null ? 'GET' : 'POST';
    const call = request(`${service.address}${path}`, { method, headers: { 'x-api-key': KEY, ...headers } });
    call.on('response', (response) => response.resume().on('close', resolve));
    call.on('error', reject);
    call.end(body ?? undefined);
  });
}

function ask(query: string, script: Partial<Script> = {}, history: readonly object[] = []): Promise<void> {
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
  const body = JSON.stringify({ query, num_sources: 10, ...(history.length > 0 && { history }) });
  return send(`/api/ask?events=${EVENTS}`, headers, body, script);
}

function asked(name: string, maxChars: number, toScript: (text: string) => Partial<Script>): Entry {
  return {
    name: `service/serve.ts ${name}`,
    maxChars,
    place,
    run: (text) => ask('What is an axolotl?', toScript(text)),
  };
}

const FIELDS = [
  'accept',
  'accept-language',
  'prefer',
  'if-none-match',
  'cache-control',
  'traceparent',
  'x-forwarded-for',
  'user-agent',
  'authorization',
  'origin',
  'cookie',
  'content-type',
];
/** The characters that Node's client can send in a field, without splitting the text. */
const toField = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');

export const serviceEntries: readonly Entry[] = [
  { name: 'service/serve.ts question', maxChars: QUESTION, place, run: (text) => ask(text) },
  {
    name: 'service/serve.ts question and page',
    maxChars: QUESTION,
    place,
    run: (text) => ask(text, { page: text.repeat(20), pageType: 'text/plain' }),
  },
  {
    name: 'service/serve.ts history',
    maxChars: ANSWER,
    place,
    run: (text) => ask('Where does it live?', {}, [{ question: text.slice(0, QUESTION), answer: text }]),
  },
  asked('titles', TITLE, (title) => ({ title })),
  asked('snippets', SNIPPET, (snippet) => ({ snippet })),
  asked('pages', PAGE / 4, (text) => ({ page: `<html><body><p>${text}</p></body></html>` })),
  asked('plain pages', PAGE / 4, (page) => ({ page, pageType: 'text/plain' })),
  asked('model output', ANSWER, (answer) => ({ answer })),
  {
    name: 'service/serve.ts body',
    maxChars: 100_000,
    place,
    run: (text) => send('/api/ask', { 'content-type': 'application/json' }, text),
  },
  {
    name: 'service/serve.ts search page',
    maxChars: QUESTION,
    place,
    run: (text) => send(`/search?q=${encodeURIComponent(text.toWellFormed())}`, {}, null, { answer: text }),
  },
  {
    name: 'service/serve.ts path',
    maxChars: HEADER / 4,
    place,
    run: (text) => send(`/${encodeURI(text.toWellFormed()).replace(/^[/?#]+/, '')}`, {}, null),
  },
  ...['text/plain', 'text/html', 'text/markdown', 'application/ssml+xml'].map((accept): Entry => {
    const run = (answer: string) => send('/api/v1/query?q=a', { accept }, null, { answer });
    return { name: `service/serve.ts ${accept}`, maxChars: ANSWER, place, run };
  }),
  ...FIELDS.map((field): Entry => {
    const run = (text: string) => send('/api/v1/query?q=a', { [field]: toField(text) }, null);
    return { name: `service/serve.ts header ${field}`, maxChars: HEADER / 4, place, run };
  }),
];
