import fastifySwagger from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { App } from './parts.ts';

/** `GET /openapi.json`: the interface as OpenAPI 3.1, made from the schemas that check it. Register before the routes. */
export async function describeApi(app: App, version: string, asksForKeys: boolean): Promise<void> {
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
  const handler = async () => app.swagger();
  app.route({ method: 'GET', url: '/openapi.json', schema: { hide: true }, handler });
  app.route({ method: 'HEAD', url: '/openapi.json', schema: { hide: true }, handler });
}
