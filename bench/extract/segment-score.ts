import type { F1 } from './shingle-score.ts';

/** Segments of one page that must and must not be in its text. */
export type Segments = { readonly with: readonly string[]; readonly without: readonly string[] };

/** Counts of segments: correctly present, wrongly present, missed. */
export type SegmentCounts = { readonly found: number; readonly wrong: number; readonly missed: number };

/** Which segments a text contains, ignoring white space, as trafilatura's evaluation counts them. */
export function scoreSegments(segments: Segments, got: string): SegmentCounts {
  const text = withSingleBlanks(got);
  const holds = (segment: string) => text !== '' && text.includes(withSingleBlanks(segment));
  const found = segments.with.filter(holds).length;
  return { found, wrong: segments.without.filter(holds).length, missed: segments.with.length - found };
}

/** Precision, recall and F1 over the segments of all pages. */
export function overAllSegments(pages: readonly SegmentCounts[]): F1 {
  const sum = (key: keyof SegmentCounts) => pages.reduce((total, page) => total + page[key], 0);
  const [found, wrong, missed] = [sum('found'), sum('wrong'), sum('missed')];
  return {
    precision: found / (found + wrong),
    recall: found / (found + missed),
    f1: (2 * found) / (2 * found + wrong + missed),
  };
}

function withSingleBlanks(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
