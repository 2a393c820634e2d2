import type { CitationFilter } from '../citations/citations.ts';
import { withoutUnreadable } from '../parse/without-unreadable.ts';
import { type AnswerLinks, type LinkHosts, linkHostsOf } from './link-hosts.ts';
import { PolicyScanner } from './policy-scanner.ts';

/** Makes growing Markdown harmless, in every program that renders it. */
export type OutputPolicy = {
  /** Takes the next piece and returns the text that is final now; may be empty while markup is incomplete. */
  push(piece: string): string;
  /** Ends the text and returns the part that was held back. */
  end(): string;
  /** The place in the returned text of a place in the given text; null if that is held back. */
  placeOf(at: number): number | null;
};

/**
 * The output policy: Markdown that neither loads anything nor runs anything nor leads to another host than
 * the given ones, whichever CommonMark parser renders it, also with raw HTML. The words stay.
 *
 * - Images become their alternative text.
 * - What could be read as an element of HTML is escaped, so that it is shown as text.
 * - A link to another host becomes its text, with the address as code behind it. So does a bare address.
 * - A link whose text is only digits and signs, or an address with another host, becomes its text.
 * - Link definitions become text.
 *
 * Code, fenced, indented or inline, keeps its characters; a code block or inline code that parsers read
 * differently is written so that they agree. The result does not depend on how the text is divided into
 * pieces, and is unchanged if it is given again. Holds back what may become markup: at most 2,500 characters
 * of a link, 1,024 of inline code that is not closed, and a few of anything else. Takes linear time.
 */
export function createOutputPolicy(hosts: LinkHosts): OutputPolicy {
  const scanner = new PolicyScanner(hosts);
  let pendingCr = '';
  return {
    push(piece) {
      const text = pendingCr + piece;
      // A line feed may follow.
      pendingCr = text.endsWith('\r') ? '\r' : '';
      return scanner.read(plainLines(text.slice(0, text.length - pendingCr.length)), false);
    },
    end: () => scanner.read(plainLines(pendingCr), true),
    placeOf: (at) => scanner.placeOf(at),
  };
}

/** Applies the output policy to the whole text of an answer with these sources. */
type SanitizeMarkdown = (markdown: string, sources: readonly { readonly url: string }[]) => string;

/** Creates the function that returns the whole text of an answer after the output policy. */
export function createMarkdownSanitizer(links: AnswerLinks): SanitizeMarkdown {
  return (markdown, sources) => {
    const policy = createOutputPolicy(linkHostsOf(links, sources));
    return policy.push(markdown) + policy.end();
  };
}

/** With the line breaks that the scanner knows, which have the same meaning for every parser. */
function plainLines(text: string): string {
  return withoutUnreadable(text).replaceAll(/\r\n?/g, '\n');
}

/** The filter for an answer: citations before the policy, as removals can bring markup together. */
export function createAnswerFilter(citations: CitationFilter, policy: OutputPolicy): CitationFilter {
  return {
    get moves() {
      return citations.moves.flatMap((move) => {
        const at = policy.placeOf(move.at);
        return at === null ? [] : [{ ...move, at }];
      });
    },
    push: (piece) => policy.push(citations.push(piece)),
    end: () => policy.push(citations.end()) + policy.end(),
  };
}
