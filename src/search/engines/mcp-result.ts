import { jsonIn } from '@sayso/text/bounded-json.ts';
import { type RawHit, toHits } from '../hits.ts';
import { failed, found, type SearchOutcome, type SearchQuery } from '../search.ts';

/** The result of a tool; everything in it is untrusted. */
export type ToolResult = {
  readonly content?: readonly { readonly type: string; readonly text?: unknown }[] | undefined;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
};

const MAX_TEXTS = 200;
const MAX_SHOWN_CHARS = 200;
const NOTHING = new RegExp(
  String.raw`\bno (?:web |search |relevant )?(?:results?|matches|pages?)\b|nothing (?:was )?found|` +
    `(?:could|did) ?n[o']t find any|0 results`,
  'i',
);
const LIMITED = /rate.?limit|too many requests|\b429\b|quota|slow down/i;
const REFUSED = /api.?key|unauthori[sz]ed|forbidden|\b40[13]\b|invalid token|not authenticated|credits?\b/i;

/**
 * The outcome of a search, read from `structuredContent`, from JSON in the texts, or from the usual text
 * forms. A result in another form is a failure that shows its beginning.
 */
export function readResult(result: ToolResult, query: SearchQuery): SearchOutcome {
  const texts = (result.content ?? [])
    .slice(0, MAX_TEXTS)
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : []));
  const text = texts.join('\n');
  if (result.isError === true) return outcomeOfError(text);
  const inData = readResultData(result.structuredContent) ?? readResultJson(texts);
  const raw = inData?.hits ?? readResultText(text);
  if (raw.length > 0) return toOutcome(raw, inData?.withoutUrl ?? 0, query);
  if (inData !== null && inData.withoutUrl > 0)
    return failed('protocol', `none of its ${inData.withoutUrl} results has a URL`);
  if (isEmpty(result, text)) return { status: 'empty' };
  return failed('protocol', `its results are in a form that cannot be read: ${shown(text)}`);
}

/** The outcome for these results; a hint tells how many others were dropped because they have no URL. */
function toOutcome(raw: readonly RawHit[], dropped: number, query: SearchQuery): SearchOutcome {
  const outcome = found(toHits(raw, query));
  if (dropped === 0 || outcome.status !== 'ok') return outcome;
  return {
    ...outcome,
    hint: `${dropped} of its ${raw.length + dropped} results have no URL and are left out`,
  };
}

/** True if the server says that it found nothing, or sent a list without entries. */
function isEmpty({ structuredContent }: ToolResult, text: string): boolean {
  if (NOTHING.test(text.slice(0, MAX_SHOWN_CHARS))) return true;
  const values =
    typeof structuredContent === 'object' && structuredContent !== null
      ? Object.values(structuredContent)
      : [];
  return (
    values.some((value) => Array.isArray(value) && value.length === 0) || /^\s*(?:\[\s*\])?\s*$/.test(text)
  );
}

function outcomeOfError(text: string): SearchOutcome {
  const beginning = text.slice(0, 2_000);
  if (LIMITED.test(beginning)) return failed('rate', `it reports a limit: ${shown(text)}`);
  if (REFUSED.test(beginning))
    return failed('configuration', {
      cause: `it refuses the call: ${shown(text)}`,
      remedy: 'check SLOT_KEY',
    });
  if (NOTHING.test(beginning)) return { status: 'empty' };
  return failed('upstream', `it reports an error: ${shown(text)}`);
}

/** The beginning of a text on one line, in quotation marks, without what may be a key that it repeats. */
function shown(text: string): string {
  const line = text
    .slice(0, 4 * MAX_SHOWN_CHARS)
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .replaceAll(/[\w-]{20,}/g, '…')
    .trim();
  return `"${line.length > MAX_SHOWN_CHARS ? `${line.slice(0, MAX_SHOWN_CHARS)}…` : line}"`;
}

/** Results that a server sent as data. */
type JsonResults = {
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
function readResultData(value: unknown): JsonResults | null {
  const items = longestList(value, 0);
  if (items === null) return null;
  const hits = items.map(toRawHit).filter((hit) => hit !== null);
  return { hits, withoutUrl: items.length - hits.length };
}

/** The results in texts of which each is JSON; null if one is not, or if they have no results. */
function readResultJson(texts: readonly string[]): JsonResults | null {
  const values = texts.map((text) => jsonIn(text));
  if (values.includes(undefined)) return null;
  // A server that sends each result as a text of its own may have found only one.
  return (values.length === 1 ? readResultData(values[0]) : null) ?? readResultData(values);
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

/** A result that is being read, line by line. */
type ResultDraft = { url?: string | undefined; title?: string | undefined; date?: string; text: string[] };

const MAX_CHARS = 500_000;
const MAX_LINE_CHARS = 4_000;
/** What stands before a title: the number of a result, a bullet, the sign of a heading. */
const MARK = /^\s{0,8}(?:[-*•]|(#{1,6}|\d{1,3}[.)]|\[\d{1,3}\]))\s{1,4}/;
/** `URL: https://a.org`, `Published date: 2024-01-02`. */
const FIELD = new RegExp(
  '^(?:(?<title>title)|(?<url>url|link|source)|(?<date>published(?: date)?|date)' +
    '|(?<text>content|snippet|description|summary|text|highlights?|raw content)' +
    '|author|score|id|favicon|engine)\\s?[:：]\\s?(?<value>.*)$',
  'i',
);
/** `[Title](https://a.org) and text`. */
const LINKED_TITLE = /^\[([^\]]{1,300})\]\((https?:\/\/[^\s)]{1,2000})\)(.*)$/;
const ONLY_URL = /^<?(https?:\/\/[^\s<>]{1,2000})>?$/;
const URL_START = /^<?(https?:\/\/[^\s<>]{1,2000})/i;
/** A line between results: `---`. */
const RULE = /^[-=*_]{3,}$/;

/**
 * The results in a text for people or models: fields by name (`Title: …`, `URL: …`), numbered titles with
 * the URL below, links as titles, or URLs below their titles. Empty if it has none.
 */
export function readResultText(text: string): readonly RawHit[] {
  const drafts: ResultDraft[] = [];
  let draft: ResultDraft = { text: [] };
  /** Whether the line above was neither a field nor a URL: it is the title if a URL follows. */
  let isBelowText = false;
  /** Whether the lines that follow belong to a field without a use here. */
  let ignores = false;

  function begin(title: string | undefined, url?: string): void {
    draft = { title, url, text: [] };
    drafts.push(draft);
    ignores = false;
  }

  function takeUrl(url: string): void {
    if (draft.url === undefined && draft.title !== undefined) draft.url = url;
    else begin(isBelowText ? draft.text.pop() : undefined, url);
  }

  for (const whole of text.slice(0, MAX_CHARS).split('\n')) {
    const line = whole.slice(0, MAX_LINE_CHARS);
    const [mark = '', numbering] = MARK.exec(line) ?? [];
    const bold = line.slice(mark.length).trim();
    const plain = bold.replaceAll('**', '');
    if (plain === '' || RULE.test(line.trim())) continue;
    const field = FIELD.exec(plain)?.groups;
    const [, linkedTitle, link, behind = ''] = LINKED_TITLE.exec(plain) ?? [];
    const url = ONLY_URL.exec(plain)?.[1] ?? (field?.url && URL_START.exec(field.value ?? '')?.[1]);
    const isHeading = numbering !== undefined || /^\*\*[^*]+\*\*$/.test(bold);
    if (link !== undefined) {
      begin(linkedTitle, link);
      draft.text.push(behind.replace(/^\W+/u, ''));
    } else if (url) takeUrl(url);
    else if (field !== undefined) {
      const { title, date, value = '' } = field;
      ignores = field.text === undefined && field.url === undefined;
      if (title !== undefined) begin(value);
      else if (date !== undefined) draft.date = value;
      else if (!ignores) draft.text.push(value);
    } else if (isHeading && (draft.url !== undefined || draft.title === undefined)) begin(plain);
    else if (!ignores) draft.text.push(plain);
    isBelowText = field === undefined && url === undefined && link === undefined && !ignores;
  }
  return drafts
    .flatMap(({ url, title, date, text: lines }) =>
      url === undefined ? [] : { url, title, publishedAt: date, snippet: lines.join('\n').trim() },
    )
    .slice(0, MAX_RESULTS);
}
