import { detectLanguage, UNDETERMINED } from '../text/language.ts';
import type { Claim } from './claim.ts';
import { weightOf } from './closest-sentences.ts';
import type { EvidenceSource, SourceIndex } from './source-index.ts';
import { hasForeignValue } from './unsaid.ts';
import type { Judgement } from './verdict.ts';

/** The beginning of a source from which its language is detected, in characters. */
const SAMPLE_CHARS = 600;
/** The minimum number, and share of the weight, of a statement's words that both languages write alike. */
const LEAST_ALIKE = 3;
const LEAST_SHARE = 0.2;
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

/**
 * The judgement on a statement whose sources are in another language, if numbers, names and words that both
 * languages write alike settle it; otherwise null. `judgement` is that of an ordinary comparison.
 */
export function settledAcross(
  claim: Claim,
  sources: readonly SourceIndex[],
  judgement: Judgement,
): Judgement | null {
  const { difference: _, ...rest } = judgement;
  if (hasForeignValue(claim, sources)) return { ...rest, verdict: 'not-found', quotes: [] };
  const keys = [...claim.weights].map(([term, weight]) => ({ key: spellingOf(term), weight }));
  const whole = weightOf(claim);
  const isAlike = sources.some(({ sentences }) => {
    const known = sentences.map(({ terms }) => new Set(terms.map(spellingOf)));
    return known.some((_, first) => {
      const near = known.slice(first, first + SENTENCES);
      const shared = keys.filter(({ key }) => near.some((some) => some.has(key)));
      const weight = shared.reduce((sum, one) => sum + one.weight, 0);
      return shared.length >= LEAST_ALIKE && weight / whole >= LEAST_SHARE;
    });
  });
  if (!isAlike) return null;
  const { closest } = judgement;
  return { verdict: 'supported', score: 0.5, quotes: closest === undefined ? [] : [closest], isSure: false };
}

function spellingOf(term: string): string {
  return SPELLINGS.reduce((text, [part, other]) => text.replace(part, other), term).slice(0, BEGINNING_CHARS);
}
