import { z } from 'zod';
import { DEFAULT_SOURCES, MAX_SOURCES } from '../../core/question.ts';
import { ANY_SCOPE, type Scope } from '../../core/scope.ts';
import { hostIn } from '../http/scope.ts';

/** The number of sources for each size of the search context. */
const SOURCES_OF = { low: 3, medium: DEFAULT_SOURCES, high: MAX_SOURCES } as const;

const DAY_MS = 86_400_000;
const MAX_SITES = 100;
const MAX_HOST_CHARS = 253;

const country = z
  .string()
  .regex(/^[a-z]{2}$/i, { error: 'a country is named by the two letters of ISO 3166-1, such as DE' })
  .nullish();

/** The caller's location; OpenAI's chat interface has the country one level deeper than the others. */
const userLocation = z.object({
  country,
  approximate: z.object({ country }).nullish(),
});

/** `web_search_options` of a chat completion, and the options of the tool `web_search`. */
export const webSearchFields = {
  search_context_size: z.enum(['low', 'medium', 'high']).nullish(),
  user_location: userLocation.nullish(),
} as const;

/** A host name, with a scheme or a path that is ignored. */
const site = z
  .string()
  .max(2 * MAX_HOST_CHARS)
  .transform((text) => hostIn(text).toLowerCase().replace(/\.$/, ''))
  .refine((host) => /^[\p{L}\p{N}.-]{1,253}$/u.test(host), {
    error: 'a site is named by its host, such as example.org',
  });

/** A list of sites. */
export const siteList = z.array(site).max(MAX_SITES);

/** Sites in Perplexity's notation: a leading minus excludes a site. */
export const signedSiteList = z
  .array(z.string().transform((text) => ({ isExcluded: text.startsWith('-'), host: text.replace(/^-/, '') })))
  .max(MAX_SITES)
  .transform((all) => ({
    only: all.filter(({ isExcluded }) => !isExcluded).map(({ host }) => host),
    never: all.filter(({ isExcluded }) => isExcluded).map(({ host }) => host),
  }))
  .pipe(z.object({ only: siteList, never: siteList }));

/** A caller's options for the search. */
export type SearchOptions = z.infer<z.ZodObject<typeof webSearchFields>> & {
  readonly sites?: Scope['sites'];
  readonly since?: string | null;
  readonly until?: string | null;
};

/** The number of sources and the scope for these options, in a collection if one is chosen. */
export function toSearch(
  options: SearchOptions,
  collection?: string,
): { readonly maxSources: number; readonly scope: Scope } {
  const { search_context_size: size, user_location: location, sites, since, until } = options;
  const named = location?.country ?? location?.approximate?.country ?? null;
  return {
    maxSources: SOURCES_OF[size ?? 'high'],
    scope: {
      ...ANY_SCOPE,
      country: named?.toUpperCase() ?? null,
      since: since ?? null,
      until: until ?? null,
      sites: sites ?? ANY_SCOPE.sites,
      ...(collection !== undefined && { collection }),
    },
  };
}

/** The periods of Perplexity's `search_recency_filter`, in days. */
const DAYS_OF = { hour: 1, day: 1, week: 7, month: 31, year: 366 } as const;

/** The first day of a period, as an ISO 8601 date. */
export function sinceOf(period: keyof typeof DAYS_OF, today: Date): string {
  return new Date(today.getTime() - DAYS_OF[period] * DAY_MS).toISOString().slice(0, 10);
}

/** `search_recency_filter` of Perplexity. */
export const recency = z.enum(['hour', 'day', 'week', 'month', 'year']);

/** A day in Perplexity's notation, `11/22/2026`, converted to an ISO 8601 date. */
export const slashedDay = z
  .string()
  .regex(/^\d{1,2}\/\d{1,2}\/\d{4}$/, { error: 'a day is written as month/day/year' })
  .transform((text) => {
    const [month = '', day = '', year = ''] = text.split('/');
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  })
  .refine((day) => !Number.isNaN(Date.parse(day)), { error: 'there is no such day' });

/** Perplexity's filters, in a chat completion and in its tool. */
export const searchFilters = {
  search_domain_filter: signedSiteList.nullish(),
  search_recency_filter: recency.nullish(),
  search_after_date_filter: slashedDay.nullish(),
  search_before_date_filter: slashedDay.nullish(),
} as const;

/** The limits that these filters set. */
export function toLimits(
  filters: z.infer<z.ZodObject<typeof searchFilters>>,
  today: Date,
): Pick<SearchOptions, 'sites' | 'since' | 'until'> {
  const { search_domain_filter: sites, search_recency_filter: period } = filters;
  return {
    ...(sites && { sites }),
    since: filters.search_after_date_filter ?? (period ? sinceOf(period, today) : null),
    until: filters.search_before_date_filter ?? null,
  };
}
