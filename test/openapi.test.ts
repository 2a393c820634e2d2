import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { refusing, startModelServer, streaming } from './support/model-server.ts';
import { startSearchServer, withResults, withStatus } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

type Operation = {
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> };
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: object }> }>;
};
type Document = {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, object> };
};

const search = await startSearchServer();
const model = await startModelServer();
const service = await startTestService({ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url });
after(async () => {
  for (const each of [service, model, search]) await each[Symbol.asyncDispose]();
});
const document: Document = await (await fetch(`${service.url}/openapi.json`)).json();

/** Validates a response against the document's schema; unknown fields fail as well. */
function checkOf(path: string, method: string, status: number): ValidateFunction {
  const schema = document.paths[path]?.[method]?.responses[status]?.content?.['application/json']?.schema;
  assert.ok(schema !== undefined, `${method} ${path} ${status} is not described`);
  const ajv = new Ajv2020({ strict: false });
  return ajv.compile({ ...closed(schema), components: closed(document.components) });
}

/** The schema with every object closed, so that undescribed fields are found. */
function closed<T>(schema: T): T {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(closed) as T;
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)]);
  const copy = Object.fromEntries(entries);
  return copy.type === 'object' && copy.properties !== undefined
    ? { ...copy, additionalProperties: false }
    : copy;
}

async function holds(
  path: string,
  init: RequestInit & { readonly method: string },
  status: number,
): Promise<void> {
  const response = await fetch(service.url + path, init);
  assert.equal(response.status, status);
  const check = checkOf(path.split('?')[0] ?? '', init.method.toLowerCase(), status);
  assert.ok(
    check(await response.json()),
    `${init.method} ${path} ${status}: ${JSON.stringify(check.errors)}`,
  );
}

const post = (body: string, type = 'application/json') => ({
  method: 'POST',
  headers: { 'content-type': type },
  body,
});

test('the document is OpenAPI 3.1 and describes every endpoint except the page', () => {
  assert.match(document.openapi, /^3\.1\./);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  assert.deepEqual(operations.sort(), [
    'get /api/ask/{id}',
    'get /api/collections',
    'get /api/health',
    'get /api/v1/query',
    'get /livez',
    'get /readyz',
    'post /api/ask',
    'post /api/ask/{id}/finish',
    'post /api/ask/{id}/stop',
    'post /api/context',
    'post /api/plan',
    'post /api/search',
    'post /api/v1/query',
  ]);
});

test('every schema of the document is used, under one name', () => {
  const text = JSON.stringify(document);
  const names = Object.keys(document.components.schemas);
  assert.deepEqual(
    names.filter((name) => !text.includes(`"#/components/schemas/${name}"`) || name.endsWith('Input')),
    [],
  );
  assert.ok(names.includes('AskRequest'));
});

test('real replies match the document', async () => {
  for (const path of ['/api/health', '/livez', '/readyz', '/readyz?verbose'])
    await holds(path, { method: 'GET' }, 200);
  await holds('/api/ask', post('{"query":"What is an axolotl?"}'), 200);
  await holds('/api/v1/query', post('{"query":"What is an axolotl?"}'), 200);
  await holds('/api/v1/query?q=axolotl', { method: 'GET' }, 200);
});

test('real error replies match the document', async (t) => {
  t.after(() => {
    search.script = withResults();
    model.script = streaming('x');
  });
  await holds('/api/ask', post('{"query":" "}'), 400);
  await holds('/api/v1/query', { method: 'GET' }, 400);
  await holds('/api/ask', post(`{"query":"a","b":"${'x'.repeat(70_000)}"}`), 413);
  await holds('/api/ask', post('a', 'text/plain'), 415);
  model.script = refusing(500);
  await holds('/api/ask', post('{"query":"What is an axolotl?"}'), 200);
  search.script = withStatus(503);
  await holds('/api/ask', post('{"query":"What is an axolotl?"}'), 502);
  await holds('/api/v1/query?q=a', { method: 'GET' }, 502);
});

test('a body the document allows is accepted, and one it forbids is refused', async () => {
  const schema = document.paths['/api/ask']?.post?.requestBody?.content['application/json']?.schema;
  assert.ok(schema !== undefined);
  const check = new Ajv2020({ strict: false }).compile({ ...schema, components: document.components });
  for (const body of [
    { query: 'a' },
    { query: 'a', num_sources: 10 },
    { query: 'a', something_else: true },
    { query: 'a', num_sources: 11 },
    { query: 'a', num_sources: 1.5 },
    { query: '' },
    { num_sources: 3 },
    [],
    { query: 'x'.repeat(2001) },
  ]) {
    const response = await fetch(`${service.url}/api/ask`, post(JSON.stringify(body)));
    await response.arrayBuffer();
    assert.equal(response.status === 200, check(body), JSON.stringify(body).slice(0, 60));
  }
});
