import type { FastifyReply, FastifyRequest } from 'fastify';
import { healthResponse } from './contract.ts';
import type { App, HttpParts } from './parts.ts';

/** `GET /api/health`: that the service is up, and what it is configured with. Asks nobody. */
export function serveHealth(app: App, parts: HttpParts): void {
  const handler = async (_request: FastifyRequest, reply: FastifyReply) => {
    // The body is a contract of its own.
    reply.header('sayso-max-query-chars', parts.maxQueryChars);
    const { version, llmConfigured, searchPrimaryUrl, searchSecondaryUrl } = parts.status();
    return {
      status: 'ok' as const,
      version,
      llm_configured: llmConfigured,
      search_primary_url: searchPrimaryUrl,
      search_secondary_url: searchSecondaryUrl,
    };
  };
  const config = { open: true };
  const response = { 200: healthResponse };
  const described = {
    operationId: 'health',
    summary: 'Whether the service is up, and its configuration',
    tags: ['service'],
  };
  app.route({ method: 'GET', url: '/api/health', config, schema: { ...described, response }, handler });
  app.route({ method: 'HEAD', url: '/api/health', config, schema: { hide: true }, handler });
}
