import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, HttpParts } from '../http/parts.ts';
import { healthResponse } from './contract.ts';

/** `GET /api/health`: reports that the service is up, and its configuration. Calls no other server. */
export function serveHealth(app: App, parts: HttpParts): void {
  const handler = async (_request: FastifyRequest, reply: FastifyReply) => {
    // A header, because the contract fixes the fields of the body.
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
