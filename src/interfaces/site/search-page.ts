import { collect } from '../../core/run.ts';
import { forms } from '../../render/forms.ts';
import { type InterfaceDeps, runOfCall } from '../http/call-service.ts';
import { refusePrefetches } from '../http/foreign-pages.ts';
import type { App } from '../http/protocol.ts';
import { scopeOfParameters } from '../http/scope.ts';
import { checkedText, questionOfCall } from '../http/to-question.ts';

/** The document has links and nothing else: no script, no style, and nothing from other hosts. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
} as const;

/**
 * `GET /search?q=`: the whole answer as a small document, for browsers without JavaScript. `HEAD` costs neither
 * a search nor a model call.
 */
export function serveSearchPage(app: App, deps: InterfaceDeps, stopping: AbortSignal): void {
  const url = '/search';
  app.route({
    method: 'GET',
    url,
    config: { answers: true },
    onRequest: refusePrefetches,
    handler: async (request, reply) => {
      const query = Object.fromEntries(new URL(request.url, 'http://localhost').searchParams);
      const text = checkedText(query.q ?? '', { ...deps, name: 'The parameter `q`' });
      const call = { request, reply, stopping };
      const scope = scopeOfParameters(query);
      const question = questionOfCall({ text, scope, timeoutMs: deps.answerDeadlineMs }, call);
      const { answer } = await collect(deps.ask(runOfCall(deps, call, question)));
      return reply.headers(HEADERS).send(forms['text/html'](answer, question));
    },
  });
  app.route({ method: 'HEAD', url, handler: async (_request, reply) => reply.headers(HEADERS).send() });
}
