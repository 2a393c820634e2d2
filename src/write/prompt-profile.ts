import { sizeInName } from '../models/model-size.ts';

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
