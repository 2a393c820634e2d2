import type { Source } from '../../core/source.ts';
import { detectLanguage, UNDETERMINED } from '../../lib/text/language.ts';
import { splitTitle } from '../../lib/text/title.ts';
import { isStopWord, stem, toWords } from '../../lib/text/words.ts';
import type { Candidate } from './candidates.ts';
import { type QuestionTraits, reasonWords } from './question-traits.ts';

/** The minimum evidence for an answer to a question of many words. */
const LEAST_EVIDENCE = 0.47;
/**
 * The minimum evidence for a question of up to three words, where one missing word makes a large difference.
 */
const LEAST_EVIDENCE_FEW = 0.6;
const FEW_WORDS = 3;
/** The amount by which each further word lowers the required evidence. */
const LESS_EACH_WORD = 0.1;
/**
 * The factor for evidence from a page about another subject, or from a sentence that only mentions the
 * subject.
 */
const BESIDE_THE_POINT = 0.5;
/** The factor for a sentence that lacks a number or year of the question. */
const OTHER_NUMBER = 0.75;
/** The number of words at the beginning of a sentence, not counting stop words, that name its subject. */
const OPENING_WORDS = 3;
/** The weight factor of a term in another form: "erzielten" for "erzielte". */
const OTHER_FORM = 0.9;
/** The weight factor of a term in an adjacent sentence. */
const NEARBY = 0.5;
/**
 * How many letters two forms must have in common at the start: as a number, as a share of the shorter form,
 * and as a share of the term.
 */
const FORM_CHARS = 4;
const FORM_SHARE_OF_SHORTER = 0.7;
const FORM_SHARE_OF_TERM = 0.6;
/** The maximum difference in length between forms of one word, unless the term is long. */
const FORM_CHARS_APART = 4;
const LONG_TERM_CHARS = 8;
const DIGIT = /\p{N}/u;
const STARTS_AS_NUMBER = /^\p{N}/u;

/** The number of characters of a source that are examined to detect its language. */
const LANGUAGE_CHARS = 2_000;
/** In a source in another language, a single shared word may have another meaning: German "man". */
const LEAST_TERMS_ACROSS = 2;

/**
 * The minimum evidence for a sentence to count as an answer to this question. The figures are under "The
 * demo" in docs/measured.md.
 */
export function leastEvidence({ substance }: QuestionTraits): number {
  const words = substance.reduce((sum, each) => sum + each, 0);
  const least = LEAST_EVIDENCE_FEW - LESS_EACH_WORD * (words - FEW_WORDS);
  return Math.min(LEAST_EVIDENCE_FEW, Math.max(LEAST_EVIDENCE, least));
}

/**
 * The data for measuring evidence. `weights` contains the weight of each term of `asked`, which depends on
 * the candidates.
 */
export type EvidenceBasis = {
  readonly asked: QuestionTraits;
  readonly weights: readonly number[];
  readonly candidates: readonly Candidate[];
  readonly sources: readonly Source[];
};

/**
 * Measures how much of the question a sentence covers, between 0 and 1: the share of the question's terms, by
 * weight, in the sentence or in the title of its page. Terms in the adjacent sentences count half. A rare
 * term weighs up to twice as much as a common one; an unspecific term ("many") weighs less. If a source in
 * another language shares only a single word with the question, that word is not evidence.
 */
export function createEvidence({
  asked,
  weights,
  candidates,
  sources,
}: EvidenceBasis): (candidate: Candidate) => number {
  const rarest = Math.log(2 * candidates.length + 2);
  const weightOf = (at: number) => (asked.substance[at] ?? 1) * (1 + (weights[at] ?? 0) / rarest);
  const sole = soleTerm(asked);
  const places = new Map(candidates.map((candidate, at) => [candidate, at]));

  return (candidate) => {
    const source = sources.find(({ index }) => index === candidate.index);
    const { counts } = asked.match(candidate.words);
    const shared = counts.filter((count, at) => count > 0 && asked.substance[at] === 1).length;
    if (shared < LEAST_TERMS_ACROSS && isForeign(source)) return 0;
    const own = toStems([...candidate.words, ...toWords(splitTitle(source?.title ?? '').subject)]);
    const beside = toStems(besides(candidate));
    let found = 0;
    let all = 0;
    let isOtherNumber = false;
    for (const [at, term] of asked.terms.entries()) {
      const inside = (counts[at] ?? 0) > 0 ? 1 : formIn(own, term);
      const form = inside > 0 ? inside : NEARBY * formIn(beside, term);
      all += weightOf(at);
      found += weightOf(at) * form;
      isOtherNumber ||= form === 0 && STARTS_AS_NUMBER.test(term);
    }
    const share = all === 0 ? 0 : (found / all) * (isOtherNumber ? OTHER_NUMBER : 1);
    const isOnTopic = candidate.isOnTopic || !asked.hasName;
    const isToThePoint = isOnTopic && isAboutIt(candidate, source) && mayAnswerWhy(candidate);
    return share * (isToThePoint ? 1 : BESIDE_THE_POINT);
  };

  /** A question about one thing is answered by a sentence about it, not by one that merely mentions it. */
  function isAboutIt(candidate: Candidate, source: Source | undefined): boolean {
    if (sole === null) return true;
    const opening = candidate.words.filter((word) => !isStopWord(word)).slice(0, OPENING_WORDS);
    return [...opening, ...toWords(source?.title ?? '')].some((word) => stem(word) === sole);
  }

  /** A sentence gives a reason only if it or the next one has a word for a reason. */
  function mayAnswerWhy(candidate: Candidate): boolean {
    return (
      !asked.asksWhy || [...candidate.words, ...besides(candidate)].some((word) => reasonWords.has(word))
    );
  }

  function besides(candidate: Candidate): readonly string[] {
    const at = places.get(candidate) ?? 0;
    const both = [candidates[at - 1], candidates[at + 1]];
    return both.flatMap((each) => (each?.index === candidate.index ? each.words : []));
  }

  function isForeign(source: Source | undefined): boolean {
    if (source === undefined || asked.language === UNDETERMINED) return false;
    const text = source.passages.map((passage) => passage.text).join('\n');
    const language = detectLanguage(text.slice(0, LANGUAGE_CHARS));
    return language !== UNDETERMINED && language !== asked.language;
  }
}

/** The only specific term of a question; null if there are several, or if the question is just a keyword. */
function soleTerm({ terms, substance, isSentence }: QuestionTraits): string | null {
  const substantial = terms.filter((_, at) => substance[at] === 1);
  return isSentence && substantial.length === 1 ? (substantial[0] ?? null) : null;
}

function toStems(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map(stem));
}

/** 1 if the term is among the stems, slightly less if another form of the term is, otherwise 0. */
function formIn(stems: ReadonlySet<string>, term: string): number {
  if (stems.has(term)) return 1;
  if (term.length < FORM_CHARS || DIGIT.test(term)) return 0;
  for (const other of stems) if (isOtherForm(term, other)) return OTHER_FORM;
  return 0;
}

function isOtherForm(term: string, other: string): boolean {
  if (term[0] !== other[0]) return false;
  if (term.length < LONG_TERM_CHARS && Math.abs(term.length - other.length) > FORM_CHARS_APART) return false;
  const shorter = Math.min(term.length, other.length);
  const needed = Math.max(FORM_CHARS, FORM_SHARE_OF_TERM * term.length, FORM_SHARE_OF_SHORTER * shorter);
  let same = 1;
  while (same < shorter && term[same] === other[same]) same++;
  return same >= needed;
}
