import { createRelevance } from '@sayso/text/relevance.ts';
import { toSentences } from '@sayso/text/sentences.ts';
import { withSpellings } from '@sayso/text/spelling.ts';
import { collapse, subjectOf } from '@sayso/text/text.ts';
import { stem, toWords } from '@sayso/text/words.ts';
import type { Source } from '../core/source.ts';

/** A short quote from a source. */
export type ShownPassage = {
  /** On one line, otherwise as in the source. */
  readonly text: string;
  /** The number of its source. */
  readonly index: number;
  readonly title: string;
  /** The heading above it; empty if there is none. */
  readonly heading: string;
  /** The day on which its source was published; empty if that is not known. */
  readonly day: string;
};

/** The passages for a question, and the stems of the words that they were chosen by. */
type ChosenPassages = {
  readonly passages: readonly ShownPassage[];
  readonly terms: readonly string[];
};

const MAX_PASSAGES = 3;
/** Sentences are added to a passage up to this length, in characters. */
const PASSAGE_CHARS = 300;
/** A longer sentence, such as a table without stops, is cut. */
const MAX_SENTENCE_CHARS = 400;
/** No more sentences of all sources are compared. */
const MAX_SENTENCES = 1_500;
/** What a word of the question counts that stands only in the title, the heading or a sentence beside. */
const NEARBY = 0.5;
/** What the first source counts more than a late one. */
const PLACE_SHARE = 0.2;
/** A question, or less than a sentence, is rarely what a reader looks for. */
const HARDLY = 0.4;
const LEAST_WORDS = 4;
const MAX_HEADING_CHARS = 80;
const ASKS = /[?？؟]$/u;
const FINISHED = /[\p{Sentence_Terminal}…:]["'”’»」』）)\]]*$/u;

type Sentence = {
  readonly text: string;
  /** The places of its source and its passage among all. */
  readonly source: number;
  readonly passage: number;
  readonly heading: string;
  readonly words: readonly string[];
  /** How much of each word of the question it has: 1, less for another form of it, 0 for none. */
  readonly own: readonly number[];
  /** The same for the title and the heading above it. */
  readonly above: readonly number[];
};

/**
 * The three passages with most of the question's words, rare words counting most; none if no sentence has
 * one. A word that no source has may be one that differs in a letter or two.
 */
export function choosePassages(question: string, sources: readonly Source[]): ChosenPassages {
  const titles = sources.map(({ title }) => title);
  const texts = sources.flatMap(({ passages }) => passages.map(({ text }) => text));
  const relevance = createRelevance(withSpellings(question, titles, texts));
  const { terms } = relevance;
  const sentences = toSentencesOf(sources, terms);
  const weights = relevance.weights(sentences.map(({ words }) => relevance.match(words)));
  const scores = sentences.map((sentence, at) => {
    const beside = [sentences[at - 1], sentences[at + 1]].filter((other) => isBeside(sentence, other));
    const covered = terms.reduce((sum, _, term) => {
      const near = Math.max(sentence.above[term] ?? 0, ...beside.map((other) => other?.own[term] ?? 0));
      return sum + (weights[term] ?? 0) * Math.max(sentence.own[term] ?? 0, NEARBY * near);
    }, 0);
    const isHardly = ASKS.test(sentence.text) || sentence.words.length < LEAST_WORDS;
    return covered * (1 + PLACE_SHARE / (1 + sentence.source)) * (isHardly ? HARDLY : 1);
  });
  const order = [...sentences.keys()].sort(
    (one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other,
  );
  const used = new Set<number>();
  const passages: ShownPassage[] = [];
  for (const best of order) {
    if (passages.length === MAX_PASSAGES || (scores[best] ?? 0) === 0) break;
    if (used.has(best)) continue;
    const { from, to } = around(best, { sentences, scores, used });
    for (let at = from; at <= to; at++) used.add(at);
    const { source, heading } = sentences[from] as Sentence;
    const { index, title, publishedAt = '' } = sources[source] as Source;
    const text = sentences
      .slice(from, to + 1)
      .map((sentence) => sentence.text)
      .join(' ');
    passages.push({ text, index, title, heading, day: publishedAt.slice(0, 10) });
  }
  return { passages, terms };
}

function toSentencesOf(sources: readonly Source[], terms: readonly string[]): Sentence[] {
  const sentences: Sentence[] = [];
  const sharesOf = (words: readonly string[]) => {
    const stems = new Set(words.map(stem));
    return terms.map((term) => shareOfForm(term, stems));
  };
  for (const [source, { title, passages }] of sources.entries()) {
    const inTitle = sharesOf(toWords(subjectOf(title)));
    for (const [passage, { text: whole }] of passages.entries()) {
      let heading = '';
      let above = inTitle;
      for (const { text, isWhole } of toSentences(whole).flatMap(cutLong)) {
        if (sentences.length >= MAX_SENTENCES) return sentences;
        const words = toWords(text);
        if (words.length === 0) continue;
        const own = sharesOf(words);
        sentences.push({ text, source, passage, heading, words, own, above });
        // A short line without a final stop, or a question, is the heading of what follows.
        if (!isWhole || text.length > MAX_HEADING_CHARS || (FINISHED.test(text) && !ASKS.test(text)))
          continue;
        heading = text;
        above = own.map((share, term) => Math.max(share, inTitle[term] ?? 0));
      }
    }
  }
  return sentences;
}

/** A sentence on one line; a long one in pieces, cut between words. */
function cutLong(sentence: string): { readonly text: string; readonly isWhole: boolean }[] {
  const pieces: { text: string; isWhole: boolean }[] = [];
  for (let at = 0; at < sentence.length; ) {
    const limit = at + MAX_SENTENCE_CHARS;
    const space = sentence.length <= limit ? -1 : sentence.lastIndexOf(' ', limit);
    const end = space > at + MAX_SENTENCE_CHARS / 2 ? space : Math.min(limit, sentence.length);
    const text = collapse(sentence.slice(at, end).toWellFormed());
    pieces.push({ text, isWhole: at === 0 && end === sentence.length });
    at = end;
  }
  return pieces;
}

type Growing = {
  readonly sentences: readonly Sentence[];
  readonly scores: readonly number[];
  readonly used: ReadonlySet<number>;
};

/** The run of sentences around one, as long as they fit; the better neighbour comes first. */
function around(best: number, { sentences, scores, used }: Growing): { from: number; to: number } {
  let [from, to] = [best, best];
  let chars = sentences[best]?.text.length ?? 0;
  const fits = (at: number) => {
    const other = sentences[at];
    const isFree = other !== undefined && !used.has(at) && isBeside(sentences[best], other);
    return isFree && chars + other.text.length < PASSAGE_CHARS;
  };
  while (true) {
    const [before, after] = [fits(from - 1), fits(to + 1)];
    if (!before && !after) return { from, to };
    const isAfter = after && (!before || (scores[to + 1] ?? 0) >= (scores[from - 1] ?? 0));
    chars += 1 + (sentences[isAfter ? ++to : --from]?.text.length ?? 0);
  }
}

function isBeside(one: Sentence | undefined, other: Sentence | undefined): boolean {
  return one?.source === other?.source && one?.passage === other?.passage;
}

/** What another form of a word counts: "erzielten" for "erzielte". */
const OTHER_FORM = 0.8;
const LEAST_CHARS = 5;
/** Two forms have this share of the shorter one in common at the start, and differ little in length. */
const COMMON_SHARE = 0.7;
const MAX_APART = 4;

/** 1 if a stem is among some stems, less if another form of it is, otherwise 0. */
export function shareOfForm(stem: string, stems: ReadonlySet<string>): number {
  if (stems.has(stem)) return 1;
  if (stem.length < LEAST_CHARS) return 0;
  const start = stem.slice(0, Math.ceil(COMMON_SHARE * stem.length));
  for (const other of stems)
    if (other.startsWith(start) && Math.abs(other.length - stem.length) <= MAX_APART) return OTHER_FORM;
  return 0;
}
