import { countChars } from '@sayso/text/text.ts';
import type { FastifyRequest } from 'fastify';
import type { Answer } from '../../core/answer.ts';
import { timeShareMs } from '../../core/budget.ts';
import { Failure } from '../../core/failure.ts';
import {
  byDepth,
  DEFAULT_SOURCES,
  type Depth,
  type Layout,
  type Length,
  MAX_SOURCES,
  type Question,
} from '../../core/question.ts';
import { ANY_SCOPE, type Scope } from '../../core/scope.ts';
import type { InterfaceCall } from './call-service.ts';
import { boundedField } from './input.ts';
import { MAX_SITES, toSite } from './scope.ts';

/** A caller's request, in the terms of the service; absent or undefined fields have their usual values. */
export type Inquiry = Pick<Question, 'text'> &
  Partial<Pick<Question, 'scope' | 'style' | 'data' | 'sourceTokens' | 'sent'>> & {
    /** The longest time that the whole answer may take, in milliseconds. */
    readonly timeoutMs: number;
    readonly depth?: Depth | undefined;
    readonly length?: Length | undefined;
    readonly layout?: Layout | undefined;
    /** False to search even for what can be answered at once. */
    readonly instant?: boolean | undefined;
    readonly plan?: Question['plan'] | undefined;
    readonly history?: Question['history'] | undefined;
    readonly maxSources?: number | undefined;
  };

/** What a caller asks for besides the question itself; in HTTP, its headers say so. */
export type CallerPreferences = Pick<Question, 'id' | 'fresh' | 'readerLanguage'> & {
  /** How long the caller is willing to wait, in seconds; null or absent if it does not say. */
  readonly waitSeconds?: number | null;
};

/**
 * The question of a caller of any interface. The `site:` operators in its text become part of its scope. Its
 * deadline is the longest time for an answer from now, or the time that the caller is willing to wait, if
 * that is shorter.
 */
export function toQuestion(
  { text, scope = ANY_SCOPE, depth, history, maxSources, timeoutMs, ...rest }: Inquiry,
  { waitSeconds, ...preferences }: CallerPreferences,
): Question {
  const { length, layout, instant, plan, ...options } = rest;
  return {
    ...options,
    ...preferences,
    ...withSiteOperators(text, scope),
    ...(depth === 'deep' && { depth, ...(plan !== undefined && { plan }) }),
    // The usual values are absent, so that they share cached answers with questions that name none.
    ...(length !== undefined && length !== 'normal' && { length }),
    ...(layout !== undefined && layout !== 'auto' && { layout }),
    ...(instant === false && { instant }),
    history: history ?? [],
    maxSources: maxSources ?? byDepth(depth, { quick: DEFAULT_SOURCES, deep: MAX_SOURCES }),
    deadlineAtMs: performance.now() + timeoutWithin(waitSeconds, timeoutMs),
  };
}

/** A question without its `site:` operators, and the scope including them. */
type ScopedText = { readonly text: string; readonly scope: Scope };

/**
 * Takes `site:example.org` and `-site:example.org` out of a question and into its scope. A word that only
 * looks like an operator stays; if the question consists only of operators, it stays unchanged.
 */
export function withSiteOperators(text: string, scope: Scope): ScopedText {
  if (!text.toLowerCase().includes('site:')) return { text, scope };
  const only = new Set(scope.sites.only);
  const never = new Set(scope.sites.never);
  const words = text.split(/(\s+)/);
  const ordinaryWords = words.filter((word) => {
    const site = siteOf(word);
    const sites = word.startsWith('-') ? never : only;
    if (site === null || (sites.size >= MAX_SITES && !sites.has(site))) return true;
    sites.add(site);
    return false;
  });
  const rest = ordinaryWords.join('');
  if (ordinaryWords.length === words.length || rest.trim() === '') return { text, scope };
  return {
    text: rest.trim(),
    scope: { ...scope, sites: { ...scope.sites, only: [...only], never: [...never] } },
  };
}

/** The host of an operator; null for any other word. A name without a dot would match no page of the web. */
function siteOf(word: string): string | null {
  const name = /^-?site:/i.exec(word)?.[0];
  const site = name === undefined ? null : toSite(word.slice(name.length));
  return site?.includes('.') ? site : null;
}

/** The question of an HTTP request. The reply confirms the wait that the request prefers (RFC 7240, 3). */
export function questionOfCall(
  inquiry: Inquiry,
  { request, reply }: Pick<InterfaceCall, 'request' | 'reply'>,
): Question {
  const preferences = preferencesOf(request);
  if (preferences.waitSeconds !== null) reply.header('preference-applied', `wait=${preferences.waitSeconds}`);
  return toQuestion(inquiry, preferences);
}

/** What headers ask for: no cached answer, the browser's language (`Accept-Language`), `Prefer`. */
export function preferencesOf({ id, headers }: Pick<FastifyRequest, 'id' | 'headers'>): CallerPreferences & {
  readonly waitSeconds: number | null;
} {
  return {
    id,
    fresh: isFreshWanted(headers),
    ...readerOf(headers),
    waitSeconds: preferredWaitSeconds([headers.prefer ?? []].flat().join(', ')),
  };
}

const NO_CACHED_ANSWER = /(?:^|,)\s*(?:no-cache|no-store|max-age\s*=\s*"?0+"?)\s*(?:,|$)/i;

/** The first language that a browser sends; clients that do not send the header have none. */
function readerOf(headers: FastifyRequest['headers']): Pick<Question, 'readerLanguage'> {
  const [tag = ''] = boundedField(headers['accept-language'] ?? '').split(/[,;]/, 1);
  return TAG.test(tag.trim()) ? { readerLanguage: tag.trim() } : {};
}

/** A language with its script and country (BCP 47). */
const TAG = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-[a-z]{2})?$/i;

/** Whether a caller refuses cached answers: `no-cache`, `no-store` or `max-age=0` (RFC 9111, 5.2.1). */
function isFreshWanted(headers: FastifyRequest['headers']): boolean {
  return NO_CACHED_ANSWER.test(boundedField(headers['cache-control'] ?? ''));
}

type TextCheck = {
  readonly maxQueryChars: number;
  /** How an error message names the text; `The question` if absent. */
  readonly name?: string;
};

/**
 * The text of a question, unchanged.
 * @throws Failure `invalid-question` if it is blank or too long
 */
export function checkedText(text: string, { maxQueryChars, name = 'The question' }: TextCheck): string {
  if (text.trim() === '') throw new Failure('invalid-question', `${name} is empty.`);
  if (countChars(text) > maxQueryChars)
    throw new Failure('invalid-question', `${name} is longer than ${maxQueryChars} characters.`);
  return text;
}

/** The field that reports the meaning of a follow-up; nothing if the question was searched for as it is. */
export function toSearchedFor({ searchedFor }: Pick<Answer, 'searchedFor'>): { searched_for?: string } {
  return searchedFor === undefined ? {} : { searched_for: searchedFor };
}

/** The maximum supported wait, in seconds; a longer one is ignored. */
const MAX_SECONDS = 86_400;
/** One preference: everything up to a comma outside quotation marks (RFC 7240, 2). */
const PREFERENCE = /(?:[^",]|"(?:[^"\\]|\\.)*")+/g;
const WAIT = /^\s*wait\s*=\s*(?:(\d{1,9})|"(\d{1,9})")\s*(?:;|$)/i;

/**
 * How long a caller is willing to wait, in seconds, from the `wait` preference (RFC 7240, 4.3); null if there
 * is no valid one, because a preference is never an error. The first valid preference counts (RFC 7240, 2).
 */
export function preferredWaitSeconds(prefer: string | undefined): number | null {
  for (const [preference] of boundedField(prefer ?? '').matchAll(PREFERENCE)) {
    const wait = WAIT.exec(preference);
    const seconds = Number(wait?.[1] ?? wait?.[2] ?? 0);
    if (wait !== null) return seconds > 0 && seconds <= MAX_SECONDS ? seconds : null;
  }
  return null;
}

/**
 * The time for an answer whose caller waits this long, in milliseconds: at most `maxMs`, and less than the
 * wait, because sending the reply takes a part of it. A caller that does not say how long it waits gets
 * `maxMs`.
 */
export function timeoutWithin(waitSeconds: number | null | undefined, maxMs: number): number {
  if (waitSeconds === null || waitSeconds === undefined) return maxMs;
  const waitMs = waitSeconds * 1000;
  return Math.min(maxMs, waitMs - timeShareMs('wayOut', waitMs));
}
