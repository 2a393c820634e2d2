import type { Permits } from '../admission/permits.ts';
import type { PagePolicy } from './page-policy.ts';
import { PageProblem } from './page-problem.ts';
import { type FetchedPage, type PageConnection, type VisitOptions, visitPage } from './page-visit.ts';

const MAX_REDIRECTS = 5;

/** Makes the function that follows the redirects from a URL to the page. */
export function createRedirectFollower(
  limits: VisitOptions,
  { policy, permits }: { readonly policy: PagePolicy; readonly permits: Permits },
) {
  /** One request of a redirect chain, once its host has a free permit. */
  async function visit(
    url: URL,
    connection: PageConnection,
    signal: AbortSignal,
  ): Promise<FetchedPage | URL> {
    const whyNot = policy.whyNot(url);
    if (whyNot !== null) throw new PageProblem(whyNot);
    const release = await permits.take(url.hostname, signal);
    try {
      return await visitPage(url, { ...limits, ...connection }, signal);
    } finally {
      release();
    }
  }

  return async (url: URL, connection: PageConnection, signal: AbortSignal): Promise<FetchedPage> => {
    let nextUrl = url;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const scripted = redirects === 0 ? connection.scripted : undefined;
      const pageOrUrl = await visit(nextUrl, { ...connection, scripted }, signal);
      if (!(pageOrUrl instanceof URL)) return pageOrUrl;
      nextUrl = pageOrUrl;
    }
    throw new PageProblem(`it redirects more than ${MAX_REDIRECTS} times`);
  };
}
