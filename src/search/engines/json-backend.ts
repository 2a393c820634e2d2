import type { Scope } from '../../core/scope.ts';
import type { UpstreamCall } from '../../net/upstream.ts';
import { type RawHit, toHits } from '../hits.ts';
import {
  type BackendKind,
  type FailedOutcome,
  failed,
  found,
  type HttpConnection,
  type SearchBackend,
  type SearchOutcome,
  type SearchQuery,
} from '../search.ts';
import { callJson, type NothingFound, type Remedies } from './http-call.ts';
import {
  type Notation,
  retryIfRefused,
  safeSearchParameters,
  scopeParameters,
  sentParts,
  withSites,
} from './notation.ts';

/** How a service with a JSON API is called. */
type JsonConnection = HttpConnection & { readonly key: string };

/** One query to a service. */
type JsonQuery = {
  readonly text: string;
  /** The number of results, within the service's limits. */
  readonly count: number;
  readonly key: string;
};

/** Everything that differs between services. */
export type JsonService = Omit<BackendKind, 'open'> & {
  /** Its own name. */
  readonly name: string;
  /** Its path is used if the operator's URL has none. */
  readonly endpoint: string;
  /** How the parameters are sent; by default in the URL. */
  readonly method?: 'POST';
  /** The longest query that it accepts. */
  readonly maxQueryChars: number;
  /** The maximum number of results of one call. */
  readonly maxResults: number;
  /** True if each result costs money, so that only the needed number is requested. */
  readonly paidByResult?: boolean;
  /** The service's notation for filters and scopes. */
  readonly notation?: Notation;
  /** The meaning of its status codes, where they differ from `KEY_REMEDIES` and the general meaning. */
  readonly remedies?: Remedies;
  /** The error that says that nothing was found; by default, that is a list without results. */
  readonly nothingFound?: NothingFound;
  /** The parameters of a call, without filters and scope. */
  parameters(query: JsonQuery): Readonly<Record<string, unknown>>;
  /** The headers of a call, in addition to `accept`. */
  headers?(key: string): Readonly<Record<string, string>>;
  /** Its results in order, or why there are none; null if the reply has another format. */
  read(body: unknown): readonly RawHit[] | FailedOutcome | null;
};

/** The minimum number of results to request, so that there are several sites to choose from. */
const USUAL_RESULTS = 10;
const MAX_BYTES = 2_000_000;

/** The meaning of these status codes for services with keys and plans. */
const KEY_REMEDIES: Remedies = {
  401: ['configuration', 'it does not accept the key (401)', 'check SLOT_KEY'],
  402: ['configuration', 'its plan or credit is used up (402)', 'top it up, or wait for the next period'],
  403: ['configuration', 'it refuses the key (403)', 'check SLOT_KEY and what its plan allows'],
  429: ['rate', 'its plan does not allow more calls at the moment (429)'],
};

/** The meaning of these status codes at an address other than the service's own. */
const FOREIGN_REMEDIES: Remedies = {
  404: ['configuration', 'no search at this address (404)', "remove SLOT_URL to use the service's own"],
};

/** A service that answers a query in one JSON call. */
export function jsonBackend(service: JsonService) {
  const { notation = {}, maxQueryChars, maxResults, paidByResult = false } = service;
  const remedies = { ...KEY_REMEDIES, ...service.remedies };
  const sends = sentParts(notation);
  return { ...service, open } satisfies BackendKind;

  function open(options: JsonConnection): SearchBackend {
    const callOf = callsTo(service, options);
    const statuses = isOwnAddress(service, options.url) ? remedies : { ...FOREIGN_REMEDIES, ...remedies };
    return {
      sends,
      async search(query, signal) {
        const words = query.text.trim();
        if (words === '') return { status: 'empty' };
        const text = withSites(words, query.scope, { maxChars: maxQueryChars, notation });
        const count = Math.min(Math.max(query.limit, paidByResult ? 1 : USUAL_RESULTS), maxResults);
        const parameters = service.parameters({ text, count, key: options.key });
        return await retryIfRefused(query.scope, sends, async (scope) => {
          const reply = await callJson(options.upstream, callOf(parameters, scope), {
            remedies: statuses,
            ...(service.nothingFound && { nothingFound: service.nothingFound }),
            signal,
          });
          return reply.status === 'failed' ? reply : outcomeOf(reply.body, query);
        });
      },
    };
  }

  function outcomeOf(body: unknown, query: SearchQuery): SearchOutcome {
    if (body === undefined) return { status: 'empty' };
    const raw = service.read(body);
    if (raw === null) return failed('protocol', `its answer is not in a format that ${service.name} uses`);
    return 'status' in raw ? raw : found(toHits(raw, query));
  }
}

/** Makes calls with these parameters in this scope. Filters in the operator's URL take precedence. */
function callsTo(service: JsonService, { url: address, key, timeoutMs, safesearch = null }: JsonConnection) {
  const { notation = {} } = service;
  const endpoint = toEndpoint(address ?? service.endpoint, service.endpoint);
  const limits = { timeoutMs, maxBytes: MAX_BYTES };
  const headers = { accept: 'application/json', ...service.headers?.(key) };
  return (parameters: Readonly<Record<string, unknown>>, scope: Scope): UpstreamCall => {
    const all = { ...parameters, ...scopeParameters(notation, scope) };
    const filters = safeSearchParameters(notation, safesearch, scope);
    if (service.method === 'POST') {
      const body = JSON.stringify({ ...all, ...filters });
      const withType = { ...headers, 'content-type': 'application/json' };
      return { url: endpoint, method: 'POST', headers: withType, body, ...limits };
    }
    const url = new URL(endpoint);
    for (const [name, value] of Object.entries(all)) url.searchParams.set(name, String(value));
    for (const [name, value] of Object.entries(filters))
      if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
    return { url: url.href, headers, ...limits };
  };
}

function isOwnAddress({ endpoint }: JsonService, address = endpoint): boolean {
  const [used, own] = [new URL(toEndpoint(address, endpoint)), new URL(endpoint)];
  return used.origin === own.origin && used.pathname === own.pathname;
}

/** A URL without a path is the host of the service or of a proxy. */
function toEndpoint(address: string, usual: string): string {
  const url = new URL(address);
  if (url.pathname === '/') url.pathname = new URL(usual).pathname;
  url.hash = '';
  return url.href;
}
