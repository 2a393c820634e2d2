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
    async for(pageUrl: string, signal: AbortSignal): Promise<ResourcesOfPage> {
      // A proxy that looks up names decides itself which addresses are reached.
      const isPublic =
        allow.length === 0 || proxy?.resolves === true || (await checkAddress(pageUrl, signal)) === null;
      if (isPublic) return { ...onlyPublic, isPublic };
      const isOwn = (url: string) => URL.canParse(url) && hostOf(url) === hostOf(pageUrl);
      return {
        fetch: (url, ...rest) => (isOwn(url) ? onlyAllowed : onlyPublic).fetch(url, ...rest),
        isPublic,
      };
    },
    close: async () => {
      await Promise.all([onlyPublic.close(), onlyAllowed.close()]);
    },
  };
}

function hostOf(url: string): string {
  return new URL(url).hostname;
}
