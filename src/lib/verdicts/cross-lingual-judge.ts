import { detectLanguage, UNDETERMINED } from '../text/language.ts';
import { once } from '../text/once.ts';
import type { Claim } from './claim.ts';
import { weightOf } from './closest-sentences.ts';
import { hasForeignValue } from './not-in-sources.ts';
import type { EvidenceSource, SourceIndex } from './source-index.ts';
import type { Judgement } from './verdict.ts';

/** The beginning of a source from which its language is detected, in characters. */
const SAMPLE_CHARS = 600;
/** The minimum number, and share of the weight, of a statement's words that both languages write alike. */
const MIN_ALIKE = 3;
const MIN_SHARE = 0.2;
/** In another script, only names, terms and code are written alike: they are few, and all must be found. */
const MIN_IN_LATIN = 2;
const LATIN = /\p{Script=Latin}/u;
const OTHER_SCRIPT = /[^\P{L}\p{Script=Latin}]/u;
/** How many consecutive sentences have these words. */
const SENTENCES = 3;
/** Words of different languages with the same beginning are taken for the same word. */
const BEGINNING_CHARS = 4;
/** Spellings of the same Latin or Greek parts of words in European languages. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/y/g, 'i'],
  [/qu|k/g, 'c'],
  [/(.)\1/gu, '$1'],
];

/** Whether a source is in another language (a BCP 47 tag) than the answer; false if that is not certain. */
export function isForeign({ title, passages }: EvidenceSource, language: string): boolean {
  const text = [title, ...passages.map((passage) => passage.text)].join('\n');
  const own = detectLanguage(text.slice(0, SAMPLE_CHARS).toLowerCase());
  return own !== UNDETERMINED && own !== language.slice(0, 2).toLowerCase();
}

/** The judgement on a statement, from that of an ordinary comparison; null if nothing settles it. */
export type CrossLingualJudge = (claim: Claim, judgement: Judgement) => Judgement | null;

/**
 * Prepares sources to judge statements in another language by numbers, names and words that both languages
 * write alike. The spellings of the sources are made once, when the first statement needs them.
 */
export function createCrossLingualJudge(sources: readonly SourceIndex[]): CrossLingualJudge {
  const spellings = once(() =>
    sources.map(({ sentences }) => sentences.map(({ terms }) => new Set(terms.map(spellingOf)))),
  );
  return (claim, { difference: _, ...judgement }) => {
    if (hasForeignValue(claim, sources)) return { ...judgement, verdict: 'not-found', quotes: [] };
    const needed = sharedWords(claim);
    const isFound = spellings().some((known) =>
      known.some((_, first) => haveShared(known.slice(first, first + SENTENCES), needed)),
    );
    if (!isFound) return null;
    const { closest } = judgement;
    const quotes = closest === undefined ? [] : [closest];
    return { verdict: 'supported', score: 0.5, quotes, isSure: false };
  };
}

function spellingOf(term: string): string {
  return SPELLINGS.reduce((text, [part, other]) => text.replace(part, other), term).slice(0, BEGINNING_CHARS);
}

/** The words of a statement that both languages may write alike, and how many of them must be found. */
type SharedWords = {
  readonly words: readonly (readonly [spelling: string, weight: number])[];
  readonly minCount: number;
  readonly minWeight: number;
};

function sharedWords({ weights }: Claim): SharedWords {
  const isOtherScript = [...weights.keys()].some((term) => OTHER_SCRIPT.test(term));
  const shared = [...weights].filter(([term]) => !isOtherScript || LATIN.test(term));
  return {
    words: shared.map(([term, weight]) => [spellingOf(term), weight]),
    minCount: isOtherScript ? MIN_IN_LATIN : MIN_ALIKE,
    minWeight: isOtherScript ? weightOf({ weights: new Map(shared) }) : MIN_SHARE * weightOf({ weights }),
  };
}

/** Whether enough of the words occur in a few consecutive sentences. */
function haveShared(
  near: readonly ReadonlySet<string>[],
  { words, minCount, minWeight }: SharedWords,
): boolean {
  const found = words.filter(([spelling]) => near.some((sentence) => sentence.has(spelling)));
  return found.length >= minCount && found.reduce((sum, [, weight]) => sum + weight, 0) >= minWeight;
}
