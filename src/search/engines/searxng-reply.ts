import { isIP } from 'node:net';
import * as z from 'zod';
import { isPublicAddress } from '../../net/addresses.ts';
import { plainText, type RawHit, toHits } from '../hits.ts';
import { type FailedOutcome, failed, found, type SearchOutcome, type SearchQuery } from '../search.ts';
import { parseEach, resultWith, TEXT } from './json-backend.ts';

const MAX_INFOBOXES = 20;
const MAX_LINKS = 20;
const MAX_ATTRIBUTES = 30;
const MAX_TRANSLATIONS = 10;

const LIST = z.array(z.unknown()).catch([]);

const REPLY = z.object({
  results: z.array(z.unknown()),
  answers: LIST,
  infoboxes: LIST,
  unresponsive_engines: LIST,
});
const RESULT = resultWith({
  url: 'url',
  title: 'title',
  snippet: 'content',
  publishedAt: 'publishedDate',
});
/** A row of a database or another table of facts; most have no URL. */
const TABLE = z.object({ kvmap: z.record(z.string(), z.unknown()), caption: TEXT });
const TRANSLATION = z.object({ text: z.string(), transliteration: TEXT, definitions: LIST });
/** searx sends strings, SearXNG sends objects. */
const ANSWER = z.union([
  z.string().transform((text) => ({ text, url: '' })),
  z.object({ answer: z.string(), url: TEXT }).transform(({ answer, url }) => ({ text: answer, url })),
  z
    .object({ translations: z.array(z.unknown()), url: TEXT })
    .transform(({ translations, url }) => ({ text: toTranslations(translations), url })),
  // The weather, and kinds of answers that are added later.
  z
    .record(z.string(), z.unknown())
    .transform(({ url, template: _, engine: _engine, parsed_url: _parsed, ...facts }) => ({
      text: tableText({ caption: '', rows: factsOf(facts) }),
      url: typeof url === 'string' ? url : '',
    })),
]);
const INFOBOX = z.object({ infobox: TEXT, id: TEXT, content: TEXT, urls: LIST, attributes: LIST });
const LINK = z.object({ url: z.string() });
const ATTRIBUTE = z.object({ label: z.string(), value: z.string() });
/** An engine that did not answer, and why; the engines of searx are names alone. */
const ENGINE = z.union([
  z.string(),
  z
    .tuple([z.string()], z.unknown())
    .transform(([name, why]) => (typeof why === 'string' && why !== '' ? `${name}: ${why}` : name)),
]);

/**
 * Reads a JSON reply of SearXNG or searx; `toSearxngOutcome` describes how the instance's own answers are
 * cited. Failed engines make the outcome a failure only if there are no results. Their messages (too many
 * requests, CAPTCHA) are localized, so they are passed on as they are.
 */
export function readSearxngReply(body: unknown, pageUrl: string, query: SearchQuery): SearchOutcome {
  const reply = REPLY.safeParse(body);
  if (!reply.success) {
    const reportsError = typeof body === 'object' && body !== null && 'error' in body;
    if (reportsError) return failed('upstream', 'it reports an error instead of results');
    return failed('protocol', 'its answer has no list of results (is it a SearXNG?)');
  }
  const { results: listed, answers, infoboxes, unresponsive_engines } = reply.data;
  const results = parseEach(listed, RESULT);
  const findings = {
    results,
    answers: parseEach(answers, ANSWER),
    tables: parseEach(listed.filter(hasTable), TABLE).map(toTable),
    infoboxes: toInfoboxes(infoboxes),
  };
  const outcome = toSearxngOutcome(findings, pageUrl, query);
  if (outcome.status === 'ok' || results.length > 0) return outcome;
  if (listed.length > 0 && !listed.some(isOfSearxng)) {
    return failed('protocol', 'its list contains no results (is it a SearXNG?)');
  }
  return unresponsive_engines.length > 0
    ? unresponsive(unresponsive_engines.length, parseEach(unresponsive_engines, ENGINE))
    : outcome;
}

/**
 * Almost no result has a table, and finding that out with the schema would take longer than everything else.
 */
function hasTable(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'kvmap' in item;
}

/** True for a result of any kind, even without a URL. */
function isOfSearxng(item: unknown): boolean {
  return typeof item === 'object' && item !== null && ('engine' in item || 'template' in item);
}

function toTranslations(translations: readonly unknown[]): string {
  return parseEach(translations.slice(0, MAX_TRANSLATIONS), TRANSLATION)
    .map(({ text, transliteration, definitions }) =>
      [text, transliteration, ...definitions.filter((definition) => typeof definition === 'string')]
        .filter(Boolean)
        .join(', '),
    )
    .join('; ');
}

function toTable({ caption, kvmap }: z.infer<typeof TABLE>): SearxngTable {
  return { caption, rows: factsOf(kvmap) };
}

function toInfoboxes(infoboxes: readonly unknown[]): RawHit[] {
  return parseEach(infoboxes.slice(0, MAX_INFOBOXES), INFOBOX).map((box) => {
    // The ID is the URL of the subject's page, but some engines use other IDs.
    const url = /^https?:/i.test(box.id)
      ? box.id
      : (parseEach(box.urls.slice(0, MAX_LINKS), LINK)[0]?.url ?? '');
    const facts = parseEach(box.attributes.slice(0, MAX_ATTRIBUTES), ATTRIBUTE);
    const text = [box.content, ...facts.map(({ label, value }) => `${label}: ${value}`)].join('\n');
    return { url, title: box.infobox, snippet: text };
  });
}

/** A table of facts, such as a row of a database: the names of its columns and their values. */
export type SearxngTable = { readonly caption: string; readonly rows: readonly NamedValue[] };

/** The content of a JSON reply or a result page of an instance. */
type SearxngFindings = {
  readonly results: readonly RawHit[];
  /** Direct answers; the URL is empty, or the instance's own if the instance computed the answer. */
  readonly answers: readonly { readonly url: string; readonly text: string }[];
  /** Results that are tables of facts. */
  readonly tables: readonly SearxngTable[];
  /** Descriptions of the subject of the question. */
  readonly infoboxes: readonly RawHit[];
};

const MAX_ENGINES_NAMED = 4;
/** For a name and a message. */
const MAX_NAME_CHARS = 80;
/** Columns that have the address of what a table describes, and its name. */
const ADDRESS_COLUMN = /(?:^| )(?:url|uri|link|href|permalink|page[ _]?url|web[ _]?site|home[ _]?page)$/i;
const NAME_COLUMN = /(?:^| )(?:title|name|label|subject|headline)$/i;
/** Top-level names without public hosts: RFC 6761, RFC 6762, RFC 8375, and names used in home networks. */
const PRIVATE_NAMES =
  /\.(?:localhost|local|internal|home\.arpa|lan|home|corp|intranet|private|test|invalid)$/;

/**
 * The outcome of a search, whose result page is at `pageUrl`. Direct answers and infoboxes are evidence and
 * come first, as on the instance's own page. A table with the URL of its subject is a result like others. If
 * all that was found is answers or tables without a URL that readers can open, the outcome is empty, with a
 * hint.
 */
export function toSearxngOutcome(
  { results, answers, tables, infoboxes }: SearxngFindings,
  pageUrl: string,
  query: SearchQuery,
): SearchOutcome {
  const texts = answers.filter(({ text }) => text.trim() !== '');
  const isSourced = ({ url }: { readonly url: string }) => url !== '' && !isSameHost(url, pageUrl);
  const sourced = texts.filter(isSourced).map(({ url, text }) => ({ url, snippet: text }));
  const rows = tables.map(toRow).filter(({ snippet }) => snippet !== '');
  const uncited = [
    ...texts.filter((answer) => !isSourced(answer)).map(({ text }) => text),
    ...rows.filter(({ url }) => url === '').map(({ snippet }) => snippet),
  ];
  const computed = toInstanceAnswer(uncited, pageUrl);
  const linked = rows.filter(({ url }) => url !== '');
  const all = [...sourced, ...(computed === null ? [] : [computed]), ...infoboxes, ...linked, ...results];
  const outcome = found(toHits(all, query));
  if (outcome.status !== 'empty' || uncited.length === 0 || computed !== null) return outcome;
  return { ...outcome, hint: `it found only answers or tables (${uncited.length}) without a URL to cite` };
}

/** True if a search found anything at all. */
export function hasFindings({ results, answers, tables, infoboxes }: SearxngFindings): boolean {
  return [results, answers, tables, infoboxes].some((list) => list.length > 0);
}

function toRow({ caption, rows }: SearxngTable): { url: string; title: string; snippet: string } {
  // Python's word for a missing value, which the engines for databases turn into text.
  const present = rows.filter(([, value]) => value !== 'None');
  const find = (column: RegExp) => present.find(([name]) => column.test(name))?.[1] ?? '';
  const url = find(ADDRESS_COLUMN);
  return {
    url: /^https?:/i.test(url) ? url : '',
    title: caption || find(NAME_COLUMN),
    snippet: tableText({ caption, rows: present }),
  };
}

/** How the cause of such a failure begins. */
export const NOBODY_LOOKED = 'it found nothing, and';

/** The failure of an instance that found nothing while `count` of its engines failed. */
export function unresponsive(count: number, engines: readonly string[]): FailedOutcome {
  const names = engines.slice(0, MAX_ENGINES_NAMED).map((name) => plainText(name, MAX_NAME_CHARS));
  const more = count > MAX_ENGINES_NAMED ? ', ...' : '';
  const cause = `${NOBODY_LOOKED} ${count} of its engines did not answer`;
  return failed('upstream', names.length > 0 ? `${cause} (${names.join(', ')}${more})` : cause);
}

/**
 * Turns answers that the instance computed itself (a unit conversion, a table) into one result; null if there
 * are none. The text repeats the question, because `10,000 m` alone cannot be quoted or matched to the
 * question. The source is the instance's result page at `pageUrl`. The result is also null if the instance is
 * in a private network, because readers cannot open its address and should not learn it, and because no other
 * page has the computed result. The result has a text, so no page is read for it.
 */
export function toInstanceAnswer(answers: readonly string[], pageUrl: string): RawHit | null {
  if (answers.length === 0) return null;
  const { hostname, searchParams } = new URL(pageUrl);
  if (!isPublicHost(hostname)) return null;
  const question = searchParams.get('q') ?? '';
  const snippet = `${question}: ${answers.join(' · ')}`;
  return { url: pageUrl, snippet, text: snippet };
}

/** A table of facts as a single line of text. */
export function tableText({ caption, rows }: SearxngTable): string {
  const facts = rows.slice(0, MAX_FACTS).map(([name, value]) => `${name}: ${value}`);
  return [...(caption === '' ? [] : [caption]), ...facts].join(', ');
}

/** True if both are URLs of one host. */
function isSameHost(url: string, other: string): boolean {
  return URL.canParse(url) && URL.canParse(other) && new URL(url).host === new URL(other).host;
}

function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !PRIVATE_NAMES.test(host);
}

/** A fact: its name and its value, both as text. */
type NamedValue = readonly [name: string, value: string];

/** The maximum number of facts that are used of one object. */
export const MAX_FACTS = 30;
const MAX_DEPTH = 4;
const MAX_LIST_ITEMS = 20;

/**
 * The facts in a parsed JSON object, at most 30: `{"legs": 4, "eggs": {"max": 900}}` has the facts `legs: 4`
 * and `eggs max: 900`. Empty values and null are left out; a measured value and a place, as SearXNG's weather
 * has them, are one fact.
 */
export function factsOf(value: unknown): readonly NamedValue[] {
  const facts: NamedValue[] = [];
  collect(value, [], facts);
  return facts;
}

function collect(value: unknown, path: readonly string[], facts: NamedValue[]): void {
  if (facts.length >= MAX_FACTS) return;
  const text = textOf(value);
  if (text !== null) {
    if (text !== '') facts.push([path.join(' ').replaceAll('_', ' '), text]);
  } else if (path.length < MAX_DEPTH && typeof value === 'object' && value !== null) {
    const isList = Array.isArray(value);
    for (const [key, each] of Object.entries(value).slice(0, MAX_FACTS))
      collect(each, [...path, isList ? String(Number(key) + 1) : key], facts);
  }
}

/** The text of a value that is one fact, empty for no value; null for a value with facts of its own. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value).trim();
  if (Array.isArray(value)) {
    const texts = value.slice(0, MAX_LIST_ITEMS).map((each) => (isObject(each) ? null : textOf(each)));
    return texts.includes(null) ? null : texts.filter(Boolean).join(', ');
  }
  if ('val' in value) return [value.val, 'unit' in value ? value.unit : ''].map(plain).join(' ').trim();
  if ('latitude' in value && 'name' in value) return plain(value.name);
  const isTime = 'datetime' in value && typeof value.datetime === 'string' && Object.keys(value).length === 1;
  return isTime ? plain(value.datetime) : null;
}

function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
