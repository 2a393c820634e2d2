/** The amount of work for an answer: one search, or several in rounds. */
export const DEPTHS = ['quick', 'deep'] as const;
/** One of them. */
export type Depth = (typeof DEPTHS)[number];

/** The value for a depth; an answer is quick unless its caller asks for more. */
export function byDepth<Choice>(depth: Depth | undefined, choices: Readonly<Record<Depth, Choice>>): Choice {
  return choices[depth ?? 'quick'];
}
