import type { Fault } from './world.ts';

/** One request of the replay. */
export type GoldenRequest = {
  /** Names the request in reports; unique. */
  readonly id: string;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'OPTIONS';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  readonly fault?: Fault;
};

type Shape = (question: string) => Omit<GoldenRequest, 'id' | 'fault'>;

const COUNTRIES = ['Germany', 'Kenya', 'Peru', 'Japan', 'Norway', 'Egypt', 'Canada', 'Chile'] as const;
const QUESTIONS: readonly string[] = [
  'What is the capital of Kenya?',
  'Which languages are spoken in Peru, and which in Chile?',
  'How large is Japan, and how many people live there?',
  'Does Norway have a coast?',
  'Welche Nachbarländer hat Germany?',
  '¿Qué exporta Chile?',
  'What is the climate of Egypt like in 2026?',
  'history of Ghana',
  'Quelle est la population de la France ?',
  'Who governs Canada, and since when?',
  'Is Iceland larger than Portugal?',
  'What does nobody know?',
  'Qual è il clima in Italy?',
  'ポーランド Poland の人口は？',
];
const INSTANT = [
  '17 % of 249',
  '5 km in miles',
  'days until 2027-01-01',
  '-5 K in C',
  'sha256 of abc',
  '0x1F in decimal',
  'hello',
];

const get = (path: string, headers?: Readonly<Record<string, string>>) => ({
  path,
  ...(headers && { headers }),
});
const post = (path: string, body: unknown, headers?: Readonly<Record<string, string>>) => ({
  method: 'POST' as const,
  path,
  body,
  ...(headers && { headers }),
});
const encoded = (parameters: Readonly<Record<string, string>>) => `${new URLSearchParams(parameters)}`;
const user = (content: string) => ({ role: 'user', content });
const accept = (type: string) => ({ accept: type });
const turns = (question: string) => [
  user(question),
  { role: 'assistant', content: 'It is said so [1].' },
  user('And how many people live there?'),
];

const MCP_VERSION = '2026-07-28';
function tool(name: string, given: Readonly<Record<string, unknown>>) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MCP_VERSION,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'replay', version: '1' },
  };
  return post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given, _meta } },
    {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': MCP_VERSION,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
  );
}

/** Every form of every interface, by name. */
const SHAPES: Readonly<Record<string, Shape>> = {
  ask: (query) => post('/api/ask', { query }),
  'ask, ten sources': (query) => post('/api/ask', { query, num_sources: 10 }),
  'ask, events': (query) => post('/api/ask', { query }, accept('text/event-stream')),
  'ask, events with all parts': (query) =>
    post(
      '/api/ask?blocks=true&sentences=true&support=true&statements=true',
      { query, blocks: true, sentences: true, support: true, statements: true },
      accept('text/event-stream'),
    ),
  'ask, deep': (query) => post('/api/ask', { query, depth: 'deep' }),
  'ask, deep events': (query) => post('/api/ask', { query, depth: 'deep' }, accept('text/event-stream')),
  'ask, follow-up': (query) =>
    post('/api/ask', {
      query: 'And how many people live there?',
      history: [{ question: query, answer: 'It is said so [1].' }],
    }),
  'ask, Markdown': (query) => post('/api/ask', { query }, accept('text/markdown')),
  'ask, HTML': (query) => post('/api/ask', { query }, accept('text/html')),
  'ask, plain': (query) => post('/api/ask', { query }, accept('text/plain')),
  'ask, SSML': (query) => post('/api/ask', { query }, accept('application/ssml+xml')),
  query: (q) => get(`/api/v1/query?${encoded({ q })}`),
  'query, posted': (query) => post('/api/v1/query', { query }),
  'query, plain': (q) => get(`/api/v1/query?${encoded({ q })}`, accept('text/plain')),
  'query, fresh': (q) =>
    get(`/api/v1/query?${encoded({ q })}`, { 'cache-control': 'no-cache', prefer: 'wait=60' }),
  context: (query) => post('/api/context', { query }),
  'context, Markdown': (query) => post('/api/context', { query }, accept('text/markdown')),
  search: (query) => post('/api/search', { query }),
  chat: (text) => post('/v1/chat/completions', { model: 'sayso', messages: [user(text)] }),
  'chat, streamed': (text) =>
    post('/v1/chat/completions', { model: 'sayso', messages: [user(text)], stream: true }),
  'chat, follow-up': (text) => post('/v1/chat/completions', { model: 'sayso', messages: turns(text) }),
  'chat, context': (text) => post('/v1/chat/completions', { model: 'sayso-context', messages: [user(text)] }),
  'chat, deep': (text) =>
    post('/v1/chat/completions', { model: 'sayso-deep', messages: [user(text)], stream: true }),
  responses: (input) => post('/v1/responses', { model: 'sayso', input }),
  'responses, streamed': (input) => post('/v1/responses', { model: 'sayso', input, stream: true }),
  'ollama chat': (text) => post('/api/chat', { model: 'sayso', messages: [user(text)] }),
  'ollama generate': (prompt) => post('/api/generate', { model: 'sayso', prompt, stream: false }),
  'mcp ask': (query) => tool('ask', { query }),
  'mcp search': (query) => tool('search', { query }),
  'mcp context': (query) => tool('context', { query }),
  searxng: (q) => get(`/search?${encoded({ q, format: 'json' })}`),
  tavily: (query) => post('/search', { query, include_answer: true, max_results: 4 }),
  'ollama search': (query) => post('/api/web_search', { query }),
  'open webui': (query) => post('/search/external', { query, count: 3 }),
  'page without script': (q) => get(`/search?${encoded({ q })}`, accept('text/html')),
};

const FAULTS: Readonly<Record<string, Fault>> = {
  'search error': { search: 'error' },
  'search limit': { search: 'limit' },
  'search garbage': { search: 'garbage' },
  'search empty': { search: 'empty' },
  'search bot page': { search: 'page' },
  'search reset': { search: 'reset' },
  'pages fail': { pages: 'error' },
  'pages empty': { pages: 'empty' },
  'pages reset': { pages: 'reset' },
  'model error': { model: 'error' },
  'model limit': { model: 'limit' },
  'model cut': { model: 'cut' },
  'model silent': { model: 'nothing' },
  'model garbage': { model: 'garbage' },
  'model reset': { model: 'reset' },
  'all fail': { search: 'error', model: 'error' },
};
const FAULTED = [
  'ask',
  'ask, events',
  'query',
  'chat, streamed',
  'ollama chat',
  'mcp ask',
  'tavily',
  'context',
];

const LATER = ['Make it shorter', 'Translate that to Spanish', 'thanks'];

/** Every request, in the order in which they are sent. */
export const goldenRequests: readonly GoldenRequest[] = [
  ...Object.entries(SHAPES).flatMap(([name, shape], at) =>
    [0, 1, 2].map((round): GoldenRequest => {
      const question = QUESTIONS[(at * 3 + round * 5) % QUESTIONS.length] ?? '';
      return { id: `${name}: ${question}`, ...shape(question) };
    }),
  ),
  ...Object.entries(FAULTS).flatMap(([name, fault], at) =>
    FAULTED.map((form): GoldenRequest => {
      const question = `What is known of ${COUNTRIES[at % COUNTRIES.length]}, if ${name}?`;
      return { id: `${name}, ${form}`, ...shapeOf(form)(question), fault };
    }),
  ),
  ...INSTANT.flatMap((text) =>
    ['ask', 'chat'].map(
      (form): GoldenRequest => ({ id: `instant, ${form}: ${text}`, ...shapeOf(form)(text) }),
    ),
  ),
  ...LATER.flatMap((text): GoldenRequest[] => [
    {
      id: `later, chat: ${text}`,
      ...post('/v1/chat/completions', {
        messages: [
          ...turns('history of Ghana'),
          { role: 'assistant', content: 'Thirty million [1].' },
          user(text),
        ],
      }),
    },
    {
      id: `later, ask: ${text}`,
      ...post('/api/ask', {
        query: text,
        history: [{ question: 'history of Ghana', answer: 'It is old [1].' }],
      }),
    },
  ]),
  ...(
    [
      ['health', get('/api/health')],
      ['ready', get('/readyz?verbose')],
      ['live', get('/livez')],
      ['models', get('/v1/models')],
      ['tags', get('/api/tags')],
      ['version', get('/api/version')],
      ['show', post('/api/show', { model: 'sayso' })],
      ['robots', get('/robots.txt')],
      ['openapi', get('/openapi.json')],
      ['opensearch', get('/opensearch.xml')],
      ['asked page', get('/?q=history+of+Ghana', accept('text/html'))],
      [
        'tools',
        post(
          '/mcp',
          { jsonrpc: '2.0', id: 1, method: 'tools/list' },
          { accept: 'application/json, text/event-stream' },
        ),
      ],
      ['extract', post('/extract', { urls: ['http://PAGES/kenya', 'http://10.0.0.1/', 'not a url'] })],
      ['web fetch', post('/api/web_fetch', { url: 'http://PAGES/japan' })],
      ['mcp fetch', tool('fetch', { id: 'http://PAGES/norway' })],
      ['unknown path', get('/api/nothing')],
      ['wrong method', { method: 'POST' as const, path: '/api/health' }],
      ['no question', post('/api/ask', {})],
      ['blank question', post('/api/v1/query', { query: ' ' })],
      ['no q', get('/api/v1/query')],
      ['broken body', post('/api/ask', '{"query":')],
      ['too many sources', post('/api/ask', { query: 'x', num_sources: 11 })],
      ['long question', post('/api/ask', { query: 'x'.repeat(2001) })],
      ['large body', post('/api/ask', { query: 'x'.repeat(70_000) })],
      ['wrong type', post('/api/ask', 'query=x', { 'content-type': 'text/plain' })],
      [
        'preflight',
        {
          method: 'OPTIONS' as const,
          path: '/api/ask',
          headers: { origin: 'https://a.test', 'access-control-request-method': 'POST' },
        },
      ],
      ['foreign page', post('/v1/chat/completions', { messages: [user('x')] }, { origin: 'https://a.test' })],
      ['head', { method: 'HEAD' as const, path: '/api/v1/query?q=x' }],
      ['chat without messages', post('/v1/chat/completions', { messages: [] })],
      [
        'chat with a form',
        post('/v1/chat/completions', {
          messages: [user('history of Ghana')],
          response_format: { type: 'json_object' },
        }),
      ],
      ['unknown tool', tool('nothing', {})],
    ] as const
  ).map(([id, request]): GoldenRequest => ({ id, ...request })),
];

const WITH_SHAPE = 3 * Object.keys(SHAPES).length;
const broken = goldenRequests.filter(({ fault }) => fault !== undefined);
/** What every run of the tests replays: two questions of three, and each fault in two forms; more takes long. */
export const usualRequests = goldenRequests.filter((request, place) => {
  const at = broken.indexOf(request);
  if (at < 0) return place >= WITH_SHAPE || place % 3 !== 2;
  // The last one is among them: what the service says of its state depends on it.
  return (at + Math.floor(at / FAULTED.length)) % 4 === 2;
});

function shapeOf(name: string): Shape {
  const shape = SHAPES[name];
  if (shape === undefined) throw new Error(`There is no form named ${name}.`);
  return shape;
}
