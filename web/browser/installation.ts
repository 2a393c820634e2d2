import type { Installation } from '../../src/interfaces/site/installation.ts';

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
