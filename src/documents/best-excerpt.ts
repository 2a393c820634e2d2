import { createRelevance } from '../lib/text/relevance.ts';
import { toSentences } from '../lib/text/sentences.ts';
import { collapse, toSnippet } from '../lib/text/text.ts';
import { toParts } from './text-parts.ts';

/** Longer sentences are split, so that an excerpt can begin near a word. */
const MAX_PIECE_CHARS = 240;

/**
 * The sentences of a text, at most `maxChars` code points on one line, from the one that is most relevant to
 * the words of a question on; the first sentences if none has any of the words.
 */
export function bestExcerpt(text: string, words: readonly string[], maxChars: number): string {
  const pieces = toSentences(text).flatMap((sentence) => toParts(sentence, MAX_PIECE_CHARS));
  const relevance = createRelevance(words.join(' '));
  const scores = relevance.scores(pieces.map((piece) => relevance.match(piece)));
  const best = scores.indexOf(Math.max(...scores));
  return toSnippet(collapse(pieces.slice(Math.max(0, best)).join('')), maxChars);
}
