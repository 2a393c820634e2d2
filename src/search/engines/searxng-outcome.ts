import { isIP } from 'node:net';
import { isPublicAddress } from '../../net/addresses.ts';
import { type FailedOutcome, failed, found, type SearchOutcome, type SearchQuery } from '../search.ts';
import { MAX_FACTS, type NamedValue } from './facts.ts';
import { type RawHit, toHits } from './hits.ts';
import { plainText } from './plain-text.ts';

/** A table of facts, such as a row of a database: the names of its columns and their values. */
export type SearxngTable = { readonly caption: string; readonly rows: readonly NamedValue[] };

/** The content of a JSON reply or a result page of an instance. */
export type SearxngFindings = {
  readonly results: readonly RawHit[];
  /** Direct answers; the URL is empty, or the instance's own if the instance computed the answer. */
  readonly answers: readonly { readonly url: string; readonly text: string }[];
  /** Results that are tables of facts. */
  readonly tables: readonly SearxngTable[];
  /** Descriptions of the subject of the question. */
  readonly infoboxes: readonly RawHit[];
};

const MAX_ENGINES_NAMED = 4;
const MAX_NAME_CHARS = 40;
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

/** The failure of an instance that found nothing while `count` of its engines failed. */
export function unresponsive(count: number, engines: readonly string[]): FailedOutcome {
  const names = engines.slice(0, MAX_ENGINES_NAMED).map((name) => plainText(name, MAX_NAME_CHARS));
  const more = count > MAX_ENGINES_NAMED ? ', ...' : '';
  const cause = `it found nothing, and ${count} of its engines did not answer`;
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
export function isSameHost(url: string, other: string): boolean {
  return URL.canParse(url) && URL.canParse(other) && new URL(url).host === new URL(other).host;
}

function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !PRIVATE_NAMES.test(host);
}
