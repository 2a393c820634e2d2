import type { InterfaceDeps } from '../http/interface-deps.ts';

/**
 * SearXNG's `GET /config`, which programs read to learn what they can ask for: one category, and the slots of
 * the search as engines, without their addresses. Parts of SearXNG that Sayso does not have are empty.
 */
export function searxngConfig({ status, readiness }: Pick<InterfaceDeps, 'status' | 'readiness'>) {
  const categories = ['general'];
  return {
    categories,
    engines: readiness().slots.map(({ engine, state }) => ({
      name: engine,
      categories,
      shortcut: engine,
      enabled: state !== 'open',
      paging: false,
      language_support: true,
      languages: [],
      regions: [],
      safesearch: false,
      time_range_support: true,
    })),
    plugins: [],
    instance_name: 'Sayso',
    locales: {},
    default_locale: '',
    autocomplete: '',
    safe_search: 0,
    default_theme: '',
    version: status().version,
    brand: {},
    limiter: { enabled: false },
    doi_resolvers: [],
    default_doi_resolver: '',
    public_instance: false,
  };
}
