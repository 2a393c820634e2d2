/** How a model is told what to do: `small` has fewer rules, an example, and sources as numbered lines. */
export type PromptProfile = 'full' | 'small';

/** The models below this size get the prompt for small models, in billions of parameters. */
const SMALL_BELOW = 4;

/**
 * The prompt for a model of this name.
 * @param reportedSize the size that its server reports, in billions of parameters; null if it reports none
 */
export function promptProfileFor(name: string, reportedSize: number | null): PromptProfile {
  const size = reportedSize ?? sizeInName(name);
  return size !== null && size < SMALL_BELOW ? 'small' : 'full';
}

/** Sizes in names: `1.5b`, `270M`; a mixture of experts has the size of all of them first: `30b-a3b`. */
const SIZE = /(?<![\p{L}\p{N}.])(?:(\d{1,2})x)?(\d{1,4}(?:\.\d{1,2})?)([bm])(?![\p{L}\p{N}])/iu;
/** Small models whose names have no size, by the beginning of the name, in billions. */
const NAMED: readonly (readonly [name: RegExp, size: number])[] = [
  [/^llama3\.2(?::latest)?$/i, 3.2],
  [/\bphi-?(?:3|3\.5|4)[-:]?mini\b/i, 3.8],
  [/\bsmollm2?(?::latest)?$/i, 1.7],
  [/\btinyllama\b/i, 1.1],
];

/** The number of parameters that the name of a model tells, in billions; null if it tells none. */
export function sizeInName(name: string): number | null {
  const match = SIZE.exec(name);
  if (match === null) return NAMED.find(([pattern]) => pattern.test(name))?.[1] ?? null;
  const [, experts = '1', size, unit = ''] = match;
  return (Number(experts) * Number(size)) / (unit.toLowerCase() === 'm' ? 1000 : 1);
}
