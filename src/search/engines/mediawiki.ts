import { ownValue } from '@sayso/text/own-value.ts';
import { firstChars, toSnippet } from '@sayso/text/text.ts';
import * as z from 'zod';
import type { FailedReason } from '../../core/attempt.ts';
import { toHits } from '../hits.ts';
import {
  type BackendKind,
  type FailedOutcome,
  failed,
  found,
  type HttpConnection,
  SENDS_NOTHING,
  type SearchBackend,
  type SearchOutcome,
  type SearchQuery,
} from '../search.ts';
import { callJson, type Remedies } from './http-call.ts';

const MAX_BYTES = 2_000_000;
/** CirrusSearch, which Wikipedia uses, refuses longer queries. */
const MAX_QUERY_CHARS = 300;
/** The maximum number of introductions that one call returns. */
const MAX_PAGES = 20;
const SNIPPET_CHARS = 300;
/** Text that the search interprets as operators (`intitle:`, `insource:/.../`, `-word`, `"..."`). */
const OPERATORS = /["~*\\/:?!<>[\]{}|()]|(?<=^|\s)-+/gu;

const REMEDIES: Remedies = {
  403: ['blocked', 'it refuses access (403), because Wikimedia wants a contact address', 'set CONTACT'],
  429: ['rate', 'it reports too many requests (429)'],
};
const REASON_BY_CODE: Readonly<Record<string, FailedReason>> = {
  ratelimited: 'rate',
  maxlag: 'upstream',
  readonly: 'upstream',
  'search-error': 'upstream',
  readapidenied: 'configuration',
  permissiondenied: 'configuration',
  'mwoauth-invalid-authorization': 'configuration',
  badvalue: 'bad-parameter',
  badinteger: 'bad-parameter',
  missingparam: 'bad-parameter',
  nosearch: 'bad-parameter',
  invalidparammix: 'bad-parameter',
};

const ERROR = z.object({ code: z.string().catch('') });
const REPLY = z.object({
  error: ERROR.optional(),
  errors: z.array(ERROR).optional(),
  batchcomplete: z.unknown().optional(),
  query: z.object({ pages: z.array(z.unknown()).catch([]) }).optional(),
});
const PAGE = z.object({
  index: z.number().catch(Number.MAX_SAFE_INTEGER),
  fullurl: z.string(),
  title: z.string().catch(''),
  extract: z.string().catch(''),
});

/** A MediaWiki such as Wikipedia; one call returns introductions. URL of its API, or of the wiki. */
export const mediawiki = { relaxed: 'keywords', open } satisfies BackendKind;

function open(options: HttpConnection): SearchBackend {
  const endpoint = toEndpoint(options.url);
  return {
    sends: SENDS_NOTHING,
    async search(query, signal) {
      const text = firstChars(query.text.replace(OPERATORS, ' ').trim(), MAX_QUERY_CHARS);
      if (text === '') return { status: 'empty' };
      const call = {
        url: toCallUrl(endpoint, text, Math.min(query.limit, MAX_PAGES)),
        headers: { accept: 'application/json' },
        timeoutMs: options.timeoutMs,
        maxBytes: MAX_BYTES,
      };
      const reply = await callJson(options.upstream, call, { remedies: REMEDIES, signal });
      return reply.status === 'json' ? read(reply.body, query) : reply;
    },
  };
}

/** A reply without hits has no `query`; warnings are not errors. */
function read(body: unknown, searched: SearchQuery): SearchOutcome {
  const reply = REPLY.safeParse(body);
  if (!reply.success)
    return failed('protocol', 'its answer is not in a format that the API of a MediaWiki uses');
  const { error = reply.data.errors?.[0], batchcomplete, query } = reply.data;
  if (error !== undefined) return toFailure(error.code);
  if (query === undefined && batchcomplete === undefined) {
    return failed('protocol', 'its answer contains neither results nor an error (is it a MediaWiki?)');
  }
  const pages = (query?.pages ?? []).flatMap((page) => PAGE.safeParse(page).data ?? []);
  pages.sort((one, other) => one.index - other.index);
  const raw = pages.map(({ fullurl, title, extract }) => ({
    url: fullurl,
    title,
    snippet: toSnippet(extract, SNIPPET_CHARS),
    text: extract,
  }));
  return found(toHits(raw, searched));
}

function toFailure(code: string): FailedOutcome {
  const shown = /^[a-z0-9_-]{1,40}$/i.test(code) ? ` (${code})` : '';
  return failed(ownValue(REASON_BY_CODE, code) ?? 'upstream', `the wiki reports an error${shown}`);
}

function toCallUrl(endpoint: URL, text: string, limit: number): string {
  const url = new URL(endpoint);
  const parameters = {
    action: 'query',
    format: 'json',
    formatversion: '2',
    utf8: '1',
    generator: 'search',
    gsrsearch: text,
    // Without this parameter, MediaWiki's built-in search matches only titles.
    gsrwhat: 'text',
    gsrlimit: String(limit),
    prop: 'extracts|info',
    exintro: '1',
    explaintext: '1',
    exlimit: 'max',
    inprop: 'url',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

function toEndpoint(address: string): URL {
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, '');
  if (!/\.php5?$/.test(path)) url.pathname = path === '' ? '/w/api.php' : `${path}/api.php`;
  url.hash = '';
  return url;
}
