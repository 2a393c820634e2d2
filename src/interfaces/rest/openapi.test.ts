import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FixedReplies, startTextInterface } from '../../../test/support/fixed-replies.ts';
import { createKeyGuard } from '../http/guards.ts';
import { rest } from './rest.ts';

type Described = { readonly description?: string; readonly schema?: object; readonly name?: string };
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Described[];
  readonly responses: Readonly<Record<string, Described & { readonly content?: object }>>;
};
type Schema = { readonly properties?: Readonly<Record<string, Described>> };

async function describe(replies: FixedReplies = {}, headers: Record<string, string> = {}) {
  await using started = await startTextInterface(rest, replies);
  const reply = await started.app.inject({ url: '/openapi.json', headers });
  assert.equal((await started.app.inject({ method: 'HEAD', url: '/openapi.json', headers })).statusCode, 200);
  const document = reply.json();
  const paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> = document.paths;
  const schemas: Readonly<Record<string, Schema>> = document.components.schemas;
  return { document, paths, schemas };
}

test('with keys, the description says how to send one', async () => {
  const headers = { authorization: 'Bearer k' };
  const { document } = await describe({ guard: createKeyGuard(['k']) }, headers);
  assert.deepEqual(document.components.securitySchemes, { key: { type: 'http', scheme: 'bearer' } });
  assert.deepEqual(document.security, [{ key: [] }]);
});

test('every field and parameter of a request is explained, with its usual value', async () => {
  const { paths, schemas } = await describe();
  const explained = (fields: readonly Described[], where: string) => {
    for (const field of fields) assert.match(field.description ?? '', /\w/, `${where} ${field.name ?? ''}`);
  };
  const requests = Object.entries(schemas).filter(([name]) => name.endsWith('Request'));
  assert.equal(requests.length, 5);
  for (const [name, { properties = {} }] of requests) explained(Object.values(properties), name);
  for (const [path, methods] of Object.entries(paths))
    for (const { parameters = [] } of Object.values(methods)) explained(parameters, path);
  const valuesOf = (name: string) =>
    Object.entries(schemas[name]?.properties ?? {}).flatMap(([field, described]) =>
      'default' in described ? [`${field}=${described.default}`] : [],
    );
  assert.deepEqual(valuesOf('AskRequest'), [
    ...['num_sources=5', 'depth=quick', 'length=normal', 'layout=auto', 'instant=true', 'verdicts=false'],
  ]);
  assert.deepEqual(valuesOf('ContextRequest'), ['max_tokens=2000', 'num_sources=5']);
  assert.deepEqual(valuesOf('SearchRequest'), ['num_results=10']);
});
