import type { Installation } from '../../src/interfaces/site/built-site.ts';

/** The installation that the page was built for; the service marks every other one in its HTML. */
export const USUAL_INSTALLATION: Installation = { searches: 'web', writes: 'model' };

const SEARCHES = ['documents', 'both', 'wikipedia'] as const;

/** What this installation searches and who writes its answers. */
export function installation(): Installation {
  const { searches, writes } = document.documentElement.dataset;
  return {
    searches: SEARCHES.find((each) => each === searches) ?? 'web',
    writes: writes === 'quotes' || writes === 'nothing' ? writes : 'model',
  };
}

/**
 * The example questions that the service put into the page because it can answer them; null if there are none
 * and the page shows its own.
 */
export function examplesOfService(): readonly string[] | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="sayso-examples"]')?.content;
  if (content === undefined) return null;
  const examples: unknown = JSON.parse(content);
  return Array.isArray(examples) ? examples.filter((each) => typeof each === 'string') : null;
}
