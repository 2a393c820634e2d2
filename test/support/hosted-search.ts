import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { FailedReason } from '../../src/core/attempt.ts';
import type { Hit } from '../../src/core/source.ts';
import type {
  HttpConnection,
  SafeSearchLevel,
  SearchBackend,
  SearchOutcome,
  SearchQuery,
} from '../../src/search/search.ts';
import { assertSurvives, jsonMutations } from './mutations.ts';
import { assertFailed, json, outcomeAt, page } from './search-replies.ts';

/** The reason and the words for each status of a service. */
type Statuses = Readonly<Record<number, readonly [FailedReason, RegExp]>>;

type Create = (options: HttpConnection & { readonly key: string }) => SearchBackend;

/** A question, and the operator's settings for the service. */
type HostedQuery = Partial<SearchQuery> & {
  readonly address?: string;
  readonly safesearch?: SafeSearchLevel;
};

/** The hits of a reply about two animals; the second has no text. */
export const ANIMAL_HITS: readonly Hit[] = [
  {
    url: 'https://example.org/axolotl',
    title: 'Axolotl',
    snippet: 'The axolotl keeps its gills for life.',
  },
  { url: 'https://example.org/olm', title: 'Olm', snippet: '' },
];

/** The adapter's outcome for a server with this reply. */
export function hostedOutcome(
  create: Create,
  listener: RequestListener,
  query: HostedQuery = {},
): Promise<SearchOutcome> {
  const { address = '', safesearch = null, ...rest } = query;
  const make: Parameters<typeof outcomeAt>[1] = (upstream, url) =>
    create({ upstream, url: `${url}${address}`, key: 'k+1', timeoutMs: 60_000, safesearch });
  return outcomeAt(listener, make, rest);
}

/** A call as the service receives it. */
type HostedCall = {
  readonly method: string | undefined;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
};

/** The adapter's calls for one question to a service with this reply. */
export async function hostedCalls(
  create: Create,
  reply: RequestListener,
  query: HostedQuery = {},
): Promise<HostedCall[]> {
  const calls: HostedCall[] = [];
  await hostedOutcome(
    create,
    async (request, response) => {
      const url = new URL(request.url ?? '', 'http://x');
      const body = await text(request);
      const { method, headers } = request;
      const parameters = Object.fromEntries(url.searchParams);
      calls.push({
        method,
        path: url.pathname,
        parameters,
        headers,
        body: body === '' ? null : JSON.parse(body),
      });
      reply(request, response);
    },
    query,
  );
  return calls;
}

/** Every common status, and every additional status of this service, has a reason and advice. */
async function assertStatuses(create: Create, own: Statuses): Promise<void> {
  const usual: Statuses = {
    301: ['protocol', /redirects to another host/],
    401: ['configuration', /does not accept the key \(401\): check/],
    402: ['configuration', /used up \(402\)/],
    403: ['configuration', /key/],
    404: ['configuration', /404/],
    429: ['rate', /429/],
    500: ['upstream', /500/],
    503: ['upstream', /503/],
  };
  for (const [status, [reason, cause]] of Object.entries({ ...usual, ...own })) {
    const headers = {
      'content-type': 'application/json',
      'retry-after': '7',
      location: 'http://example.org/',
    };
    const outcome = await hostedOutcome(create, (_request, response) => {
      response.writeHead(Number(status), headers).end('{"error":"secret detail"}');
    });
    assertFailed(outcome, reason, cause);
    assert.ok(outcome.status === 'failed' && !outcome.cause.includes('secret'));
    if (status === '429') assert.equal(outcome.retryAfterMs, 7_000);
  }
}

/**
 * A recorded reply of the service with each field changed in turn, and replies that are not the service's.
 */
async function assertHostedSurvives(create: Create, recorded: object): Promise<void> {
  assertFailed(
    await hostedOutcome(create, page('<title>Sign in</title>')),
    'protocol',
    /web page instead of JSON/,
  );
  assertFailed(await hostedOutcome(create, json({ message: 'hello' })), 'protocol', /not in a format that/);
  await assertSurvives((upstream, url) => create({ upstream, url, key: 'k', timeoutMs: 60_000 }), {
    text: JSON.stringify(recorded),
    type: 'application/json',
    mutations: jsonMutations(recorded),
  });
}

/**
 * Tests what every adapter of a hosted service has to do: ask in the form of the service, return the hits of
 * a recorded reply in their order, report a search that found nothing as empty, and survive every status and
 * every change of the reply.
 */
export function testHostedAdapter({
  create,
  reply,
  hits,
  emptyReply,
  statuses,
  call: { path, headers = {}, parameters = {}, body = null },
  others = [],
}: {
  readonly create: Create;
  readonly reply: object;
  readonly hits: readonly Hit[];
  /** A reply of a search that found nothing. */
  readonly emptyReply: object;
  /** What differs from the usual statuses, or is added to them. */
  readonly statuses: Statuses;
  /** How "axolotl lake" is asked for with the key `k+1`, for fifty results or as many as are allowed. */
  readonly call: { readonly path: string } & Partial<Pick<HostedCall, 'headers' | 'parameters' | 'body'>>;
  /** Further replies with their status: empty, or the reason of a failure. */
  readonly others?: readonly (readonly [body: object, status: number, expected: 'empty' | FailedReason])[];
}): void {
  test(`a search at ${path} is asked for in one call, with the key`, async () => {
    const calls = await hostedCalls(create, json(reply), { text: 'axolotl lake', limit: 50 });
    assert.equal(calls.length, 1);
    const [call] = calls;
    assert.deepEqual([call?.path, call?.parameters, call?.body], [path, parameters, body]);
    assert.equal(call?.method, body === null ? 'GET' : 'POST');
    for (const [name, value] of Object.entries(headers)) assert.equal(call.headers[name], value, name);
  });

  test(`at ${path}, results keep their order, and nothing found is no failure`, async () => {
    assert.deepEqual(await hostedOutcome(create, json(reply)), { status: 'ok', hits });
    for (const [body, status, expected] of [[emptyReply, 200, 'empty'], ...others] as const) {
      const outcome = await hostedOutcome(create, json(body, status));
      const told = outcome.status === 'failed' ? outcome.reason : outcome.status;
      assert.equal(told, expected, JSON.stringify(body));
    }
  });

  test(`at ${path}, each status has a remedy`, () => assertStatuses(create, statuses));

  test(`at ${path}, nothing is shown that a changed reply does not contain`, () =>
    assertHostedSurvives(create, reply));
}
