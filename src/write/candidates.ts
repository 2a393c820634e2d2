import { createRelevance, type Match, type Relevance } from '../core/relevance.ts';
import { toSentences } from '../core/sentences.ts';
import type { Question, Source } from '../core/terms.ts';
import { toSnippet } from '../core/text.ts';
import { toQuote } from './quote.ts';

/** A sentence that could be quoted. */
export type Candidate = {
  /** Ready to show, but not escaped. */
  readonly text: string;
  /** Number of its source. */
  readonly index: number;
  readonly words: number;
  /** How much of the question it answers; 0 when it holds no word of it. */
  readonly score: number;
};

type Sentence = {
  readonly text: string;
  readonly index: number;
  readonly own: Match;
  /** What the title and the heading above hold of the question. */
  readonly known: Match;
  /** Share of the title's words that are the question's. */
  readonly focus: number;
};

/** Longer sentences are tables, lists or menus without stops; they are cut at a word. */
const MAX_CHARS = 400;
/** What a word of the question is worth that stands in the title or the heading above, not in the sentence itself. */
const KNOWN_SHARE = 0.8;
/** What each place further down the list of sources costs. */
const PLACE_COST = 0.02;
/** What it is worth that a title holds nothing but words of the question: "Guinea" where Guinea-Bissau answers too. */
const FOCUS_BONUS = 0.15;

const FINISHED = /[\p{Sentence_Terminal}…]["'”’»」』）)\]]*$/u;
const ASKS = /[?？؟]["'”’»」』）)\]]*$/u;
/** Begins in the middle of a sentence, as snippets do. */
const CUT_OFF = /^\p{Ll}/u;
const WORD = /[\p{L}\p{N}]/u;
const LETTERS = /[\p{L}\p{M}\p{N}\s]/gu;

/**
 * All sentences of the sources in their order, each with a score: the sum of the weights (rarity) of the question's
 * words in it, those its page's title already says included, lowered for what reads badly alone.
 */
export function toCandidates(question: Question, sources: readonly Source[]): Candidate[] {
  const relevance = createRelevance(question.text);
  const sentences = sources.flatMap((source) => sentencesOf(source, question.language, relevance));
  const weights = relevance.weights(sentences.map(({ own }) => own));
  return sentences.map(({ text, index, own, known, focus }) => {
    const readable = coverage(own, known, weights) * legibility(text, own.words);
    const score = readable * (1 + FOCUS_BONUS * focus) * (1 - PLACE_COST * index);
    return { text, index, words: own.words, score };
  });
}

function sentencesOf(source: Source, language: string, relevance: Relevance): Sentence[] {
  const title = relevance.match(source.title);
  const focus = title.counts.reduce((sum, count) => sum + count, 0) / Math.max(1, title.words);
  return source.passages.flatMap((passage) => {
    let heading: Match | undefined;
    return toSentences(passage.text, language).flatMap((sentence) => {
      const quote = toQuote(sentence);
      if (!WORD.test(quote)) return [];
      const text = quote.length > MAX_CHARS ? toSnippet(quote, MAX_CHARS) : quote;
      const own = relevance.match(text);
      const known = heading === undefined ? title : either(title, heading);
      // A heading or a question says what the sentence below it is about.
      heading = ASKS.test(text) || !FINISHED.test(text) ? own : undefined;
      return [{ text, index: source.index, own, known, focus }];
    });
  });
}

function either(one: Match, other: Match): Match {
  return {
    counts: one.counts.map((count, at) => count + (other.counts[at] ?? 0)),
    words: one.words + other.words,
  };
}

function coverage(own: Match, known: Match, weights: readonly number[]): number {
  let said = 0;
  let implied = 0;
  weights.forEach((weight, at) => {
    if ((own.counts[at] ?? 0) > 0) said += weight;
    else if ((known.counts[at] ?? 0) > 0) implied += weight;
  });
  return said === 0 ? 0 : said + KNOWN_SHARE * implied;
}

/** Between 0 and 1: questions, headings, fragments, code and very long sentences answer worse than plain sentences. */
function legibility(text: string, words: number): number {
  let share = 1;
  if (ASKS.test(text)) share *= 0.4;
  else if (!FINISHED.test(text)) share *= 0.75;
  if (CUT_OFF.test(text)) share *= 0.85;
  if (words < 4) share *= 0.6;
  if (words > 45) share *= 0.85;
  if ((text.match(LETTERS)?.length ?? 0) < text.length * 0.8) share *= 0.6;
  return share;
}
