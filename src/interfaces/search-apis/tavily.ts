import type { Scope } from '../../core/scope.ts';
import { mainTextOf } from '../../core/source.ts';
import { textWithError } from '../../render/forms.ts';
import { hostIn, scopeNames, toScope } from '../http/scope.ts';
import { Fields, toCountryCode } from './fields.ts';
import {
  type Finding,
  findAnswer,
  findHits,
  findPassages,
  MAX_HITS,
  readUrls,
  type SearchEndpoint,
} from './find.ts';

const DEFAULT_RESULTS = 5;
const DAY_MS = 86_400_000;
const PERIOD_BY_LETTER: ReadonlyMap<string, string> = new Map([
  ['d', 'day'],
  ['w', 'week'],
  ['m', 'month'],
  ['y', 'year'],
]);

const NAMES = scopeNames('field', {
  since: 'start_date',
  until: 'end_date',
  only: 'include_domains',
  never: 'exclude_domains',
});

/**
 * Tavily's `POST /search`. Pages are read for `search_depth: "advanced"` and `include_raw_content`; otherwise
 * `content` is the excerpt of the result. `include_answer` asks the model. Fields without a value are left
 * out: the types of `@tavily/core` have no `null` in them.
 * @throws Failure for a field that cannot be used, and if every search failed
 */
export const tavilySearch: SearchEndpoint = async (call) => {
  const startedAtMs = performance.now();
  const fields = new Fields(call.request.body);
  const query = fields.query('query', call.deps);
  const limit = fields.count('max_results', { min: 0, max: MAX_HITS }) ?? DEFAULT_RESULTS;
  const wanted = { query, scope: scopeOf(fields), limit };
  const hasText = isWanted(fields.value('include_raw_content'));
  const isRead = hasText || fields.text('search_depth') === 'advanced';
  const answered = isWanted(fields.value('include_answer')) ? await findAnswer(call, wanted) : null;
  const found = isRead ? await findPassages(call, wanted) : answered?.found;
  const shown = (found ?? (await findHits(call, wanted)).found).slice(0, limit);
  return {
    query,
    follow_up_questions: null,
    answer: answered === null ? undefined : textWithError(answered.answer),
    images: [],
    // Only the order is known, so the scores fall evenly from 1.
    results: shown.map((finding, at) => toResult(finding, { score: 1 - at / shown.length, hasText })),
    response_time: secondsSince(startedAtMs),
    request_id: call.request.id,
  };
};

/**
 * Tavily's `POST /extract`: the main text of pages; with `extract_depth: "advanced"`, all text.
 * @throws Failure for a field that cannot be used
 */
export const tavilyExtract: SearchEndpoint = async (call) => {
  const startedAtMs = performance.now();
  const fields = new Fields(call.request.body);
  const isFull = fields.value('extract_depth') === 'advanced';
  const read = await readUrls(call, fields.texts('urls'));
  return {
    results: read.flatMap(({ url, page }) =>
      page === null
        ? []
        : [{ url, title: page.title, raw_content: isFull ? page.text : mainTextOf(page), images: [] }],
    ),
    failed_results: read.flatMap(({ url, failure }) => (failure ? [{ url, error: failure.message }] : [])),
    response_time: secondsSince(startedAtMs),
    request_id: call.request.id,
  };
};

function toResult(found: Finding, { score, hasText }: { readonly score: number; readonly hasText: boolean }) {
  const { url, title, content, text, publishedAt } = found;
  return {
    title,
    url,
    content,
    score,
    raw_content: hasText ? text : undefined,
    published_date: publishedAt,
  };
}

function scopeOf(fields: Fields): Scope {
  const since = fields.text('start_date') ?? newsStart(fields);
  const until = fields.text('end_date');
  const period = fields.text('time_range');
  const wanted = {
    language: fields.text('language'),
    country: toCountryCode(fields.text('country')),
    since,
    until,
    // Tavily ignores a period if days are given.
    timeRange: since === undefined && until === undefined ? toPeriod(period) : undefined,
    only: fields.texts('include_domains')?.map(hostIn),
    never: fields.texts('exclude_domains')?.map(hostIn),
  };
  return toScope(wanted, NAMES);
}

function toPeriod(given: string | undefined): string | undefined {
  return PERIOD_BY_LETTER.get(given ?? '') ?? given;
}

/** For news, the first of so many `days`. */
function newsStart(fields: Fields): string | undefined {
  const days = fields.count('days', { min: 1, max: 3650 });
  if (days === undefined || fields.text('topic') !== 'news') return undefined;
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

/** True unless it is absent or false: the name of a kind, such as `basic` or `markdown`, also counts. */
function isWanted(value: unknown): boolean {
  return value !== undefined && value !== false && value !== 'false';
}

function secondsSince(startedAtMs: number): number {
  return Math.round(performance.now() - startedAtMs) / 1000;
}
