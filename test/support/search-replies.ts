import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import type { FailedReason } from '../../src/core/attempt.ts';
import { faultWords } from '../../src/core/failure.ts';
import { ANY_SCOPE, type Scope } from '../../src/core/scope.ts';
import type { Upstream } from '../../src/net/upstream.ts';
import type { SearchBackend, SearchOutcome } from '../../src/search/search.ts';
import { serve } from './local-server.ts';
import { testUpstream } from './test-upstream.ts';

const forever = new AbortController().signal;

/** Answers everything with this value as JSON. */
export function json(body: unknown, status = 200): RequestListener {
  return (_request, response) => {
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(body));
  };
}

/** Answers everything with this HTML. */
export function page(
  html: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  };
}

/** A back-end's outcome for a server with this reply; no connection may remain. */
export async function outcomeAt(
  listener: RequestListener,
  create: (upstream: Upstream, url: string) => SearchBackend,
  query: { readonly text?: string; readonly scope?: Scope; readonly limit?: number } = {},
): Promise<SearchOutcome> {
  await using server = await serve(listener);
  await using upstream = testUpstream();
  const { text = 'x', scope = ANY_SCOPE, limit = 5 } = query;
  const outcome = await create(upstream, server.url).search({ text, scope, limit }, forever);
  await upstream.close();
  await server.noSocketsLeft();
  return outcome;
}

/** Asserts that the outcome is a failure for this reason, with a cause in these words. */
export function assertFailed(outcome: SearchOutcome, reason: FailedReason, cause: RegExp): void {
  assert.ok(outcome.status === 'failed', JSON.stringify(outcome));
  assert.equal(outcome.reason, reason);
  assert.match(faultWords(outcome), cause);
}
