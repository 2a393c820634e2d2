import type { Claim } from './claim.ts';
import { coverOf } from './claim.ts';
import type { Denials } from './denials.ts';
import { hasRules } from './languages.ts';
import type { SourceSentence } from './source-index.ts';
import type { Difference } from './verdict.ts';
import { contradictsByDenial } from './without-denials.ts';

/** A difference, with the words of the source in its place and their offsets in the evidence. */
export type FoundDifference = {
  readonly kind: Difference['kind'];
  readonly stated: string;
  readonly found: string;
  readonly from: number;
  readonly to: number;
};

/** How the denials of a claim and of some sentences differ. */
type DenialDifference = {
  /** The sentence that says the opposite; null if there is none. */
  readonly difference: FoundDifference | null;
  /** Whether one side denies what the other does not. */
  readonly isMissing: boolean;
  /** Whether only the claim denies these words; false in a language without rules. */
  readonly isAlone: boolean;
  /** Whether they say the opposite, or have most of the words that the claim alone denies. */
  readonly isAffirmed: boolean;
};

/** The minimum share of a statement that one sentence must cover before its denial counts. */
const SAME_SUBJECT = 0.7;
/** This share is enough if the claim contains exactly the words that the sentence denies. */
const MIN_SUBJECT = 0.25;
/** The share of a sentence with a pronoun as subject that a claim must repeat for its denial to count. */
const SAME_SENTENCE = 0.8;
/** The minimum share of the denied words that the other side must contain. */
const SAME_DENIED = 0.6;
/** With this share of the denied words, the sentences may say the opposite of the claim. */
const MOST_DENIED = 0.75;

/** Nothing is denied on one side only. */
const AGREEMENT: DenialDifference = {
  difference: null,
  isMissing: false,
  isAlone: false,
  isAffirmed: false,
};

/** A sentence on the same subject that denies the claim, or affirms it if the claim is a denial. */
export function findDenialDifference(claim: Claim, near: readonly SourceSentence[]): DenialDifference {
  const own = claim.denials();
  if (!own.denies && near.every((sentence) => !sentence.denials().denies)) return AGREEMENT;
  const rated = near
    .map((sentence) => ({ sentence, covered: coverOf(claim, sentence), ...sentence.denials() }))
    .toSorted((one, other) => other.covered - one.covered);
  const reversed = rated.find(
    ({ covered, withoutDenials }) =>
      covered >= MIN_SUBJECT &&
      (contradictsByDenial(own.withoutDenials(), withoutDenials()) ||
        contradictsByDenial(withoutDenials(), own.withoutDenials())),
  );
  if (reversed !== undefined) return contradiction(claim, reversed.sentence);
  if (own.denied.size === 0) {
    const denying = rated.find((sentence) => deniesClaim(sentence, claim, own));
    return denying === undefined ? AGREEMENT : contradiction(claim, denying.sentence);
  }
  if (rated.some(({ denied }) => shareOf(own.denied, denied) > 0)) return AGREEMENT;
  const isAlone = hasRules(claim.language);
  const affirming = rated.find(
    ({ sentence, mayDeny, covered }) =>
      !mayDeny && covered >= SAME_SUBJECT && shareOf(own.denied, new Set(sentence.terms)) >= SAME_DENIED,
  );
  const isAffirmed = shareOf(own.denied, new Set(near.flatMap(({ terms }) => terms))) >= MOST_DENIED;
  if (affirming === undefined) return { difference: null, isMissing: true, isAlone, isAffirmed };
  return { ...contradiction(claim, affirming.sentence), isAlone };
}

function contradiction({ text: stated }: Claim, { text: found, from, to }: SourceSentence): DenialDifference {
  const difference = { kind: 'negation', stated, found, from, to } as const;
  return { difference, isMissing: true, isAlone: false, isAffirmed: true };
}

/** A sentence of the source, the share of the claim that it covers, and its denials. */
type RatedSentence = Denials & { readonly sentence: SourceSentence; readonly covered: number };

/** Whether a sentence denies a claim that denies nothing. */
function deniesClaim(
  { sentence, denied, phrases, covered }: RatedSentence,
  claim: Claim,
  own: Denials,
): boolean {
  const terms = new Set(claim.terms);
  const isSame = covered >= SAME_SUBJECT || shareOf(new Set(sentence.terms), terms) >= SAME_SENTENCE;
  const hasPhrase = phrases.some((phrase) => phrase.every((term) => terms.has(term)));
  if (!own.mayDeny && isSame && hasPhrase && shareOf(denied, terms) >= SAME_DENIED) return true;
  return covered >= MIN_SUBJECT && phrases.some((phrase) => saysPhrase(claim, own, phrase));
}

/** Whether the claim has two words in this order, with at most one between them, and does not deny them. */
function saysPhrase({ terms }: Claim, { weakStems }: Denials, [first, second]: readonly string[]): boolean {
  return terms.some(
    (term, at) =>
      term === first &&
      terms.slice(at + 1, at + 3).some((next) => next === second) &&
      !terms.slice(Math.max(0, at - 2), at).some((before) => weakStems.has(before)),
  );
}

/** The share of some terms that are among others; 0 if there are none. */
function shareOf(some: ReadonlySet<string>, all: ReadonlySet<string>): number {
  return some.size === 0 ? 0 : [...some].filter((term) => all.has(term)).length / some.size;
}
