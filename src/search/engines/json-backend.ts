import { firstChars } from '../../core/text.ts';
import type { Upstream, UpstreamCall } from '../../net/upstream.ts';
import { type FailedOutcome, failed, found, type SearchBackend, type SearchQuery } from '../backend.ts';
import { type RawHit, toHits } from './hits.ts';
import { callJson, type JsonReply, type Remedies } from './json-call.ts';
import { type FilterSpelling, filterParameters, NO_FILTER, type SearchFilter } from './search-filter.ts';

/** Options for a service with a JSON API. */
export type JsonBackendOptions = {
  readonly upstream: Upstream;
  /** A URL to use instead of the service's own: of a proxy, or with parameters for every call. */
  readonly url?: string;
  readonly key: string;
  /** For one call. */
  readonly timeoutMs: number;
  /** BCP 47 tag for questions without one; `auto` leaves the choice to the service. */
  readonly language?: string;
  readonly filter?: SearchFilter;
};

/** One query to a service. */
export type Asked = {
  /** The URL with the operator's parameters. New for each call, so it may be changed. */
  readonly url: URL;
  readonly text: string;
  /** The number of results, within the service's limits. */
  readonly count: number;
  /** BCP 47 tag, or null to let the service decide. */
  readonly language: string | null;
  readonly key: string;
};

/** A call to the service; with a body it is a POST of JSON. */
export type Request = {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
};

/** Everything that differs between services. */
export type JsonService = {
  /** Its own name. */
  readonly name: string;
  /** The endpoint if the operator's URL has no path. */
  readonly endpoint: string;
  readonly maxQueryChars: number;
  readonly maxResults: number;
  /** True if each result costs money, so that no more than needed are requested. */
  readonly paidByResult?: boolean;
  /** How it expresses a filter, if it has one. */
  readonly filterSpelling?: FilterSpelling;
  /** What its status codes mean, where that differs from `KEY_REMEDIES` and the general meaning. */
  readonly remedies?: Remedies;
  /** The question without the service's search syntax. */
  words?(question: string): string;
  request(asked: Asked): Request;
  /** Its results in order, or why there are none; null if the reply does not have this service's format. */
  read(body: unknown): readonly RawHit[] | FailedOutcome | null;
};

/** The minimum to request, to have a choice of sites. */
const USUAL_RESULTS = 10;
const MAX_BYTES = 2_000_000;
const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

/** What these status codes mean for services with keys and plans. */
const KEY_REMEDIES: Remedies = {
  401: ['configuration', 'it does not accept the key (401): check SLOT_KEY'],
  402: ['configuration', 'its plan or credit is used up (402): top it up, or wait for the next period'],
  403: ['configuration', 'it refuses the key (403): check SLOT_KEY and what its plan allows'],
  429: ['rate', 'it says we ask too often (429), more than its plan allows'],
};

/** A back-end for a service that answers a query in one JSON call. */
export function jsonBackend(service: JsonService, options: JsonBackendOptions): SearchBackend {
  const remedies = { ...KEY_REMEDIES, ...service.remedies };
  const filter = filterParameters(options.filter ?? NO_FILTER, service.filterSpelling ?? {});
  const endpoint = toEndpoint(options.url ?? service.endpoint, service.endpoint);
  const ask = (query: SearchQuery, text: string, language: string | null, signal: AbortSignal) => {
    const wanted = Math.max(query.limit, service.paidByResult === true ? 1 : USUAL_RESULTS);
    const count = Math.min(wanted, service.maxResults);
    const url = new URL(endpoint);
    const request = service.request({ url, text, count, language, key: options.key });
    return callJson(
      options.upstream,
      toCall(withFilter(request, filter), options.timeoutMs),
      remedies,
      signal,
    );
  };
  return {
    async search(query, signal) {
      const words = service.words?.(query.text) ?? query.text;
      const text = firstChars(words.trim(), service.maxQueryChars).toWellFormed();
      if (text === '') return { status: 'empty' };
      const language = languageOf(query, options);
      let reply = await ask(query, text, language, signal);
      // An unknown language must not fail the search.
      if (isBadParameter(reply) && language !== null) reply = await ask(query, text, null, signal);
      if (reply.status === 'failed') return reply;
      const raw = service.read(reply.body);
      if (raw === null) return failed('protocol', `its answer is not in a format that ${service.name} uses`);
      return 'status' in raw ? raw : found(toHits(raw, query.limit));
    },
  };
}

/** Adds the filter to the parameters; parameters in the operator's URL take precedence. */
function withFilter(request: Request, filter: Readonly<Record<string, string>>): Request {
  if (request.body !== undefined) return { ...request, body: { ...request.body, ...filter } };
  const { searchParams } = request.url;
  for (const [name, value] of Object.entries(filter)) {
    if (!searchParams.has(name)) searchParams.set(name, value);
  }
  return request;
}

function toCall({ url, headers, body }: Request, timeoutMs: number): UpstreamCall {
  const limits = { timeoutMs, maxBytes: MAX_BYTES };
  const common = { url: url.href, headers: { accept: 'application/json', ...headers }, ...limits };
  if (body === undefined) return common;
  const withType = { ...common.headers, 'content-type': 'application/json' };
  return { ...common, method: 'POST', headers: withType, body: JSON.stringify(body) };
}

function isBadParameter(reply: JsonReply): boolean {
  return reply.status === 'failed' && reply.reason === 'bad-parameter';
}

function languageOf(query: SearchQuery, options: JsonBackendOptions): string | null {
  const language = query.scope.language === 'auto' ? (options.language ?? 'auto') : query.scope.language;
  return language !== 'auto' && LANGUAGE_TAG.test(language) ? language.toLowerCase() : null;
}

/** A URL without a path is the host of the service or of a proxy. */
function toEndpoint(address: string, usual: string): string {
  const url = new URL(address);
  if (url.pathname === '/') url.pathname = new URL(usual).pathname;
  url.hash = '';
  return url.href;
}
