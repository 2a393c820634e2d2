/**
 * The documented addresses of the hosted search services. Each needs a key. An operator may configure another
 * address, such as a proxy's; if it has no path, the path from here is added.
 */
export const searchServices = {
  brave: 'https://api.search.brave.com/res/v1/web/search',
  tavily: 'https://api.tavily.com/search',
  exa: 'https://api.exa.ai/search',
  serper: 'https://google.serper.dev/search',
  'google-pse': 'https://www.googleapis.com/customsearch/v1',
  mojeek: 'https://api.mojeek.com/search',
  marginalia: 'https://api2.marginalia-search.com/search',
} as const;

/** A hosted search service, identified by its kind. */
export type SearchService = keyof typeof searchServices;

/** True for kinds that are hosted services, which need a key. */
export function isSearchService(kind: string): kind is SearchService {
  return Object.hasOwn(searchServices, kind);
}
