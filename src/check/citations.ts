import { CitationScanner } from './citation-scanner.ts';

/** Brings the citations in growing Markdown into one form. */
export type CitationFilter = {
  /** Takes the next piece and returns what is certain by now; may be empty while a citation is not whole. */
  push(piece: string): string;
  /** No more comes: returns what was held back. */
  end(): string;
};

/**
 * A filter over a model's Markdown as it comes, in pieces of any size; how the text is cut does not change the result.
 *
 * Citations in every spelling come out as `[1][2]`; numbers without a source disappear with the blank before them; link
 * targets behind citations and invented lists of definitions are dropped. Code, fenced or inline, is never changed.
 * Held back are at most 64 characters for a citation, 1,024 for a line `[1]: ...` and for inline code that is not closed yet.
 * The time is linear in the text.
 */
export function createCitationFilter(sourceCount: number): CitationFilter {
  const scanner = new CitationScanner(sourceCount);
  return {
    push: (piece) => scanner.read(piece, false),
    end: () => scanner.read('', true),
  };
}
