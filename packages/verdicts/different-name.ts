import { toWords } from '@sayso/text/words.ts';
import { type Claim, holds } from './claim.ts';
import { isNoName } from './languages.ts';
import { monthOf } from './months.ts';
import { type SourceIndex, type SourceSentence, toTerms } from './source-index.ts';
import type { Difference } from './verdict.ts';
import { wordsAround } from './words-around.ts';

/** A difference, with the words of the source in its place and their offsets in the evidence. */
export type FoundDifference = {
  readonly kind: Difference['kind'];
  readonly stated: string;
  readonly found: string;
  readonly from: number;
  readonly to: number;
};

/** The share of a name's neighbouring words that another must share, to count as its replacement. */
const SAME_NEIGHBOURS = 0.5;
/** Fewer shared words may be chance. */
const MIN_SHARED = 3;

/**
 * The first name of a claim that its source lacks, with the one that has its neighbours there; null if none.
 */
export function differentName(
  claim: Claim,
  near: readonly SourceSentence[],
  source: SourceIndex,
): FoundDifference | null {
  for (const stated of nameRuns(claim.text, claim.language)) {
    if (!claim.names.has(stated.term) || toTerms(stated.text).some((term) => holds(source, term))) continue;
    for (const sentence of near)
      for (const found of nameRuns(sentence.text, claim.language)) {
        if (
          claim.terms.includes(found.term) ||
          !haveSameNeighbours(claim.text, stated, { text: sentence.text, found })
        )
          continue;
        const from = sentence.from + found.from;
        return { kind: 'name', stated: stated.text, found: found.text, from, to: from + found.text.length };
      }
  }
  return null;
}

/** A run of capitalised words. */
type NameRun = {
  readonly text: string;
  /** The stem of its last word. */
  readonly term: string;
  /** The offset of its first character. */
  readonly from: number;
  /** The offset behind its last character. */
  readonly to: number;
};

/** A word before a colon and a space is a label: `Title: The Old Mill`. */
const LABEL_END = /:\s/;

/** Runs of capitalised words that are not labels. */
function nameRuns(text: string, language: string): readonly NameRun[] {
  const runs = [...text.matchAll(/\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+)*/gu)].map((match) => ({
    text: match[0],
    term: toTerms(match[0]).at(-1) ?? '',
    from: match.index,
    to: match.index + match[0].length,
  }));
  return runs.filter(
    (run) =>
      !LABEL_END.test(text.slice(run.to, run.to + 2)) &&
      !isOnlyFunctionWords(run, language) &&
      monthOf(run.text, language) === null,
  );
}

/** `She` or `All of These`, which have capitals because of their place; `WHO` is a name. */
function isOnlyFunctionWords({ text }: NameRun, language: string): boolean {
  return toWords(text).every((word) => isNoName(word, language)) && !/^[\p{Lu}’']+$/u.test(text);
}

/** Whether two names have enough of the words around them in common. */
function haveSameNeighbours(
  own: string,
  stated: NameRun,
  { text, found }: { text: string; found: NameRun },
): boolean {
  const neighbours = wordsAround(own, stated);
  const others = new Set(wordsAround(text, found));
  const shared = neighbours.filter((word) => others.has(word)).length;
  return shared >= MIN_SHARED && shared / neighbours.length >= SAME_NEIGHBOURS;
}
