import type { Scope } from '../../core/scope.ts';
import { textWithError } from '../../render/text-with-error.ts';
import { type Fields, fieldsOf, needed } from './fields.ts';
import {
  dayOf,
  type Finding,
  findAnswer,
  findHits,
  findPassages,
  MAX_HITS,
  type SearchEndpoint,
} from './find.ts';
import { readUrls } from './read-urls.ts';
import { scopeOf, toCountryCode, toHosts } from './scope.ts';

const RESULTS = 5;
const DAY_MS = 86_400_000;
const RANGES: ReadonlyMap<string, string> = new Map([
  ['d', 'day'],
  ['w', 'week'],
  ['m', 'month'],
  ['y', 'year'],
]);

/**
 * Tavily's `POST /search`. Pages are read for `search_depth: "advanced"` and `include_raw_content`; otherwise
 * `content` is the excerpt of the result. `include_answer` asks the model. The results also have the fields
 * of Perplexity's results, because a request in Perplexity's format can look the same. Fields without a value
 * are left out: the types of `@tavily/core` have no `null` in them.
 */
export const tavilySearch: SearchEndpoint = async (call, deps) => {
  const startedAtMs = performance.now();
  const fields = fieldsOf(call.request.body);
  const query = needed(fields, 'query');
  const limit = fields.count('max_results', { min: 0, max: MAX_HITS }) ?? RESULTS;
  const wanted = { query, name: 'query', scope: tavilyScope(fields), limit };
  const isRaw = isWanted(fields.value('include_raw_content'));
  const isRead = isRaw || fields.text('search_depth') === 'advanced';
  const answered = isWanted(fields.value('include_answer')) ? await findAnswer(deps, call, wanted) : null;
  const found = isRead
    ? await findPassages(deps, call, wanted)
    : (answered?.found ?? (await findHits(deps, call, wanted)).found);
  const shown = found.slice(0, limit);
  const answerText = answered === null ? '' : textWithError(answered.answer);
  return {
    query,
    follow_up_questions: null,
    ...(answered !== null && { answer: answerText }),
    images: [],
    results: shown.map((each, at) => toResult(each, { score: 1 - at / shown.length, isRaw })),
    response_time: seconds(startedAtMs),
    request_id: call.request.id,
  };
};

/** Tavily's `POST /extract`: the text of pages. */
export const tavilyExtract: SearchEndpoint = async (call, deps) => {
  const startedAtMs = performance.now();
  const read = await readUrls(deps, call, fieldsOf(call.request.body).texts('urls') ?? []);
  return {
    results: read.flatMap(({ url, page }) =>
      page === null ? [] : [{ url, title: page.title, raw_content: page.text, images: [] }],
    ),
    failed_results: read.flatMap(({ url, reason }) => (reason === null ? [] : [{ url, error: reason }])),
    response_time: seconds(startedAtMs),
    request_id: call.request.id,
  };
};

function toResult(found: Finding, { score, isRaw }: { readonly score: number; readonly isRaw: boolean }) {
  const { url, title, content, text, publishedAt } = found;
  return {
    title,
    url,
    content,
    score,
    snippet: content,
    ...(isRaw && text !== null && { raw_content: text }),
    ...(publishedAt !== null && { published_date: publishedAt, date: dayOf(found) }),
  };
}

function tavilyScope(fields: Fields): Scope {
  const given = fields.text('time_range');
  const days = fields.count('days', { min: 1, max: 3650 });
  const isNews = fields.text('topic') === 'news';
  const byDays =
    days === undefined || !isNews
      ? undefined
      : new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
  const since = fields.text('start_date') ?? byDays;
  const until = fields.text('end_date');
  const timeRange = since === undefined && until === undefined ? given : undefined;
  return scopeOf(
    {
      language: fields.text('language'),
      country: toCountryCode(fields.text('country')),
      since,
      until,
      timeRange: timeRange && (RANGES.get(timeRange) ?? timeRange),
      only: toHosts(fields.texts('include_domains')),
      never: toHosts(fields.texts('exclude_domains')),
    },
    { since: 'start_date', until: 'end_date', only: 'include_domains', never: 'exclude_domains' },
  );
}

/** `true`, or the name of a kind such as `basic` or `markdown`. */
function isWanted(value: unknown): boolean {
  return value !== undefined && value !== false && value !== 'false';
}

function seconds(startedAtMs: number): number {
  return Math.round(performance.now() - startedAtMs) / 1000;
}
