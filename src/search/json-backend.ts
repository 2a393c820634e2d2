import { firstChars } from '../core/text.ts';
import type { Upstream, UpstreamCall } from '../net/upstream.ts';
import { type FailedOutcome, failed, found, type SearchBackend, type SearchQuery } from './backend.ts';
import { type RawHit, toHits } from './hits.ts';
import { callJson, type JsonReply, type Remedies } from './json-call.ts';
import { type FilterSpelling, filterParameters, NO_FILTER, type SearchFilter } from './search-filter.ts';

/** What a service that answers in JSON needs to be asked. */
export type JsonBackendOptions = {
  readonly upstream: Upstream;
  /** Where to ask instead of the service's own address: a proxy, or parameters to go with every call. */
  readonly url?: string;
  readonly key: string;
  /** For one call. */
  readonly timeoutMs: number;
  /** BCP 47 tag for questions that name none; `auto` leaves it to the service. */
  readonly language?: string;
  readonly filter?: SearchFilter;
};

/** One question as it is put to a service. */
export type Asked = {
  /** Where to ask, with the parameters the operator gave. Fresh for each call, so it may be changed. */
  readonly url: URL;
  readonly text: string;
  /** How many results, within what the service allows. */
  readonly count: number;
  /** BCP 47 tag, or null where the service shall decide. */
  readonly language: string | null;
  readonly key: string;
};

/** What a call to the service is made of beside its address; with a body it is a POST of JSON. */
export type Request = {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
};

/** Everything in which one service differs from another. */
export type JsonService = {
  /** As it calls itself. */
  readonly name: string;
  /** Where it is asked when the operator's address has no path. */
  readonly endpoint: string;
  readonly maxQueryChars: number;
  readonly maxResults: number;
  /** True where each result costs, so that none is asked for that is not wanted. */
  readonly paidByResult?: boolean;
  /** How it spells a filter, as far as it has one. */
  readonly filterSpelling?: FilterSpelling;
  /** What its statuses mean where that is more than `KEY_REMEDIES` and the status itself say. */
  readonly remedies?: Remedies;
  /** The question without what the service would read as a command. */
  words?(question: string): string;
  request(asked: Asked): Request;
  /** Its results in its order, or why there are none; null for what is no reply of this service. */
  read(body: unknown): readonly RawHit[] | FailedOutcome | null;
};

/** Asked for at least, so that there is a choice of sites. */
const USUAL_RESULTS = 10;
const MAX_BYTES = 2_000_000;
const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

/** What these mean for every service that works with keys and plans. */
const KEY_REMEDIES: Remedies = {
  401: ['configuration', 'it does not accept the key (401): check SLOT_KEY'],
  402: ['configuration', 'its plan or credit is used up (402): top it up, or wait for the next period'],
  403: ['configuration', 'it refuses the key (403): check SLOT_KEY and what its plan allows'],
  429: ['rate', 'it says we ask too often (429), more than its plan allows'],
};

/** A service that takes a question in one call and answers in JSON. */
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
      // A language it does not know must not cost the search.
      if (isBadParameter(reply) && language !== null) reply = await ask(query, text, null, signal);
      if (reply.status === 'failed') return reply;
      const raw = service.read(reply.body);
      if (raw === null) return failed('protocol', `its answer has no form that ${service.name} has`);
      return 'status' in raw ? raw : found(toHits(raw, query.limit));
    },
  };
}

/** With the filter among its parameters; what the operator wrote into the address goes before it. */
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
  const language = query.language === 'auto' ? (options.language ?? 'auto') : query.language;
  return language !== 'auto' && LANGUAGE_TAG.test(language) ? language.toLowerCase() : null;
}

/** An address without a path is the service's host, or a stand-in for it. */
function toEndpoint(address: string, usual: string): string {
  const url = new URL(address);
  if (url.pathname === '/') url.pathname = new URL(usual).pathname;
  url.hash = '';
  return url.href;
}
