import { toSnippet } from '@sayso/text/text.ts';
import { describeSources } from '../../answer/context.ts';
import type { Answer } from '../../core/answer.ts';
import type { SlotPosition } from '../../core/attempt.ts';
import { startDeadline } from '../../core/deadline.ts';
import type { SearchRecord } from '../../core/events.ts';
import { Failure, toFailure } from '../../core/failure.ts';
import type { Question } from '../../core/question.ts';
import { collect } from '../../core/run.ts';
import type { Scope } from '../../core/scope.ts';
import type { Hit, Page, Source } from '../../core/source.ts';
import { errandOf, gatherWhole, type InterfaceCall, runOfCall, searchHits } from '../http/call-service.ts';
import { questionOfCall } from '../http/to-question.ts';

/** Answers one request in the format of a service: the body to send, or a reply already sent. */
export type SearchEndpoint = (call: InterfaceCall) => Promise<unknown>;

/** One search result, in the terms of the service. */
export type Finding = {
  readonly url: string;
  readonly title: string;
  /** The excerpt of the result, or the passages that matter for the question, separated by empty lines. */
  readonly content: string;
  /** The whole text of the page, if it was read. */
  readonly text?: string | undefined;
  /** The publication date, as an ISO 8601 date or date and time, if it is known. */
  readonly publishedAt?: string | undefined;
  /** The slot that found it. */
  readonly slot?: SlotPosition | undefined;
};

/** The query and its limits. */
type Wanted = {
  readonly query: string;
  readonly scope?: Scope;
  /** The maximum number of results. */
  readonly limit: number;
};

/** The maximum number of results of a search. */
export const MAX_HITS = 20;
/** The maximum number of results of a search whose pages are read. */
export const MAX_READ = 10;
/** The longest excerpt of a page that replaces a missing snippet, in characters. */
const EXCERPT_CHARS = 500;

/**
 * The results of one search; no page is read.
 * @throws Failure, also if every search failed
 */
export async function findHits(
  call: InterfaceCall,
  wanted: Wanted,
): Promise<{ readonly found: readonly Finding[]; readonly record: SearchRecord }> {
  const question = { ...questionOf(wanted, call), limit: wanted.limit };
  const { hits, ...record } = await searchHits(call.deps, question, errandOf(call));
  return { found: hits.slice(0, wanted.limit).map(fromHit), record };
}

/**
 * The pages that matter, with their best passages.
 * @throws Failure, also if every search failed
 */
export async function findPassages(call: InterfaceCall, wanted: Wanted): Promise<readonly Finding[]> {
  const evidence = await gatherWhole(call, questionOf(wanted, call));
  return describeSources(evidence).map((source) => ({
    ...fromSource(source),
    text: evidence.texts?.get(source.url),
  }));
}

/**
 * An answer and its sources.
 * @throws Failure whenever there is no answer
 */
export async function findAnswer(
  call: InterfaceCall,
  wanted: Wanted,
): Promise<{ readonly answer: Answer; readonly found: readonly Finding[] }> {
  const { answer } = await collect(call.deps.ask(runOfCall(call, questionOf(wanted, call))));
  return { answer, found: answer.sources.map(fromSource) };
}

/** The question of a request. */
function questionOf({ query: text, limit, scope }: Wanted, call: InterfaceCall): Question {
  const inquiry = {
    text,
    maxSources: Math.max(1, Math.min(limit, MAX_READ)),
    timeoutMs: call.deps.answerDeadlineMs,
    ...(scope !== undefined && { scope }),
  };
  return questionOfCall(inquiry, call);
}

/** Converts a source of an answer to a search result. */
function fromSource({ url, title, passages, snippet, publishedAt, slot }: Source): Finding {
  const texts = passages.map(({ text }) => text);
  const content = texts.length > 0 ? texts.join('\n\n') : snippet;
  return { url, title, content, publishedAt, slot };
}

function fromHit({ url, title, snippet, text, publishedAt, slot }: Hit): Finding {
  const content = snippet.trim() === '' ? toSnippet(text ?? '', EXCERPT_CHARS) : snippet;
  return { url, title, content, publishedAt, slot };
}

/** One address, with the page that was read there or the reason why none was. */
type UrlRead = { readonly url: string } & (
  | { readonly page: Page; readonly failure: null }
  | { readonly page: null; readonly failure: Failure }
);

/** The maximum number of addresses in one request. */
const MAX_URLS = 20;

/**
 * Reads pages, in the order of their addresses; it stops when the caller disconnects or the service stops.
 * Each address counts towards the rate limit; those for which nothing is left fail with the reason.
 * @throws Failure `invalid-question` for too many addresses, `search-unavailable` if the service reads no
 * pages, and `overloaded` or `rate-limited` if that is why none was read
 */
export async function readUrls(
  call: InterfaceCall,
  urls: readonly string[] = [],
): Promise<readonly UrlRead[]> {
  if (urls.length === 0) throw new Failure('invalid-question', 'The list of addresses is empty.');
  if (urls.length > MAX_URLS)
    throw new Failure('invalid-question', `At most ${MAX_URLS} addresses can be read in one request.`);
  const { read, answerDeadlineMs } = call.deps;
  if (read === null) throw new Failure('search-unavailable', 'This service reads no pages (READ_PAGES=off).');
  const { caller, signal: leaving } = errandOf(call);
  using deadline = startDeadline(answerDeadlineMs, leaving);
  const results = await Promise.all(
    urls.map(async (url): Promise<UrlRead> => {
      try {
        const outcome = await read(url, { caller, signal: deadline.signal });
        if (outcome.status === 'read') return { url, page: outcome.page, failure: null };
        return { url, page: null, failure: new Failure('not-found', outcome.reason) };
      } catch (error) {
        if (leaving.aborted) throw error;
        return { url, page: null, failure: toFailure(error) };
      }
    }),
  );
  const refusals = refusalsOf(results);
  if (refusals[0] !== undefined && refusals.length === urls.length) throw refusals[0];
  return results;
}

/** The failures of addresses without room or allowance, for a format without a place for them. */
export function refusalsOf(results: readonly UrlRead[]): readonly Failure[] {
  return results.flatMap(({ failure }) => (failure?.retryAfterMs === undefined ? [] : [failure]));
}
