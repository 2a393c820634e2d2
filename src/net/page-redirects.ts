import type { Permits } from '../admission/permits.ts';
import type { ActiveFetch } from './active-fetches.ts';
import type { PagePolicy } from './page-policy.ts';
import { PageProblem } from './page-problem.ts';
import { type FetchedPage, type VisitOptions, visitPage } from './page-visit.ts';

const MAX_REDIRECTS = 5;

/** Makes the function that follows the redirects from a URL to the page. */
export function createRedirectFollower(
  limits: Omit<VisitOptions, 'reserve'>,
  { policy, permits }: { readonly policy: PagePolicy; readonly permits: Permits },
) {
  /** One request of a redirect chain, once its host has a free permit. */
  async function visit(active: ActiveFetch, url: URL, signal: AbortSignal): Promise<FetchedPage | URL> {
    const { agent, reserve } = active;
    const whyNot = policy.whyNot(url);
    if (whyNot !== null) throw new PageProblem(whyNot);
    active.awaitedHost = url.hostname;
    const release = await permits.take(url.hostname, signal);
    active.awaitedHost = null;
    try {
      return await visitPage(url, { ...limits, agent, reserve }, signal);
    } finally {
      release();
    }
  }

  return async (active: ActiveFetch, url: URL, signal: AbortSignal): Promise<FetchedPage> => {
    let nextUrl = url;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const pageOrUrl = await visit(active, nextUrl, signal);
      if (!(pageOrUrl instanceof URL)) return pageOrUrl;
      nextUrl = pageOrUrl;
    }
    throw new PageProblem(`it redirects more than ${MAX_REDIRECTS} times`);
  };
}
