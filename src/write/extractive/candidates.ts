import type { Question } from '../../core/question.ts';
import type { Source } from '../../core/source.ts';
import type { Match } from '../../lib/text/relevance.ts';
import { toSentences } from '../../lib/text/sentences.ts';
import { collapse, toSnippet } from '../../lib/text/text.ts';
import { splitTitle, subjectTerms } from '../../lib/text/title.ts';
import { isStopWord, toWords } from '../../lib/text/words.ts';
import { withoutInvisible } from '../defuse.ts';
import { isCode } from './code.ts';
import { isCommand, isHeading, legibility } from './legibility.ts';
import type { QuestionTraits } from './question-traits.ts';

/** A sentence that could be quoted. */
export type Candidate = {
  /** The text in readable form, but not escaped. */
  readonly text: string;
  /** Number of its source. */
  readonly index: number;
  /** The offset of the sentence in the text of its source, in characters. */
  readonly at: number;
  /** The number of the sentence's paragraph. */
  readonly paragraph: number;
  /** From `toWords`. */
  readonly words: readonly string[];
  /**
   * How well the sentence can be understood alone (`legibility`); 0 for code and for a sentence without any
   * word of the question.
   */
  readonly legible: number;
  /** Whether it contains a word of the question that is not in the title of its page. */
  readonly isNews: boolean;
  /**
   * False if the question names the subject of a page, but neither the sentence nor the title of its page
   * does.
   */
  readonly isOnTopic: boolean;
  /** How much of the question the sentence answers; 0 if it contains none of the question's words. */
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
  /** The terms of the question in the title of the page and in the heading above the sentence. */
  readonly known: Match;
  /** The share of the title's subject that the question asks about. */
  readonly focus: number;
};

/** Longer sentences are tables, lists or menus without stops; they are cut between words. */
const MAX_CHARS = 400;
/** The weight of a word of the question that is in the title or heading but not in the sentence. */
const KNOWN_SHARE = 0.8;
/** The penalty for each position in the list of sources. */
const PLACE_COST = 0.02;
/**
 * The bonus for a title that consists only of words of the question: the page "Guinea" is preferred even if
 * the page on Guinea-Bissau also has an answer.
 */
const FOCUS_BONUS = 0.15;

/**
 * The bonus for a sentence that begins with all words of the question: "The capital of Guinea is Conakry."
 */
const TOPIC_BONUS = 0.1;

/**
 * The factor for a sentence that does not mention the subject named in the question: "made by hand" for "Who
 * made Fastify?".
 */
const OFF_TOPIC_SHARE = 0.5;

const WORD = /[\p{L}\p{N}]/u;

/** The sentences of the sources, in order. */
type Candidates = {
  readonly all: readonly Candidate[];
  /** The weight of each term of the question, by its rarity among the sentences. */
  readonly weights: readonly number[];
};

/**
 * All sentences of the sources with a score: the sum of the weights of the question's words in the sentence
 * and in the title of its page, reduced if the sentence is hard to understand alone.
 */
export function toCandidates(asked: QuestionTraits, sources: readonly Source[]): Candidates {
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

/** Indexes of the question's terms that cover the whole subject of a source's title. */
function topicsOf(sources: readonly Source[], terms: readonly string[]): number[] {
  const subjects = sources.map(({ title }) => subjectTerms(title));
  const asked = subjects.filter(
    (subject) => subject.size > 0 && [...subject].every((word) => terms.includes(word)),
  );
  return terms.flatMap((term, at) => (asked.some((subject) => subject.has(term)) ? [at] : []));
}

function sentencesOf(source: Source, asked: QuestionTraits): Sentence[] {
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

/** A command that contains every word of the question is an answer: "How do I install sayso?" */
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

/** A sentence with fewer words than this may occur in an earlier answer by chance. */
const LEAST_WORDS = 4;

/**
 * Whether an earlier answer of the conversation contains a sentence, given as its words (`toWords`). Such a
 * sentence does not answer a follow-up, unless the same question is asked again.
 */
export function createWasAnswered({ text, history }: Question): (words: readonly string[]) => boolean {
  const isAskedAgain = history.some(({ question }) => question.trim() === text.trim());
  if (isAskedAgain || history.length === 0) return () => false;
  const answers = history.map(({ answer }) => inBlanks(toWords(answer.replaceAll('\\', ''))));
  return (words) => words.length >= LEAST_WORDS && answers.some((answer) => answer.includes(inBlanks(words)));
}

function inBlanks(words: readonly string[]): string {
  return ` ${words.join(' ')} `;
}

// List markers, including emoji.
const LEADING_MARK =
  /^(?:(?:[-*+•·–—#>|→]|(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Modifier})+|\(?\d{1,3}[.)])\s+/u;
// The page's own reference marks, in the notations that would count as citations of the answer.
const REFERENCE =
  /\s?[[［【〔]\s*(?:sources? ?:? ?)?\^?\d{1,3}(?:[\s,;，、&:†^‑–—-]+\d{1,3})*\^?\s*[\]］】〕]/giu;
const MAY_CITE = /[[［【〔][\s\\[]{0,8}(?:sources? ?:? ?)?\^?\d/iu;
const BRACKETS: Readonly<Record<string, string>> = { '[': '(', '［': '(', '【': '(', '〔': '(' };

/**
 * A sentence of a source as a quote: on one line, without list markers, invisible characters and the page's
 * own reference marks (`[12]`), otherwise verbatim. No number stays in square brackets, because a reader
 * would take it for a citation.
 */
export function toQuote(sentence: string): string {
  const line = collapse(withoutInvisible(sentence)).replace(LEADING_MARK, '').replace(REFERENCE, '').trim();
  return MAY_CITE.test(line) ? line.replace(/[[\]［］【】〔〕]/gu, (mark) => BRACKETS[mark] ?? ')') : line;
}
