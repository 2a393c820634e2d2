import { detectLanguage, UNDETERMINED } from '../core/language.ts';
import { once } from '../core/once.ts';
import type { Source } from '../core/terms.ts';
import { isStopWord, toWords } from '../core/words.ts';
import { type Assertion, toAssertion } from './assertion.ts';
import { compare } from './compare.ts';
import { type SourceText, toSourceText } from './evidence.ts';
import { isJudgedLanguage } from './judged-language.ts';

/**
 * If a cited source has at least this share of the claim's words, the citation is not questioned; this is the
 * usual case and costs little.
 */
const NOT_DOUBTED = 0.7;
/** A source with a smaller share of the words cannot support the claim and need not be compared. */
const MAY_CARRY = 0.5;
/** Another source's share of the claim's words must be larger by this much to be clearly better. */
const MORE_WORDS = 0.2;
/** The number of sources with which a questioned claim is compared: those with most of its words. */
const MAX_OTHERS = 3;
/** The minimum score of the source to which a citation is moved. */
const CARRIES = 0.7;
/** How much higher that score must be than the cited source's score. */
const CLEARLY = 0.5;
/** Shorter claims fit too many sources. */
const LEAST_TERMS = 4;
/**
 * The maximum number of words and numbers that are compared for one answer, counted once for each source;
 * after that, citations stay as they are.
 */
const MAX_WORK = 2_400;
/**
 * The maximum number of words to search for in one claim, and in all claims: the usual answer has a few
 * hundred.
 */
const MAX_WORDS = 40;
const MAX_ALL_WORDS = 1_000;
const SAMPLE_CHARS = 600;

/**
 * Finds the number of the source that a claim should cite instead of a cited one; the same number if no other
 * source is right. The answer is in a language (a BCP 47 tag). Conservative: the right source must have every
 * number and name of the claim and a much higher score. A source in another language than the answer is never
 * questioned, because its words are different. The work for one answer is bounded by `MAX_WORK` and
 * `MAX_ALL_WORDS`.
 */
export function createRightSource(
  sources: readonly Source[],
  language: string,
): (claim: string, cited: number) => number {
  if (sources.length < 2 || !isJudgedLanguage(language)) return (_, cited) => cited;
  const wholes = sources.map((source) => once(() => textOf(source)));
  const texts = sources.map((source) => once(() => toSourceText(source, language)));
  let work = 0;
  let sought = 0;
  const seeClaim = (claim: string) => {
    const words = [...new Set(toWords(claim))].filter((word) => !isStopWord(word)).slice(0, MAX_WORDS);
    sought += words.length;
    const shares = wholes.map((whole) => once(() => shareOfWords(words, whole())));
    const assertion = once(() => toAssertion(claim, language));
    const ratings = texts.map((text) => once(() => rate(assertion(), text())));
    return { claim, shares, assertion, ratings };
  };
  const rate = (assertion: Assertion, source: SourceText) => {
    work += assertion.terms.length + assertion.values.length;
    return compare(assertion, source);
  };
  // A claim may have thousands of citations, and its words are searched for in all sources.
  let seen = seeClaim('');
  return (claim, cited) => {
    if (work >= MAX_WORK || sought >= MAX_ALL_WORDS) return cited;
    if (claim !== seen.claim) seen = seeClaim(claim);
    const { shares, ratings } = seen;
    const share = (at: number) => shares[at]?.() ?? 0;
    const own = ratings[cited - 1];
    const ownShare = share(cited - 1);
    if (own === undefined || ownShare >= NOT_DOUBTED) return cited;
    const least = Math.max(MAY_CARRY, ownShare + MORE_WORDS);
    const others = [...texts.keys()]
      .filter((at) => at !== cited - 1 && share(at) >= least)
      .sort((one, other) => share(other) - share(one))
      .slice(0, MAX_OTHERS);
    if (others.length === 0) return cited;
    const assertion = seen.assertion();
    if (assertion.terms.length < LEAST_TERMS) return cited;
    const [best] = others
      .flatMap((at) => ratings[at]?.() ?? [])
      .sort((one, other) => other.score - one.score);
    if (best === undefined || best.score < CARRIES) return cited;
    if (best.score < own().score + CLEARLY || isForeign(wholes[cited - 1]?.() ?? '', language)) return cited;
    const { difference, isMissing } = best.disagreement;
    return !isMissing && difference() === null ? best.source.index : cited;
  };
}

/** The text without long runs of one character, in which searching for such a run would be slow. */
function textOf({ title, passages }: Source): string {
  const text = [title, ...passages.map(({ text }) => text)].join('\n').toLowerCase();
  return text.replace(/(.)\1{3,}/gsu, '$1$1$1');
}

function shareOfWords(words: readonly string[], whole: string): number {
  return words.filter((word) => whole.includes(word)).length / (words.length || 1);
}

function isForeign(whole: string, language: string): boolean {
  const own = detectLanguage(whole.slice(0, SAMPLE_CHARS));
  return own !== UNDETERMINED && own !== language.slice(0, 2).toLowerCase();
}
