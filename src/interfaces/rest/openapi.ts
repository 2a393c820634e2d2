import { fastify, type RouteOptions } from 'fastify';
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import type { App } from '../http/interface.ts';
import { OTHER_FORMS } from './answering.ts';

/** Any part of a JSON document. */
type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

/** Descriptions of the other forms of an answer, by media type. */
const FORM_DESCRIPTIONS: Readonly<Record<(typeof OTHER_FORMS)[number], string>> = {
  'text/event-stream': 'The events of the answer as they happen (WHATWG HTML, 9.2); see docs/api.md.',
  'text/plain': 'The speakable text and a line feed.',
  'text/markdown': 'The answer and its numbered sources.',
  'text/html': 'The answer and its numbered sources as a complete document.',
  'application/ssml+xml': 'The speakable text as SSML 1.1 of at most 8,000 characters.',
};
const FORMS = Object.fromEntries(
  OTHER_FORMS.map((form) => [form, { schema: { type: 'string', description: FORM_DESCRIPTIONS[form] } }]),
);

/**
 * `GET /openapi.json`: the API as OpenAPI 3.1, generated from the schemas that validate it. Register it
 * before the routes. The document is generated when it is first requested, by an app that serves nothing,
 * because loading the generator would slow down every start.
 */
export function describeApi(app: App, version: string, asksForKeys: boolean): void {
  const routes: Pick<RouteOptions, 'method' | 'url' | 'schema'>[] = [];
  app.addHook('onRoute', ({ method: methods, url, schema }) => {
    const method = [methods].flat().filter((name) => name !== 'HEAD');
    if (method.length > 0) routes.push({ method, url, ...(schema && { schema: { ...schema } }) });
  });
  let document: Promise<JsonObject> | undefined;
  const handler = () => {
    document ??= describe(routes, version, asksForKeys);
    return document;
  };
  app.route({ method: ['GET', 'HEAD'], url: '/openapi.json', schema: { hide: true }, handler });
}

async function describe(
  routes: readonly Pick<RouteOptions, 'method' | 'url' | 'schema'>[],
  version: string,
  asksForKeys: boolean,
): Promise<JsonObject> {
  const { default: fastifySwagger } = await import('@fastify/swagger'); // a bundle has no other names of it
  const app = fastify({ exposeHeadRoutes: false })
    .setValidatorCompiler(validatorCompiler)
    .setSerializerCompiler(serializerCompiler);
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sayso',
        version,
        description: 'Ask the web; get an answer you can read, hear and check.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      ...(asksForKeys && {
        components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
        security: [{ key: [] }],
      }),
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  for (const route of routes) app.route({ ...route, handler: async () => undefined });
  await app.ready();
  return tidy(JSON.parse(JSON.stringify(app.swagger())));
}

/**
 * Simplifies the document: one schema per noun (the generator adds a second one for requests), only the
 * schemas in use, no bounds that only mean "a safe integer". It also adds the other forms of an answer.
 */
function tidy(generated: JsonObject): JsonObject {
  const text = JSON.stringify(generated).replace(/"((?:#\/components\/schemas\/)?\w+Request)Input"/g, '"$1"');
  const document: JsonObject = JSON.parse(text);
  const components = objectAt(document, 'components');
  const all = objectAt(components, 'schemas');
  const used = usedSchemas(document, all);
  const schemas = Object.entries(all)
    .filter(([name]) => used.has(name))
    .map(([name, schema]) => [name, name.endsWith('Request') ? withOpenObjects(schema) : schema]);
  const named = { ...components, schemas: Object.fromEntries(schemas) };
  const described = { ...document, components: named, paths: withForms(objectAt(document, 'paths')) };
  return JSON.parse(JSON.stringify(described), (key, value) =>
    key === 'maximum' && value === Number.MAX_SAFE_INTEGER ? undefined : value,
  );
}

/** The names of the schemas that the paths refer to, directly or through other schemas. */
function usedSchemas(document: JsonObject, all: JsonObject): ReadonlySet<string> {
  const used = new Set<string>();
  const pending: Json[] = [objectAt(document, 'paths')];
  for (const part of pending)
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (!used.has(name)) pending.push(all[name]);
      used.add(name);
    }
  return used;
}

/** The schema without the ban on additional fields, because unknown fields in a request are ignored. */
function withOpenObjects(schema: Json): Json {
  return JSON.parse(
    JSON.stringify(schema, (key, value) => (key === 'additionalProperties' ? undefined : value)),
  );
}

/** Adds the other forms to every operation that answers questions. */
function withForms(paths: JsonObject): JsonObject {
  const text = JSON.stringify(paths, function (this: JsonObject, key, value) {
    const answers = key === 'content' && /(?:Ask|Query)Response"/.test(JSON.stringify(value));
    return answers ? { ...value, ...FORMS } : value;
  });
  return JSON.parse(text);
}

function objectAt(parent: JsonObject, key: string): JsonObject {
  const value = parent[key];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
