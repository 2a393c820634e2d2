import { isAddressOf } from '@sayso/text/url.ts';
import { z } from 'zod';
import { type CachedValue, type CachePlan, cacheKey } from '../cache/cache.ts';
import {
  storedAttempt,
  storedCount,
  storedDocument,
  storedLanguage,
  storedLine,
  storedPreference,
  storedSlot,
  storedUrl,
} from '../cache/stored.ts';
import type { Answer } from '../core/answer.ts';
import { timingOfFinding } from '../core/budget.ts';
import type { AnswerEvent, Evidence, SearchRecord } from '../core/events.ts';
import { MAX_SOURCES } from '../core/question.ts';
import type { Source } from '../core/source.ts';
import { toStaleSentence } from './answer-words.ts';
import type { AnswerDeps } from './steps.ts';

/** The stored part of an answer: everything needed to emit it again. */
export type CachedAnswer = {
  /** The id of the answer, which is the same on every instance. */
  readonly id: string;
  readonly answer: Answer;
  readonly searches: readonly CachedSearchFacts[];
};

/** The stored part of a search: everything in its event except the words. */
export type CachedSearchFacts = Pick<SearchRecord, 'slot' | 'trail'>;

/** How long after its lifetime an answer may be used, if a new one cannot be made. */
const ANSWER_GRACE_MS = 24 * 3_600_000;
/** How long after the lifetime of an answer its sources are kept, for messages such as "shorter". */
const SOURCES_GRACE_MS = 24 * 3_600_000;
const MAX_CHARS = 4 * 2 ** 20;
/** 132 bits: two different answers never share an id. */
const ID_CHARS = 22;
const ID = /^[\w-]{22}$/;

/** Writers stop after 16,000 characters; the rest is for the service's own sentences. */
const MAX_TEXT_CHARS = 20_000;
const MAX_PASSAGES = 1_000;
const MAX_MOVES = 1_000;
const MAX_SEARCHES = 10;
const MAX_ATTEMPTS = 100;

const passage = z.strictObject({ text: z.string(), from: storedCount, to: storedCount });
const source = z
  .strictObject({
    index: z.int().min(1),
    url: storedUrl,
    title: storedLine,
    snippet: storedLine,
    passages: z.array(passage).max(MAX_PASSAGES),
    basis: z.enum(['page', 'text', 'snippet']).exactOptional(),
    readAt: z.iso.datetime().exactOptional(),
    renderedBy: storedLine.exactOptional(),
    publishedAt: storedLine.exactOptional(),
    siteName: storedLine.exactOptional(),
    author: storedLine.exactOptional(),
    imageUrl: storedUrl.exactOptional(),
    slot: storedSlot.exactOptional(),
    document: storedDocument.exactOptional(),
    preferredBy: storedPreference.exactOptional(),
  } satisfies Record<keyof Source, z.ZodType>)
  .refine(isAddressOf);
/** One entry for each stored field of an answer, so that no new field is forgotten here. */
const answerShape = {
  text: z.string().min(1).max(MAX_TEXT_CHARS),
  sources: z
    .array(source)
    .max(MAX_SOURCES)
    .refine((all) => all.every(({ index }, at) => index === at + 1)),
  language: storedLanguage,
  model: storedLine,
  slot: storedSlot.nullable(),
  searchedFor: storedLine.exactOptional(),
  tokensUsed: storedCount,
  error: z.null(),
  errorMissingInText: z.literal(false),
  citationMoves: z
    .array(z.strictObject({ was: z.int().min(1), now: z.int().min(1).nullable(), at: storedCount }))
    .max(MAX_MOVES)
    .exactOptional(),
} satisfies Record<
  Exclude<keyof Answer, 'answerId' | 'kept' | 'html' | 'speech' | 'unfinished' | 'problem'>,
  z.ZodType
>;
const answer = z.strictObject(answerShape);
const search = z.strictObject({
  slot: storedSlot.nullable(),
  trail: z.array(storedAttempt).max(MAX_ATTEMPTS),
} satisfies Record<keyof CachedSearchFacts, z.ZodType>);
const schema = z.strictObject({
  id: z.string().regex(ID),
  answer,
  searches: z.array(search).max(MAX_SEARCHES),
});

/** The part of a cached answer that goes into a store: everything except what is rendered from the rest. */
export function toStoredAnswer({ id, answer, searches }: CachedAnswer): unknown {
  const { html: _html, speech: _speech, kept: _kept, ...stored } = answer;
  return { id, answer: stored, searches };
}

/**
 * Converts a stored value back to an answer; null if it is not valid. The text passes the output policy, and
 * HTML and speech are rendered again, so that someone with write access to the store cannot put markup,
 * images or scripts into an answer. The result is null if
 * a field is missing, unknown, too long or out of range, because another version of the service or another
 * program wrote it.
 */
export async function parseCachedAnswer(
  stored: unknown,
  { render, sanitizeMarkdown }: Rendering,
): Promise<CachedAnswer | null> {
  const { success, data } = schema.safeParse(stored);
  if (!success) return null;
  const { id, answer, searches } = data;
  const text = sanitizeMarkdown(answer.text, answer.sources);
  const { html, speech } = await render(text, answer.sources, answer.language);
  return { id, answer: { ...answer, text, html, speech }, searches };
}

/**
 * The part of an answer to store once it has been emitted. Null for an answer that is not worth storing: it
 * is incomplete, has no sources, has an error, or is based on fewer pages than usual because its caller
 * allowed little time or the service was busy with others.
 */
export function toCachedAnswer(
  answer: Answer,
  evidence: Pick<Evidence, 'searches' | 'isRushed'> | null,
): CachedAnswer | null {
  const { text, html, speech, sources, model, tokensUsed, error } = answer;
  if (error !== null || text === '' || sources.length === 0 || evidence?.isRushed !== false) return null;
  // Two answers that differ only in the times when their pages were read are the same answer.
  const sourcesWithoutTimes = sources.map(({ readAt: _, ...source }) => source);
  const id = cacheKey(text, html, speech, sourcesWithoutTimes, model, tokensUsed).slice(0, ID_CHARS);
  return { id, answer, searches: evidence.searches.map(({ slot, trail }) => ({ slot, trail })) };
}

/** The sources of recent answers. */
export const sourcesPlan: Omit<CachePlan<readonly Source[]>, 'lifetimeMs'> = {
  name: 'sources',
  graceMs: SOURCES_GRACE_MS,
  maxChars: MAX_CHARS,
  parse: (stored) => answerShape.sources.safeParse(stored).data ?? null,
};

/** The events of a cached answer, at once; a stale one says how old it is. */
export function* replayEvents(
  { value: { id, answer, searches }, ageMs }: CachedValue<CachedAnswer>,
  lifetimeMs: number,
  startedAtMs: number,
): Generator<AnswerEvent> {
  for (const [search, { slot, trail }] of searches.entries())
    yield { type: 'search-end', search, slot, trail };
  yield { type: 'sources', sources: answer.sources, language: answer.language };
  for (const move of answer.citationMoves ?? []) yield { type: 'citation-moved', move };
  yield { type: 'answer-delta', text: answer.text };
  yield { type: 'timing', timing: timingOfFinding(performance.now() - startedAtMs) };
  const kept = { id, ageMs, lifetimeMs };
  const replayed = ageMs < lifetimeMs ? answer : { ...answer, ...staleness(ageMs, answer.language) };
  yield { type: 'answer-end', answer: { ...replayed, kept } };
}

/** What a stale answer says of its age. */
function staleness(
  ageMs: number,
  language: string,
): Pick<Answer, 'error' | 'errorMissingInText' | 'problem'> {
  return { error: toStaleSentence(ageMs, language), errorMissingInText: true, problem: 'stale' };
}

/** What makes the parts of an answer that are not stored, and checks the text that is. */
type Rendering = Pick<AnswerDeps, 'render' | 'sanitizeMarkdown'>;

/** The cache of answers. */
export function answerPlan(rendering: Rendering): Omit<CachePlan<CachedAnswer>, 'lifetimeMs'> {
  return {
    name: 'answer',
    graceMs: ANSWER_GRACE_MS,
    maxChars: MAX_CHARS,
    toStored: toStoredAnswer,
    parse: (stored) => parseCachedAnswer(stored, rendering),
  };
}
