import { parseBoundedJson } from '../../lib/text/bounded-json.ts';
import type { RawHit } from './hits.ts';

/** Results that a server sent as data. */
export type JsonResults = {
  readonly hits: readonly RawHit[];
  /** Results without a URL, which cannot be cited. */
  readonly withoutUrl: number;
};

type ResultFields = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 5;
const MAX_RESULTS = 100;
/** The other names that servers give to a field, the best first. */
const URLS = ['url', 'link', 'href', 'uri', 'source_url', 'source', 'id'];
const TITLES = ['title', 'name', 'heading'];
const DATES = ['published_date', 'publishedDate', 'publish_date', 'published', 'page_age', 'date'];
const SNIPPETS = ['snippet', 'description', 'summary', 'content', 'body', 'excerpt', 'text'];
const SNIPPET_LISTS = ['excerpts', 'highlights', 'snippets', 'extra_snippets'];
const TEXTS = ['raw_content', 'markdown', 'page_content', 'full_content', 'text'];

/** The results in a value: the longest list of objects with URLs or titles in it; null if it has none. */
export function readResultData(value: unknown): JsonResults | null {
  const items = longestList(value, 0);
  if (items === null) return null;
  const hits = items.map(toRawHit).filter((hit) => hit !== null);
  return { hits, withoutUrl: items.length - hits.length };
}

/** The results in texts of which each is JSON; null if one is not, or if they have no results. */
export function readResultJson(texts: readonly string[]): JsonResults | null {
  try {
    const values = texts.map((text) => parseBoundedJson(text));
    return readResultData(values.length === 1 ? values[0] : values);
  } catch {
    return null;
  }
}

function longestList(value: unknown, depth: number): readonly ResultFields[] | null {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value) && value.some(isResult)) return value.filter(isObject).slice(0, MAX_RESULTS);
  const inner = Object.values(value)
    .slice(0, MAX_RESULTS)
    .map((each) => longestList(each, depth + 1));
  return inner.reduce((best, each) => ((each?.length ?? 0) > (best?.length ?? 0) ? each : best), null);
}

function isResult(value: unknown): boolean {
  return isObject(value) && (firstText(value, URLS) !== undefined || firstText(value, TITLES) !== undefined);
}

function isObject(value: unknown): value is ResultFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toRawHit(item: ResultFields): RawHit | null {
  const url = URLS.map((name) => item[name]).find((each) => isWebUrl(each));
  if (typeof url !== 'string') return null;
  const lists = SNIPPET_LISTS.flatMap((name) => item[name] ?? []).filter((each) => typeof each === 'string');
  const snippet = firstText(item, SNIPPETS);
  return {
    url,
    title: firstText(item, TITLES),
    publishedAt: firstText(item, DATES),
    snippet: [...(snippet === undefined ? [] : [snippet]), ...lists].join('\n'),
    text: firstText(item, TEXTS),
  };
}

function isWebUrl(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//i.test(value);
}

function firstText(item: ResultFields, names: readonly string[]): string | undefined {
  return names.map((name) => item[name]).find((each) => typeof each === 'string' && each !== '') as
    | string
    | undefined;
}
