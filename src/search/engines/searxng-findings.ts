import { isIP } from 'node:net';
import type { Hit } from '../../core/terms.ts';
import { isPublicAddress } from '../../net/addresses.ts';
import { type FailedOutcome, failed, type SearchQuery } from '../backend.ts';
import { type RawHit, toHits } from './hits.ts';
import { plainText } from './plain-text.ts';

/** What a JSON reply or a result page of an instance contains. */
export type SearxngFindings = {
  readonly results: readonly RawHit[];
  /** Direct answers; the URL is empty or the instance's own if the instance computed the answer. */
  readonly answers: readonly { readonly url: string; readonly text: string }[];
  /** Tables of facts, which have no page of their own, each as one line. */
  readonly tables: readonly string[];
  readonly infoboxes: readonly RawHit[];
};

/** The maximum number of table rows that are used. */
export const MAX_ROWS = 30;
const MAX_ENGINES_NAMED = 4;
const MAX_NAME_CHARS = 40;
/** Top-level names without public hosts: RFC 6761, RFC 6762, RFC 8375, and those that home networks use. */
const PRIVATE_NAMES =
  /\.(?:localhost|local|internal|home\.arpa|lan|home|corp|intranet|private|test|invalid)$/;

/**
 * The hits of a search, whose result page is at `pageUrl`. Direct answers and infoboxes are evidence and come
 * first, as on the instance's own page.
 */
export function toSearxngHits(
  { results, answers, tables, infoboxes }: SearxngFindings,
  pageUrl: string,
  query: SearchQuery,
): Hit[] {
  const said = answers.filter(({ text }) => text.trim() !== '');
  const isSourced = ({ url }: { readonly url: string }) => url !== '' && !isSameHost(url, pageUrl);
  const sourced = said.filter(isSourced).map(({ url, text }) => ({ url, snippet: text }));
  const own = said.filter((one) => !isSourced(one)).map(({ text }) => text);
  const computed = toInstanceAnswer([...own, ...tables.filter((text) => text !== '')], pageUrl);
  return toHits([...sourced, ...(computed === null ? [] : [computed]), ...infoboxes, ...results], query);
}

/** The failure of an instance that found nothing while `count` of its engines failed. */
export function unresponsive(count: number, engines: readonly string[]): FailedOutcome {
  const names = engines.slice(0, MAX_ENGINES_NAMED).map((name) => plainText(name, MAX_NAME_CHARS));
  const more = count > MAX_ENGINES_NAMED ? ', ...' : '';
  const cause = `it found nothing, and ${count} of its engines did not answer`;
  return failed('upstream', names.length > 0 ? `${cause} (${names.join(', ')}${more})` : cause);
}

/**
 * Turns answers that the instance computed itself (a unit conversion, a table) into one result; null if
 * there are none. The text repeats the question, because `10,000 m` alone cannot be matched to it or quoted.
 * The source is the instance's result page at `pageUrl`. Also null if the instance is in a private network:
 * readers cannot open its address and should not learn it, and no other page says what it computed. The
 * result has a text, so no page is read for it.
 */
export function toInstanceAnswer(answers: readonly string[], pageUrl: string): RawHit | null {
  const { hostname, searchParams } = new URL(pageUrl);
  if (answers.length === 0 || !isPublicHost(hostname)) return null;
  const question = searchParams.get('q') ?? '';
  const snippet = `${question}: ${answers.join(' · ')}`;
  return { url: pageUrl, snippet, text: snippet };
}

/** A table of facts as a single line of text. */
export function tableText(caption: string, rows: readonly (readonly [string, string])[]): string {
  const facts = rows.slice(0, MAX_ROWS).map(([key, value]) => `${key}: ${value}`);
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
