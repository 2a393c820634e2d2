import { toSnippet } from '@sayso/text/text.ts';
import { describeSources } from '../../answer/context.ts';
import type { Answer } from '../../core/answer.ts';
import type { SlotPosition } from '../../core/attempt.ts';
import type { SearchRecord } from '../../core/events.ts';
import type { Question } from '../../core/question.ts';
import { collect } from '../../core/run.ts';
import type { Scope } from '../../core/scope.ts';
import type { Hit, Source } from '../../core/source.ts';
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
