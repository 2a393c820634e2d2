/**
 * The documented addresses of the hosted search services. All but the keyless ones need a key. An operator
 * may configure another address, such as a proxy's; if it has no path, the path from here is added.
 */
export const searchServices = {
  brave: 'https://api.search.brave.com/res/v1/web/search',
  'brave-context': 'https://api.search.brave.com/res/v1/llm/context',
  tavily: 'https://api.tavily.com/search',
  exa: 'https://api.exa.ai/search',
  serper: 'https://google.serper.dev/search',
  'google-pse': 'https://www.googleapis.com/customsearch/v1',
  mojeek: 'https://api.mojeek.com/search',
  marginalia: 'https://api2.marginalia-search.com/search',
  parallel: 'https://api.parallel.ai/v1beta/search',
  firecrawl: 'https://api.firecrawl.dev/v2/search',
  ollama: 'https://ollama.com/api/web_search',
  linkup: 'https://api.linkup.so/v1/search',
  kagi: 'https://kagi.com/api/v1/search',
  jina: 'https://s.jina.ai/',
} as const;

/** The MCP servers of hosted services that answer without a key, at a lower rate. */
const keylessServers: Readonly<Partial<Record<SearchService, string>>> = {
  parallel: 'https://search.parallel.ai/mcp',
  exa: 'https://mcp.exa.ai/mcp',
  firecrawl: 'https://mcp.firecrawl.dev/v2/mcp',
};

/** A hosted search service, identified by its kind. */
export type SearchService = keyof typeof searchServices;

/** True for kinds that are hosted services. */
export function isSearchService(kind: string): kind is SearchService {
  return Object.hasOwn(searchServices, kind);
}

/** True for a hosted service that can be used only with a key. */
export function needsKey(service: SearchService): boolean {
  return keylessServers[service] === undefined;
}

/** The usual address of a hosted service: its API, or its MCP server if there is no key for the API. */
export function addressOfService(service: SearchService, key: string | null): string {
  return (key === null ? keylessServers[service] : undefined) ?? searchServices[service];
}
