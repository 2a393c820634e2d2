import { isIP } from 'node:net';
import { isPublicAddress } from '../../../net/addresses.ts';
import type { RawHit } from '../hits.ts';

const MAX_ROWS = 30;
/** The source of the answer if readers cannot open the instance. */
const ABOUT_SEARXNG = 'https://docs.searxng.org/';
/** Top-level names without public hosts: RFC 6761, RFC 6762, RFC 8375, and those that home networks use. */
const PRIVATE_NAMES =
  /\.(?:localhost|local|internal|home\.arpa|lan|home|corp|intranet|private|test|invalid)$/;

/**
 * Turns answers that the instance computed itself (a unit conversion, a table) into one result; null if there
 * are none. The text repeats the question, because `10,000 m` alone cannot be matched to it or quoted. The
 * source is the instance's result page at `pageUrl`. If the instance is in a private network, the source is
 * SearXNG's own site, because readers cannot open the instance's address and should not learn it. The result
 * has a text, so no page is read for it.
 */
export function toInstanceAnswer(answers: readonly string[], pageUrl: string): RawHit | null {
  if (answers.length === 0) return null;
  const { hostname, searchParams } = new URL(pageUrl);
  const question = searchParams.get('q') ?? '';
  const snippet = `${question}: ${answers.join(' · ')}`;
  if (isPublicHost(hostname)) return { url: pageUrl, snippet, text: snippet };
  return { url: ABOUT_SEARXNG, title: 'SearXNG', snippet, text: snippet };
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
