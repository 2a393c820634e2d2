import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANY_SCOPE, type Scope } from '../../core/scope.ts';
import { splitCommand } from './mcp-session.ts';
import { findSearchTool, type ListedTool, toArguments } from './mcp-tool.ts';

const tool = (name: string, properties: object, required: readonly string[] = []): ListedTool => ({
  name,
  inputSchema: { properties: { ...properties }, required },
});

const QUERY = { query: { type: 'string' } };

/** Names and required parameters as real servers list them (November 2026). */
const SERVERS: Readonly<Record<string, readonly ListedTool[]>> = {
  searxng_web_search: [
    tool('searxng_search_suggestions', QUERY, ['query']),
    tool('searxng_web_search', QUERY, ['query']),
    tool('web_url_read', { url: { type: 'string' } }, ['url']),
  ],
  brave_web_search: [
    tool('brave_local_search', QUERY, ['query']),
    tool('brave_video_search', QUERY, ['query']),
    tool('brave_web_search', QUERY, ['query']),
    tool('brave_llm_context', QUERY, ['query']),
    tool('brave_summarizer', { key: { type: 'string' } }, ['key']),
  ],
  web_search: [
    tool('web_fetch', { urls: { type: 'array' } }, ['urls']),
    tool('web_search', { objective: { type: 'string' }, search_queries: { type: 'array' } }, [
      'objective',
      'search_queries',
    ]),
  ],
  firecrawl_search: [
    tool('firecrawl_developer_search', QUERY, ['query']),
    tool('firecrawl_research_search_papers', QUERY, ['query']),
    tool('firecrawl_search_feedback', { searchId: { type: 'string' } }, ['searchId']),
    tool('firecrawl_search', { query: { anyOf: [{ type: 'null' }, { type: 'string' }] } }, ['query']),
  ],
  search: [tool('fetch', { id: { type: 'string' } }, ['id']), tool('search', QUERY, ['query'])],
};

test('the tool that searches the web is found among those of real servers', () => {
  for (const [name, tools] of Object.entries(SERVERS)) assert.equal(findSearchTool(tools)?.name, name);
});

test('no tool is chosen that needs what is not known, changes something, or does not search', () => {
  const others = [
    tool('search', { ...QUERY, customer: { type: 'string' } }, ['query', 'customer']),
    { ...tool('web_search', QUERY, ['query']), annotations: { destructiveHint: true } },
    tool('send_mail', QUERY, ['query']),
    tool('search', { count: { type: 'number' } }),
    tool('search', { query: { type: 'object' } }, ['query']),
    { name: 'search', inputSchema: {} },
  ];
  for (const each of others) assert.equal(findSearchTool([each]), null, each.name);
});

test('schemas of any shape are read', () => {
  const shapes = [
    null,
    7,
    'string',
    [],
    { type: 7 },
    { anyOf: 'x' },
    { anyOf: [null, 1] },
    { type: ['null', 'string'] },
  ];
  for (const shape of shapes)
    assert.doesNotThrow(() => findSearchTool([tool('search', { query: shape, q: { type: 'string' } })]));
});

function argumentsFor(properties: object, scope: Partial<Scope> = {}, required: readonly string[] = []) {
  const tool = findSearchTool([{ name: 'search', inputSchema: { properties: { ...properties }, required } }]);
  assert.ok(tool);
  return { ...toArguments(tool, { text: 'blue frogs', limit: 5, scope: { ...ANY_SCOPE, ...scope } }) };
}

test('the words are given under each name that servers use, as a text or a list', () => {
  assert.deepEqual(argumentsFor({ query: { type: 'string' } }), { query: 'blue frogs' });
  assert.deepEqual(argumentsFor({ objective: { type: 'string' }, search_queries: { type: 'array' } }), {
    objective: 'blue frogs',
    search_queries: ['blue frogs'],
  });
});

test('a number of results stays within the limits of the schema', () => {
  const q = { q: { type: 'string' } };
  assert.equal(argumentsFor({ ...q, numResults: { type: 'number' } }).numResults, 10);
  assert.equal(argumentsFor({ ...q, max_results: { type: 'integer', maximum: 5 } }).max_results, 5);
  assert.equal(argumentsFor({ ...q, count: { type: 'integer', minimum: 20 } }).count, 20);
  assert.equal('limit' in argumentsFor({ ...q, limit: { type: 'string' } }), false);
});

test('JSON is asked for where a server offers it', () => {
  const format = { type: 'string', enum: ['text', 'json'] };
  assert.equal(argumentsFor({ q: { type: 'string' }, response_format: format }).response_format, 'json');
  const other = { type: 'string', enum: ['text', 'xml'] };
  assert.equal('format' in argumentsFor({ q: { type: 'string' }, format: other }), false);
});

test('the parts of a scope are given if the schema allows their values', () => {
  const scope = {
    language: 'de-AT',
    country: 'at',
    since: '2026-01-01',
    until: '2026-02-01',
    sites: { only: ['a.org'], never: ['b.org'] },
  };
  const text = { type: 'string' };
  const properties = {
    query: text,
    language: text,
    country: text,
    start_date: text,
    endPublishedDate: text,
    include_domains: { type: 'array' },
    exclude_domains: { type: 'array' },
  };
  assert.deepEqual(argumentsFor(properties, scope), {
    query: 'blue frogs',
    language: 'de',
    country: 'AT',
    start_date: '2026-01-01',
    endPublishedDate: '2026-02-01',
    include_domains: ['a.org'],
    exclude_domains: ['b.org'],
  });
  assert.deepEqual(argumentsFor(properties), { query: 'blue frogs' });
  const named = { query: text, country: { type: 'string', enum: ['austria'] } };
  assert.deepEqual(argumentsFor(named, scope), { query: 'blue frogs' });
});

test('a required parameter of unknown meaning gets its default or its first value', () => {
  const properties = { q: { type: 'string' }, mode: { enum: ['fast', 'slow'] }, depth: { default: 2 } };
  assert.deepEqual(argumentsFor(properties, {}, ['q', 'mode', 'depth']), {
    q: 'blue frogs',
    mode: 'fast',
    depth: 2,
  });
  assert.deepEqual(argumentsFor(properties), { q: 'blue frogs' });
});

test('a command is split at spaces outside quotation marks', () => {
  assert.deepEqual(splitCommand(` npx -y mcp-searxng "two words" 'it is' a"b c"d `), {
    program: 'npx',
    args: ['-y', 'mcp-searxng', 'two words', 'it is', 'ab cd'],
    variables: {},
  });
});

test('variables before the program are its environment', () => {
  assert.deepEqual(splitCommand('KEY=abc NAME="a b" node --x=1'), {
    program: 'node',
    args: ['--x=1'],
    variables: { KEY: 'abc', NAME: 'a b' },
  });
});

test('a command without a program has an empty one', () => {
  for (const text of ['', '  ', 'A=1', '"']) assert.equal(splitCommand(text).program, '', text);
});
