import type { Element } from 'domhandler';
import { type RawHit, toHits } from '../hits.ts';
import {
  type BackendKind,
  failed,
  found,
  type HttpConnection,
  type SearchBackend,
  type SearchOutcome,
  type SearchQuery,
} from '../search.ts';
import { elementsIn, matches, parseMarkup, textIn } from './html-tree.ts';
import { callText, isBotCheck, type Remedies } from './http-call.ts';
import {
  type Notation,
  safeSearchParameters,
  scopeParameters,
  sentParts,
  withoutSearchSyntax,
  withSites,
} from './notation.ts';

const MAX_BYTES = 2_000_000;
/** DuckDuckGo refuses queries of more than 499 characters. */
const MAX_QUERY_CHARS = 400;
/** DuckDuckGo knows only regions: `pt-BR` is sent as `br-pt`, and a language without a region is not sent. */
const TAG = /^(?<language>[a-z]{2})-(?<region>[a-z]{2})$/i;

const NOTATION: Notation = {
  safesearch: ['kp', { 0: '-2', 1: '-1', 2: '1' }],
  locale: (tag) => ({ kl: regionOf(tag) }),
  period: (since, until) => ({ df: `${since}..${until}` }),
  siteOperators: 'all',
};

const BLOCKED = 'it takes Sayso for a bot';
const REMEDIES: Remedies = {
  202: ['blocked', `${BLOCKED} (202)`],
  302: ['blocked', `${BLOCKED} (302)`],
  303: ['blocked', `${BLOCKED} (303)`],
  403: ['blocked', `${BLOCKED} (403)`],
};

/** DuckDuckGo's page without scripts, for operators who configure it explicitly. */
export const duckduckgo = { open } satisfies BackendKind;

function open(options: HttpConnection): SearchBackend {
  const url = new URL(options.url);
  if (url.pathname === '/') url.pathname = '/html/';
  return {
    sends: sentParts(NOTATION),
    async search(query, signal) {
      const words = withoutSearchSyntax(query.text);
      if (words === '') return { status: 'empty' };
      const form = {
        q: withSites(words, query.scope, { maxChars: MAX_QUERY_CHARS, notation: NOTATION }),
        b: '',
        kl: '',
        ...scopeParameters(NOTATION, query.scope),
        ...safeSearchParameters(NOTATION, options.safesearch ?? null, query.scope),
      };
      const call = {
        url: url.href,
        method: 'POST',
        headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
        timeoutMs: options.timeoutMs,
        maxBytes: MAX_BYTES,
      } as const;
      const reply = await callText(options.upstream, call, { remedies: REMEDIES, signal });
      return reply.status === 'text' ? read(reply.text, query) : reply;
    },
  };
}

function regionOf(tag: string): string {
  const { language, region } = TAG.exec(tag)?.groups ?? {};
  return language && region ? `${region}-${language}`.toLowerCase() : '';
}

async function read(html: string, query: SearchQuery): Promise<SearchOutcome> {
  const page = await parseMarkup(html, 'html');
  if (elementsIn(page, '#challenge-form').length > 0) return failed('blocked', BLOCKED);
  const [list] = elementsIn(page, '#links');
  if (!list) {
    if (isBotCheck(html)) return failed('blocked', BLOCKED);
    return failed('protocol', 'its page is not a list of results');
  }
  const hits = toHits(elementsIn(list, '.web-result').flatMap(toResult), query);
  if (hits.length > 0) return found(hits);
  if (elementsIn(list, '.no-results').length > 0) return { status: 'empty' };
  return failed('protocol', 'its page has neither results nor a note that there are none');
}

function toResult(result: Element): RawHit[] {
  const [heading] = elementsIn(result, 'h2');
  const [link] = heading ? elementsIn(heading, 'a') : [];
  if (link === undefined || matches(result, '.result--ad')) return [];
  const [snippet] = elementsIn(result, '.result__snippet');
  return [
    { url: targetOf(link.attribs.href ?? ''), title: textIn(link), snippet: snippet && textIn(snippet) },
  ];
}

/** Some links go through DuckDuckGo's click counter, which has the page's URL as a parameter. */
function targetOf(href: string): string {
  if (!URL.canParse(href, 'https://duckduckgo.com')) return '';
  const url = new URL(href, 'https://duckduckgo.com');
  if (!/(?:^|\.)duckduckgo\.com$/.test(url.hostname)) return href;
  return url.pathname === '/l/' ? (url.searchParams.get('uddg') ?? '') : '';
}
