import { DEFAULT_SOURCES, MOST_SOURCES, type Question } from './terms.ts';

/** The amount of work for an answer: one search, or several in rounds. */
export const DEPTHS = ['quick', 'deep'] as const;
/** One of them. */
export type Depth = (typeof DEPTHS)[number];

/** The longest time for an answer of each depth, in milliseconds. */
export type DepthDeadlines = { readonly quickMs: number; readonly deepMs: number };

/** The fields of a question that depend on its depth, which is quick unless its caller asks for more. */
export function inDepth(
  depth: Depth | null | undefined,
  { quickMs, deepMs }: DepthDeadlines,
): Pick<Question, 'depth' | 'deadlineMs' | 'maxSources'> {
  if (depth !== 'deep') return { deadlineMs: quickMs, maxSources: DEFAULT_SOURCES };
  return { depth, deadlineMs: deepMs, maxSources: MOST_SOURCES };
}
