import type { Answer } from '../../src/core/answer.ts';
import type { Question } from '../../src/core/question.ts';
import { ANY_SCOPE } from '../../src/core/scope.ts';
import type { Hit, Page, Source } from '../../src/core/source.ts';
import { MAX_SOURCES } from './limits.ts';

export const never = new AbortController().signal;
/** Plain words for the places without hostile text. */
export const PLAIN = 'The axolotl is a salamander that keeps its gills for life.';
const NUMBERS = Array.from({ length: MAX_SOURCES }, (_, at) => at + 1);

/** A question with these words. */
export function questionOf(text: string, history: Question['history'] = []): Question {
  return {
    id: 'fuzz',
    text,
    maxSources: MAX_SOURCES,
    scope: ANY_SCOPE,
    history,
    deadlineAtMs: performance.now() + 30_000,
  };
}

/** As many hits as a search returns; they differ in their URLs. */
export function hitsOf(title: string, snippet: string): Hit[] {
  return NUMBERS.map((number) => ({ url: `https://site${number}.test/`, title, snippet }));
}

/** A page for each hit. */
export function pagesOf(hits: readonly Hit[], text: string): ReadonlyMap<string, Page> {
  const page = { title: PLAIN, text, language: null, publishedAt: null, siteName: null, author: null };
  return new Map(hits.map(({ url }, at) => [url, { url, ...page, text: `${at} ${text}` }]));
}

/** Sources that together contain this text. */
export function sourcesOf(text: string): Source[] {
  const share = Math.ceil(text.length / MAX_SOURCES);
  return NUMBERS.map((index) => {
    const part = text.slice((index - 1) * share, index * share) || 'x';
    const passages = [{ text: part, from: 0, to: part.length }];
    return { index, url: `https://site${index}.test/`, title: PLAIN, snippet: part.slice(0, 200), passages };
  });
}

export const PLAIN_SOURCES = sourcesOf(PLAIN.repeat(10));

/** An answer with this text. */
export function answerOf(text: string): Answer {
  return {
    text,
    html: `<p>${text}</p>`,
    speech: text,
    sources: PLAIN_SOURCES,
    language: 'en',
    model: text.slice(0, 100),
    searchEngine: 'engine_a',
    tokensUsed: 1,
    error: null,
    errorMissingInText: false,
  };
}

/** The text in pieces, as a model streams it. */
export function* piecesOf(text: string, chars: number): Generator<string> {
  for (let at = 0; at < text.length; at += chars) yield text.slice(at, at + chars);
}
