import { isAddressOf } from '@sayso/text/url.ts';
import { z } from 'zod';
import { type CachedValue, type CachePlan, cacheKey } from '../cache/cache.ts';
import {
  storedAttempt,
  storedCollection,
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
import { isOwnQuery, MAX_SOURCES, type Question } from '../core/question.ts';
import type { Source } from '../core/source.ts';
import { renderWithFormulas } from '../render/render.ts';
import { toStaleSentence } from './answer-words.ts';
import { sanitizeMarkdown } from './draft.ts';

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
    collection: storedCollection.exactOptional(),
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
export async function parseCachedAnswer(stored: unknown): Promise<CachedAnswer | null> {
  const { success, data } = schema.safeParse(stored);
  if (!success) return null;
  const { id, answer, searches } = data;
  const text = sanitizeMarkdown(answer.text, answer.sources);
  const { html, speech } = await renderWithFormulas(text, answer.sources, answer.language);
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

/** The cache of answers. */
export const answerPlan: Omit<CachePlan<CachedAnswer>, 'lifetimeMs'> = {
  name: 'answer',
  graceMs: ANSWER_GRACE_MS,
  maxChars: MAX_CHARS,
  toStored: toStoredAnswer,
  parse: parseCachedAnswer,
};

/**
 * Punctuation at the end that does not change what is asked ("Who is she??"). After a number, a bracket or a
 * single letter, `!` means a factorial and is kept: "5!", "(a+b)!", "n!".
 */
const LAST_MARKS = /(?<=[^\d)\]}\s.?!。…？！؟]{2})[\s.?!。…？！؟]{1,50}$|[\s.?。…？؟]{1,50}$/u;
/** Full-width forms of ASCII, as typed on East Asian keyboards. NFKC would also turn `5²` into `52`. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;
/**
 * A word whose case may be ignored: "Paris" and "paris", "HELLO" and "hello". Short words ("US", "us") and
 * words after a number ("5 Mg", "5 mg") keep their case, because it may distinguish two meanings.
 */
const ORDINARY_WORD =
  /(?<![\p{L}\p{N}])(?<!\p{N}\s?)(?:\p{L}[\p{Ll}\p{Lo}\p{M}]{2,}|\p{Lu}{4,})(?![\p{L}\p{N}])/gu;

/**
 * The key of a question's answer in the cache, a hash. Two questions with the same key get the same answer:
 * their texts differ at most in white space, full-width forms, final punctuation and the case of ordinary
 * words, and all other fields are equal except `id`, `deadlineAtMs`, `fresh`, `readerLanguage` and, if
 * the question is searched for as it is, `sent`. Of earlier answers, only the id of the last one counts.
 * `fingerprint` stands for the settings that affect answers.
 */
export function questionKey(question: Question, fingerprint: string): string {
  // `fresh` decides whether the cache is read; the reader's language matters only to instant answers.
  const { id: _id, deadlineAtMs: _deadlineAtMs, fresh: _fresh, readerLanguage: _reader, ...rest } = question;
  const { sent, text, scope, history, ...others } = rest;
  // An answer from sources uses only the style of the sent conversation, which is a field. A message that may
  // need no search is answered from all of it, word by word, and from what the id of the last answer opens.
  const plain = isOwnQuery(question) ? {} : { exact: text, sent, answerId: history.at(-1)?.answerId };
  const wording = wordingOf(text);
  const language = scope.language.toLowerCase();
  // If a question consists only of punctuation, its key includes the punctuation, so that two such questions
  // have different keys.
  return cacheKey(fingerprint, {
    ...others,
    ...plain,
    history: history.map(({ question, answer }) => ({ question, answer })),
    text: wording === '' ? text : wording,
    scope: { ...scope, language },
  });
}

function wordingOf(text: string): string {
  return text
    .normalize('NFC')
    .replace(FULL_WIDTH, (form) => String.fromCharCode(form.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(/\s+/g, ' ')
    .replace(ORDINARY_WORD, (word) => word.toLowerCase())
    .replace(LAST_MARKS, '')
    .trim();
}
