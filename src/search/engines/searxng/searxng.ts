import { firstChars } from '../../../core/text.ts';
import type { Upstream, UpstreamCall } from '../../../net/upstream.ts';
import {
  type FailedOutcome,
  mendable,
  type SearchBackend,
  type SearchOutcome,
  type SearchQuery,
} from '../../backend.ts';
import { callJson, callText, type Remedies } from '../json-call.ts';
import { NO_FILTER, type SearchFilter } from '../search-filter.ts';
import { withoutSearchSyntax } from '../search-syntax.ts';
import { createJsonSwitch } from './json-switch.ts';
import { hasLimiter } from './searxng-config.ts';
import { createPageLimits, JSON_LIMITS } from './searxng-limiter.ts';
import { readSearxngReply } from './searxng-reply.ts';
import { toSearxngUrls } from './searxng-urls.ts';

/** Options of the SearXNG back-end. */
export type SearxngOptions = {
  readonly upstream: Upstream;
  /** URL of the instance, with or without a path prefix or `/search`; its parameters are kept. */
  readonly url: string;
  /** Time limit of one search, over all its calls. */
  readonly timeoutMs: number;
  /** BCP 47 tag for questions without one; `auto` leaves the choice to the instance. */
  readonly language?: string;
  /** Parameters in the URL override it. */
  readonly filter?: SearchFilter;
  /** Milliseconds from any fixed point. */
  readonly now?: () => number;
};

/** Time reserved for the instance to collect and send what its engines found. */
const MARGIN_MS = 300;
/** A lower limit would cut off engines that are only slightly slower. */
const MIN_LIMIT_MS = 700;
/** The limit is rounded, so that the URL changes rarely. */
const LIMIT_STEP_MS = 100;
const MAX_BYTES = 2_000_000;
/** Some engines refuse more than 499 characters, and replies repeat the query several times. */
const MAX_QUERY_CHARS = 400;
const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

const JSON_OFF = 'its JSON output is switched off (403)';
const SWITCH_ON = 'add json to search.formats in its settings.yml';
const PAGE_HINT = `${SWITCH_ON} unless its limiter is on, because ${JSON_OFF} and its page is read instead`;
const LIMITER_HINT =
  'its limiter is on and allows an address 4 JSON requests an hour: add this one to pass_ip in its limiter.toml';
const PAGE_REFUSED = 'it refuses to send its page, too (403)';
const JSON_REMEDIES: Remedies = { ...JSON_LIMITS, 403: ['configuration', `${JSON_OFF}: ${SWITCH_ON}`] };

/** One query, ready to be sent. */
type Asked = {
  readonly words: string;
  readonly language: string | null;
  readonly limit: number;
  /** What is left of the time for this search, in milliseconds. */
  leftMs(): number;
};

/** The outcome of a page, and whether it offers JSON. */
type PageReply = { readonly outcome: SearchOutcome; readonly isJsonOffered: boolean };

/**
 * SearXNG or searx, through its JSON API (`searxng-reply.ts`). If JSON is switched off, the result page is
 * read instead (`searxng-page.ts`), until it offers JSON or an hour has passed. To diagnose an instance with
 * a limiter, only its page is requested, because the limiter allows few JSON calls an hour.
 */
export function createSearxng(options: SearxngOptions): SearchBackend {
  const now = options.now ?? (() => performance.now());
  const urls = toSearxngUrls(options.url, options.filter ?? NO_FILTER);
  const json = createJsonSwitch(now);
  const pageLimits = createPageLimits(now);

  function callOf(url: string, { words, language, leftMs }: Asked, accept: string): UpstreamCall {
    const timeoutMs = Math.round(leftMs());
    const limitMs = Math.round((timeoutMs - MARGIN_MS) / LIMIT_STEP_MS) * LIMIT_STEP_MS;
    const hasLimit = !urls.hasTimeLimit && limitMs >= MIN_LIMIT_MS;
    // In seconds. Without a limit, one slow engine would cost the results of all others.
    const timeLimit = hasLimit ? `timeout_limit=${limitMs / 1000}&` : '';
    const inLanguage = language === null ? '' : `&language=${language}`;
    return {
      url: `${url}${url.includes('?') ? '&' : '?'}${timeLimit}q=${words}${inLanguage}`,
      headers: { accept, 'accept-language': language ?? '*' },
      timeoutMs,
      maxBytes: MAX_BYTES,
    };
  }

  async function askJson(asked: Asked, signal: AbortSignal): Promise<SearchOutcome> {
    // The limiter refuses clients that do not accept HTML or send no language.
    const call = callOf(urls.json, asked, 'application/json, text/html;q=0.5');
    const reply = await callJson(options.upstream, call, JSON_REMEDIES, signal);
    if (reply.status === 'failed') return reply;
    return readSearxngReply(reply.body, `${urls.shown}${asked.words}`, asked.limit);
  }

  async function askPage(asked: Asked, signal: AbortSignal): Promise<PageReply> {
    const call = callOf(urls.page, asked, 'text/html');
    const remedies: Remedies = {
      ...pageLimits.remedies,
      403: ['configuration', PAGE_REFUSED],
    };
    const reply = await callText(options.upstream, call, remedies, signal);
    if (reply.status === 'failed') return { outcome: reply, isJsonOffered: false };
    pageLimits.passed();
    // The page parser is loaded only if an instance has no JSON.
    const { offersJson, readSearxngPage } = await import('./searxng-page.ts');
    const outcome = readSearxngPage(reply.text, `${urls.shown}${asked.words}`, asked.limit);
    return { outcome, isJsonOffered: offersJson(reply.text) };
  }

  async function ask(asked: Asked, signal: AbortSignal): Promise<SearchOutcome> {
    const wasOff = json.isOff();
    if (!wasOff) {
      const outcome = await askJson(asked, signal);
      if (outcome.status !== 'failed' || !outcome.cause.startsWith(JSON_OFF)) return outcome;
      json.refused();
    }
    const { outcome, isJsonOffered } = await askPage(asked, signal);
    if (outcome.status !== 'failed') json.readPage({ isOffered: isJsonOffered, wasRefused: !wasOff });
    if (outcome.status === 'ok') return isJsonOffered ? outcome : { ...outcome, hint: PAGE_HINT };
    if (!isUseless(outcome)) return outcome;
    json.foundPageUseless();
    return wasOff ? outcome : mendable(outcome.reason, `${JSON_OFF}, and ${outcome.cause}`, SWITCH_ON);
  }

  async function diagnose(asked: Asked, signal: AbortSignal): Promise<SearchOutcome> {
    const call = { ...callOf(urls.config, asked, 'application/json, text/html;q=0.5'), url: urls.config };
    if (!(await hasLimiter(options.upstream, call, signal))) return ask(asked, signal);
    const { outcome, isJsonOffered } = await askPage(asked, signal);
    return outcome.status === 'ok' && isJsonOffered ? { ...outcome, hint: LIMITER_HINT } : outcome;
  }

  return {
    async search(query, signal) {
      const text = firstChars(withoutSearchSyntax(query.text), MAX_QUERY_CHARS);
      if (text === '') return { status: 'empty' };
      const endsAtMs = now() + Math.min(options.timeoutMs, query.leftMs?.() ?? Number.POSITIVE_INFINITY);
      const asked: Asked = {
        words: encodeURIComponent(text.toWellFormed()),
        language: languageOf(query, options),
        limit: query.limit,
        leftMs: () => Math.max(1, endsAtMs - now()),
      };
      const askOnce = query.isDiagnosis === true ? diagnose : ask;
      const outcome = await askOnce(asked, signal);
      // An unknown language must not fail the search.
      if (!isBadParameter(outcome) || asked.language === null) return outcome;
      return askOnce({ ...asked, language: null }, signal);
    },
  };
}

/** True if only JSON would help, but not if the instance cannot be reached or its limiter refuses Sayso. */
function isUseless(outcome: SearchOutcome): outcome is FailedOutcome {
  if (outcome.status !== 'failed') return false;
  return outcome.reason === 'protocol' || outcome.cause === PAGE_REFUSED;
}

function isBadParameter(outcome: SearchOutcome): boolean {
  return outcome.status === 'failed' && outcome.reason === 'bad-parameter';
}

function languageOf(query: SearchQuery, options: SearxngOptions): string | null {
  const language = query.scope.language === 'auto' ? (options.language ?? 'auto') : query.scope.language;
  return language !== 'auto' && LANGUAGE_TAG.test(language) ? language : null;
}
