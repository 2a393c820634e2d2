import { firstChars } from '../core/text.ts';
import type { Upstream } from '../net/upstream.ts';
import type { SearchBackend, SearchQuery } from './backend.ts';
import { callJson, type JsonReply, type Remedies } from './json-call.ts';
import { withoutSearchSyntax } from './search-syntax.ts';
import { readSearxngReply } from './searxng-reply.ts';

/** What a SearXNG or searx needs to be asked. */
export type SearxngOptions = {
  readonly upstream: Upstream;
  /** Address of the instance, with or without a path prefix or `/search`; parameters in it are kept. */
  readonly url: string;
  /** For one call. */
  readonly timeoutMs: number;
  /** BCP 47 tag for questions that name none; `auto` leaves it to the instance. */
  readonly language?: string;
};

const MAX_BYTES = 2_000_000;
/** Some engines behind refuse more than 499 characters, and the reply repeats the query in many places. */
const MAX_QUERY_CHARS = 400;
const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

/** What stock SearXNG means by these. */
const REMEDIES: Remedies = {
  403: [
    'configuration',
    'its JSON output is switched off (403): add json to search.formats in its settings.yml',
  ],
  429: [
    'rate',
    'its limiter refuses us (429): whitelist this address under pass_ip in its limiter.toml, or set server.limiter to false',
  ],
};

/** SearXNG or searx over its JSON API. What it may answer and what each shape means is in `searxng-reply.ts`. */
export function createSearxng(options: SearxngOptions): SearchBackend {
  const addresses = toAddresses(options.url);
  return {
    async search(query, signal) {
      const text = firstChars(withoutSearchSyntax(query.text), MAX_QUERY_CHARS);
      if (text === '') return { status: 'empty' };
      const words = encodeURIComponent(text.toWellFormed());
      const url = `${addresses.api}${words}`;
      const language = languageOf(query, options);
      let reply = await ask(options, url, language, signal);
      // A language it does not know must not cost the search.
      if (isBadParameter(reply) && language !== null) reply = await ask(options, url, null, signal);
      if (reply.status === 'failed') return reply;
      return readSearxngReply(reply.body, `${addresses.page}${words}`, query.limit);
    },
  };
}

function ask(
  options: SearxngOptions,
  url: string,
  language: string | null,
  signal: AbortSignal,
): Promise<JsonReply> {
  const call = {
    url: language === null ? url : `${url}&language=${language}`,
    // A stock limiter refuses clients that do not take HTML or name no language.
    headers: { accept: 'application/json, text/html;q=0.5', 'accept-language': language ?? '*' },
    timeoutMs: options.timeoutMs,
    maxBytes: MAX_BYTES,
  };
  return callJson(options.upstream, call, REMEDIES, signal);
}

function isBadParameter(reply: JsonReply): boolean {
  return reply.status === 'failed' && reply.reason === 'bad-parameter';
}

function languageOf(query: SearchQuery, options: SearxngOptions): string | null {
  const language = query.language === 'auto' ? (options.language ?? 'auto') : query.language;
  return language !== 'auto' && LANGUAGE_TAG.test(language) ? language : null;
}

/** What stands before the words in a call, and in the address of the same results for people. */
function toAddresses(address: string): { readonly api: string; readonly page: string } {
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith('/search') ? path : `${path}/search`;
  url.hash = '';
  url.searchParams.delete('q');
  url.searchParams.set('format', 'json');
  return { api: `${url.href}&q=`, page: `${url.origin}${url.pathname}?q=` };
}
