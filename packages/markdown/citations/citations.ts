import { withoutUnreadable } from '../parse/without-unreadable.ts';
import type { CitationPosition } from './checked-text.ts';
import { CitationScanner } from './citation-scanner.ts';
import type { CitationMove, FindRightSource } from './moved-citations.ts';

/** Normalises the citations in growing Markdown. */
export type CitationFilter = {
  /** Takes the next piece; returns the text that is final, empty while a citation is incomplete. */
  push(piece: string): string;
  /** Ends the text and returns the part that was held back. */
  end(): string;
  /** The citations of the returned text that were changed, in order. */
  readonly moves: readonly CitationMove[];
};

/**
 * A filter for a model's Markdown, which arrives in pieces of any size. The result does not depend on how the
 * text is divided into pieces.
 *
 * Citations in every notation become `[1][2]`. Numbers without a source are removed with the space before
 * them. Link targets after citations and invented lists of definitions are removed, too. Code, fenced or
 * inline, is never changed, except that unreadable characters are left out everywhere. Holds back at most 64
 * characters for a citation, and 1,024 for a line `[1]: ...` or for inline code that is not closed yet. Takes
 * linear time.
 *
 * With `rightSource`, a citation is moved if its source does not support the text before it but another
 * source does. If that other source is already cited in the same place, the citation is left out.
 */
export function createCitationFilter(sourceCount: number, rightSource?: FindRightSource): CitationFilter {
  const scanner = new CitationScanner(sourceCount, rightSource);
  return {
    get moves() {
      return scanner.moves;
    },
    push: (piece) => scanner.read(withoutUnreadable(piece), false),
    end: () => scanner.read('', true),
  };
}

/**
 * The citations in Markdown that the filter has checked, in order. Takes linear time.
 * @param sourceCount how many sources the text may cite; other numbers are not citations
 */
export function citationPositions(checked: string, sourceCount: number): readonly CitationPosition[] {
  const scanner = new CitationScanner(sourceCount);
  scanner.read(checked, true);
  // The filter may change text that was not checked; later places then no longer match.
  return scanner.citations.filter(({ index, from, to }) => checked.slice(from, to) === `[${index}]`);
}
