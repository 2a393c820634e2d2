import { createRightSource } from '../../src/lib/verdicts/right-source.ts';
import { type LabelledClaim, sourceOf } from './claims.ts';

/** The maximum number of sources of one question. */
const MAX_SOURCES = 10;

/**
 * The outcome for citations: `right` ones cite the text that people found to support the claim, `wrong` ones
 * another text that was given for the same question.
 */
export type MovedCitations = {
  readonly right: { readonly all: number; readonly moved: number };
  readonly wrong: { readonly all: number; readonly fixed: number; readonly movedElsewhere: number };
};

/** For each supported claim that is based on one text, cites each source of its question. */
export function moveCitations(claims: readonly LabelledClaim[]): MovedCitations {
  const right = { all: 0, moved: 0 };
  const wrong = { all: 0, fixed: 0, movedElsewhere: 0 };
  for (const claim of claims) {
    const [own = ''] = claim.references;
    if (!claim.isSupported || claim.references.length !== 1) continue;
    const others = claims
      .filter(({ set, topic }) => set === claim.set && topic === claim.topic)
      .flatMap(({ references }) => references);
    const texts = [...new Set([own, ...others])].slice(0, MAX_SOURCES);
    if (texts.length < 2) continue;
    const rightSource = createRightSource(
      texts.map((text, at) => sourceOf([text], at + 1)),
      'en',
    );
    right.all++;
    if (rightSource(claim.text, 1) !== 1) right.moved++;
    for (let cited = 2; cited <= texts.length; cited++) {
      const now = rightSource(claim.text, cited);
      wrong.all++;
      if (now === 1) wrong.fixed++;
      else if (now !== cited) wrong.movedElsewhere++;
    }
  }
  return { right, wrong };
}
