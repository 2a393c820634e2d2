import type { CitationCount } from './eval-record.ts';

/** A statement with its verdict, as the service and its interface have it. */
export type CitedVerdict = {
  readonly from: number;
  readonly verdict: string;
  readonly quotes: readonly { readonly source: number }[];
};

const CITATION = /\[(\d{1,2})\]/g;

/**
 * Counts how the citations of an answer cover its statements (after T. Gao and others, "Enabling Large
 * Language Models to Generate Text with Citations", https://arxiv.org/abs/2305.14627). A citation belongs to
 * the statement that begins last before it. Statements that were not checked do not count.
 */
export function countCitations(text: string, statements: readonly CitedVerdict[]): CitationCount {
  const count = { statements: 0, supportedAndCited: 0, citations: 0, rightCitations: 0 };
  for (const [at, { from, verdict, quotes }] of statements.entries()) {
    if (verdict === 'not-checked') continue;
    const own = text.slice(from, statements[at + 1]?.from);
    const cited = Array.from(own.matchAll(CITATION), ([, number]) => Number(number));
    const isSupported = verdict === 'supported';
    count.statements++;
    if (isSupported && cited.length > 0) count.supportedAndCited++;
    count.citations += cited.length;
    if (isSupported)
      count.rightCitations += cited.filter((number) => quotes.some(({ source }) => source === number)).length;
  }
  return count;
}
