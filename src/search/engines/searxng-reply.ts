import { isIP } from 'node:net';
import { isPublicAddress } from '@sayso/text/addresses.ts';
import * as z from 'zod';
import { plainText, type RawHit, toHits } from '../hits.ts';
import { type FailedOutcome, failed, found, type SearchOutcome, type SearchQuery } from '../search.ts';
import { parseEach, resultWith, TEXT } from './results.ts';

const MAX_INFOBOXES = 20;
const MAX_LINKS = 20;
const MAX_ATTRIBUTES = 30;

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
/** searx sends strings, SearXNG sends objects. */
const ANSWER = z.union([
  z.string().transform((text) => ({ text, url: '' })),
  z.object({ answer: z.string(), url: TEXT }).transform(({ answer, url }) => ({ text: answer, url })),
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
    ...{ results, answers: parseEach(answers, ANSWER) },
    infoboxes: parseEach(infoboxes.slice(0, MAX_INFOBOXES), INFOBOX).map(toInfobox),
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

/** True for a result of any kind, even without a URL, such as a row of a database. */
function isOfSearxng(item: unknown): boolean {
  return typeof item === 'object' && item !== null && ('engine' in item || 'template' in item);
}

function toInfobox({ infobox, id, content, urls, attributes }: z.infer<typeof INFOBOX>): RawHit {
  // The ID is the URL of the subject's page, but some engines use other IDs.
  const [link] = /^https?:/i.test(id) ? [{ url: id }] : parseEach(urls.slice(0, MAX_LINKS), LINK);
  const facts = parseEach(attributes.slice(0, MAX_ATTRIBUTES), ATTRIBUTE);
  const text = [content, ...facts.map(({ label, value }) => `${label}: ${value}`)].join('\n');
  return { url: link?.url ?? '', title: infobox, snippet: text };
}

/** The content of a JSON reply or a result page of an instance. */
type SearxngFindings = {
  readonly results: readonly RawHit[];
  /** Direct answers; the URL is empty, or the instance's own if the instance computed the answer. */
  readonly answers: readonly { readonly url: string; readonly text: string }[];
  /** Descriptions of the subject of the question. */
  readonly infoboxes: readonly RawHit[];
};

/**
 * The outcome of a search, whose result page is at `pageUrl`. Direct answers and infoboxes are evidence and
 * come first, as on the instance's own page. If all that was found is answers without a URL that readers can
 * open, the outcome is empty, with a hint.
 */
export function toSearxngOutcome(
  { results, answers, infoboxes }: SearxngFindings,
  pageUrl: string,
  query: SearchQuery,
): SearchOutcome {
  const said = answers.filter(({ text }) => text.trim() !== '');
  const isSourced = ({ url }: { readonly url: string }) => url !== '' && !isSameHost(url, pageUrl);
  const sourced = said.filter(isSourced).map(({ url, text }) => ({ url, snippet: text }));
  const uncited = said.filter((answer) => !isSourced(answer)).map(({ text }) => text);
  const computed = toInstanceAnswer(uncited, pageUrl);
  const all = [...sourced, ...(computed === null ? [] : [computed]), ...infoboxes, ...results];
  const outcome = found(toHits(all, query));
  if (outcome.status !== 'empty' || uncited.length === 0 || computed !== null) return outcome;
  return { ...outcome, hint: `it found only answers (${uncited.length}) without a URL to cite` };
}

const MAX_ENGINES_NAMED = 4;
/** For a name and a message. */
const MAX_NAME_CHARS = 80;

/** How the cause of such a failure begins. */
export const NOBODY_LOOKED = 'it found nothing, and';

/** The failure of an instance that found nothing while `count` of its engines failed. */
export function unresponsive(count: number, engines: readonly string[]): FailedOutcome {
  const names = engines.slice(0, MAX_ENGINES_NAMED).map((name) => plainText(name, MAX_NAME_CHARS));
  const more = count > MAX_ENGINES_NAMED ? ', ...' : '';
  const cause = `${NOBODY_LOOKED} ${count} of its engines did not answer`;
  return failed('upstream', names.length > 0 ? `${cause} (${names.join(', ')}${more})` : cause);
}

/** Top-level names without public hosts: RFC 6761, RFC 6762, RFC 8375, and names used in home networks. */
const PRIVATE_NAMES =
  /\.(?:localhost|local|internal|home\.arpa|lan|home|corp|intranet|private|test|invalid)$/;

/**
 * Turns answers that the instance computed itself (a unit conversion) into one result; null if there are
 * none. The text repeats the question, because `10,000 m` alone cannot be quoted or matched to the question.
 * The source is the instance's result page at `pageUrl`. The result is also null if the instance is in a
 * private network, because readers cannot open its address and should not learn it, and because no other page
 * has the computed result. The result has a text, so no page is read for it.
 */
function toInstanceAnswer(answers: readonly string[], pageUrl: string): RawHit | null {
  if (answers.length === 0) return null;
  const { hostname, searchParams } = new URL(pageUrl);
  if (!isPublicHost(hostname)) return null;
  const question = searchParams.get('q') ?? '';
  const snippet = `${question}: ${answers.join(' · ')}`;
  return { url: pageUrl, snippet, text: snippet };
}

/** True if both are URLs of one host. */
function isSameHost(url: string, other: string): boolean {
  return URL.canParse(url) && new URL(url).host === URL.parse(other)?.host;
}

function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !PRIVATE_NAMES.test(host);
}
