import type { Match } from '../../core/relevance.ts';
import { toSentences } from '../../core/sentences.ts';
import type { Source } from '../../core/terms.ts';
import { toSnippet } from '../../core/text.ts';
import { splitTitle, subjectTerms } from '../../core/title.ts';
import { isStopWord, toWords } from '../../core/words.ts';
import type { Asked } from './asked.ts';
import { isCode } from './code.ts';
import { isCommand, isHeading, legibility } from './legibility.ts';
import { toQuote } from './quote.ts';

/** A sentence that could be quoted. */
export type Candidate = {
  /** Ready to show, but not escaped. */
  readonly text: string;
  /** Number of its source. */
  readonly index: number;
  /** How many characters of its source's text stand before it. */
  readonly at: number;
  /** Sentences with the same number stand in the same paragraph. */
  readonly paragraph: number;
  /** As `toWords` gives them. */
  readonly words: readonly string[];
  /** How well it reads alone: `legibility`; 0 for code and where it holds no word of the question. */
  readonly legible: number;
  /** Whether it holds a word of the question that its page's title does not say already. */
  readonly isNews: boolean;
  /** False where the question names what a page is about, and neither it nor its page's title does. */
  readonly isOnTopic: boolean;
  /** How much of the question it answers; 0 when it holds no word of it. */
  readonly score: number;
};

type Sentence = {
  readonly text: string;
  readonly index: number;
  readonly at: number;
  readonly paragraph: number;
  readonly words: readonly string[];
  readonly own: Match;
  readonly subject: Match;
  /** What the title and the heading above hold of the question. */
  readonly known: Match;
  /** Share of the title's subject that the question asks for. */
  readonly focus: number;
};

/** Longer sentences are tables, lists or menus without stops; they are cut at a word. */
const MAX_CHARS = 400;
/** What a word of the question is worth that stands in the title or the heading above, not in the sentence itself. */
const KNOWN_SHARE = 0.8;
/** What each place further down the list of sources costs. */
const PLACE_COST = 0.02;
/** What it is worth that a title is about nothing but words of the question: "Guinea" where Guinea-Bissau answers too. */
const FOCUS_BONUS = 0.15;

/** What it is worth that a sentence begins with all that was asked for: "The capital of Guinea is Conakry." */
const TOPIC_BONUS = 0.1;

/** What remains of a sentence that does not speak of the page's subject the question names: "Who made Fastify?" and "made by hand". */
const OFF_TOPIC_SHARE = 0.5;

const WORD = /[\p{L}\p{N}]/u;

/** The sentences of the sources in their order. */
export type Candidates = {
  readonly all: readonly Candidate[];
  /** What finding each term of the question is worth, from its rarity among them. */
  readonly weights: readonly number[];
};

/**
 * All sentences of the sources, each with a score: the sum of the weights of the question's words in it, those that its
 * page's title already says included, lowered for what reads badly alone.
 */
export function toCandidates(asked: Asked, sources: readonly Source[]): Candidates {
  const sentences = sources.flatMap((source) => sentencesOf(source, asked));
  const weights = asked.weights(sentences.map(({ own }) => own));
  const topics = topicsOf(sources, asked.terms);
  const all = sentences.map(({ own, subject, known, focus, ...shown }) => {
    const covered = coverage(own, known, weights);
    const legible = covered === 0 ? 0 : legibilityOf(shown, own);
    if (legible === 0) return { ...shown, legible, isNews: false, isOnTopic: false, score: 0 };
    const isNews = asked.terms.some((_, at) => holds(own, at) && !holds(subject, at));
    const bonus = FOCUS_BONUS * focus + (beginsWithAll(shown.words, own) ? TOPIC_BONUS : 0);
    const isOnTopic = topics.length === 0 || topics.some((at) => holds(own, at) || holds(known, at));
    const place = (1 - PLACE_COST * shown.index) * (isOnTopic ? 1 : OFF_TOPIC_SHARE);
    return { ...shown, legible, isNews, isOnTopic, score: covered * legible * (1 + bonus) * place };
  });
  return { all, weights };

  function beginsWithAll(words: readonly string[], own: Match): boolean {
    if (!holdsAll(own)) return false;
    const topic = words.filter((word) => !isStopWord(word)).slice(0, asked.terms.length);
    return holdsAll(asked.match(topic));
  }
}

/** Positions of the terms of the question that are all that some source's title is about. */
function topicsOf(sources: readonly Source[], terms: readonly string[]): number[] {
  const subjects = sources.map(({ title }) => subjectTerms(title));
  const asked = subjects.filter(
    (subject) => subject.size > 0 && [...subject].every((word) => terms.includes(word)),
  );
  return terms.flatMap((term, at) => (asked.some((subject) => subject.has(term)) ? [at] : []));
}

function sentencesOf(source: Source, asked: Asked): Sentence[] {
  const subject = asked.match(toWords(splitTitle(source.title).subject));
  const focus = subject.counts.reduce((sum, count) => sum + count, 0) / Math.max(1, subject.words);
  let paragraph = 0;
  return source.passages.flatMap((passage) => {
    paragraph++;
    let heading: Match | undefined;
    let end = passage.from;
    return toSentences(passage.text, asked.language).flatMap((sentence) => {
      const place = { index: source.index, at: end, paragraph };
      end += sentence.length;
      if (sentence.includes('\n', sentence.trimEnd().length)) paragraph++;
      const quote = toQuote(sentence);
      if (!WORD.test(quote)) return [];
      const text = quote.length > MAX_CHARS ? toSnippet(quote, MAX_CHARS) : quote;
      const words = toWords(text);
      const own = asked.match(words);
      const known = heading === undefined ? subject : either(subject, heading);
      heading = isHeading(text) ? own : undefined;
      return [{ text, ...place, words, own, subject, known, focus }];
    });
  });
}

function legibilityOf({ text, words }: Pick<Sentence, 'text' | 'words'>, own: Match): number {
  if (isAskedCommand(text, own)) return 1;
  return isCode(text) ? 0 : legibility(text, words);
}

/** A command that holds every word asked for is an answer: "How do I install sayso?" */
function isAskedCommand(text: string, own: Match): boolean {
  return own.counts.length > 1 && holdsAll(own) && isCommand(text);
}

function holds({ counts }: Match, at: number): boolean {
  return (counts[at] ?? 0) > 0;
}

function holdsAll({ counts }: Match): boolean {
  return counts.every((count) => count > 0);
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
    if (holds(own, at)) said += weight;
    else if (holds(known, at)) implied += weight;
  });
  return said === 0 ? 0 : said + KNOWN_SHARE * implied;
}
