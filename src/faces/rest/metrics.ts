import type { App, HttpParts } from '../http/parts.ts';

/** `GET /metrics`: the metrics in the text format of Prometheus; needs a key if keys are configured. */
export function serveMetrics(app: App, { metrics }: HttpParts): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/metrics',
    schema: { hide: true },
    handler: async (_request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .type(metrics.contentType)
        .send(await metrics.text()),
  });
}
