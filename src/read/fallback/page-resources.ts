import { type Caller, unnamedCaller } from '../../core/run.ts';
import { createAddressCheck } from '../../net/page-connect.ts';
import { createPageFetch, type PageFetch, type PageFetchOptions } from '../../net/page-fetch.ts';

/** What fetches for one page in a browser. */
type ResourcesOfPage = Pick<PageFetch, 'fetch'> & {
  /** Whether the page itself is public. */
  readonly isPublic: boolean;
};

/**
 * Chooses what fetches for pages in a browser. Scripts can send what they read to anybody. So a public page
 * gets public resources only. A page that `PAGE_ALLOW` permits also gets, from its own host, what is at
 * permitted addresses; nothing of that host may come from a public address, because a host of a stranger
 * could change its address after its page was loaded (DNS rebinding).
 */
export function createPageResources(options: PageFetchOptions) {
  const { allow, resolve, proxy } = options;
  const onlyPublic = createPageFetch({ ...options, allow: [] });
  const onlyAllowed = createPageFetch({ ...options, ports: [] });
  const checkAddress = createAddressCheck(resolve);
  return {
    /** Rejects only with the signal's reason. */
    async for(
      pageUrl: string,
      signal: AbortSignal,
      caller: Caller = unnamedCaller(),
    ): Promise<ResourcesOfPage> {
      // A proxy that looks up names decides itself which addresses are reached.
      const isPublic =
        allow.length === 0 || proxy?.resolves === true || (await checkAddress(pageUrl, signal)) === null;
      const host = URL.parse(pageUrl)?.hostname;
      const isOwn = (url: string) => !isPublic && URL.parse(url)?.hostname === host;
      return {
        fetch: (url, given, purpose) =>
          (isOwn(url) ? onlyAllowed : onlyPublic).fetch(url, given, { ...purpose, caller }),
        isPublic,
      };
    },
    close: async () => {
      await Promise.all([onlyPublic.close(), onlyAllowed.close()]);
    },
  };
}
