import { z } from 'zod';
import type { Scope } from '../../core/scope.ts';
import type { SCOPE_PARAMETER_NAMES } from '../http/scope-of-parameters.ts';
import {
  MAX_SITES,
  SCOPE_FIELDS,
  SCOPE_PARAMETERS,
  TIME_RANGES,
  toScope,
  type WantedScope,
} from '../http/wanted-scope.ts';

const ABOUT = {
  language:
    'Language of the results: a BCP 47 tag such as `de` or `pt-BR`, or `auto` for that of the question.',
  country: 'Country of the results: an ISO 3166-1 code of two letters.',
  since: 'The earliest day of publication to accept.',
  until: 'The latest such day.',
  timeRange: 'The age of pages, instead of `since` and `until`.',
  only: `Host names of the only sites to use, with their subdomains; at most ${MAX_SITES}.`,
  never: `Host names of sites to leave out, with their subdomains; at most ${MAX_SITES}.`,
} as const satisfies Record<keyof WantedScope, string>;

const word = (name: string, description: string, more: object = {}) =>
  z
    .string({ error: `${name} must be a string.` })
    .optional()
    .meta({ description, ...more });
const isDay = { format: 'date', examples: ['2026-01-31'] };
const isRange = { enum: [...TIME_RANGES.keys()] };

const sites = (name: string, description: string) =>
  z
    .array(z.string(), { error: `${name} must be a list of host names such as example.org.` })
    .optional()
    .meta({ description, maxItems: MAX_SITES });

/** The fields of a JSON body that limit the sources of an answer. */
export const scopeFields = {
  language: word(SCOPE_FIELDS.language, ABOUT.language),
  country: word(SCOPE_FIELDS.country, ABOUT.country),
  since: word(SCOPE_FIELDS.since, ABOUT.since, isDay),
  until: word(SCOPE_FIELDS.until, ABOUT.until, isDay),
  time_range: word(SCOPE_FIELDS.timeRange, ABOUT.timeRange, isRange),
  sites: z
    .object(
      { only: sites(SCOPE_FIELDS.only, ABOUT.only), never: sites(SCOPE_FIELDS.never, ABOUT.never) },
      { error: 'The field `sites` must be an object with `only` or `never`.' },
    )
    .optional()
    .meta({ description: 'Sites to use or to leave out.' }),
} as const;

/** These limits as parameters of a query string, which `scopeOfParameters` reads. */
export const scopeParameters = {
  language: word(SCOPE_PARAMETERS.language, ABOUT.language),
  country: word(SCOPE_PARAMETERS.country, ABOUT.country),
  since: word(SCOPE_PARAMETERS.since, ABOUT.since, isDay),
  until: word(SCOPE_PARAMETERS.until, ABOUT.until, isDay),
  time_range: word(SCOPE_PARAMETERS.timeRange, ABOUT.timeRange, isRange),
  only_sites: word(SCOPE_PARAMETERS.only, `${ABOUT.only} Separated by commas.`),
  never_sites: word(SCOPE_PARAMETERS.never, `${ABOUT.never} Separated by commas.`),
} as const satisfies Record<(typeof SCOPE_PARAMETER_NAMES)[number], z.ZodType>;

/**
 * The scope in a body.
 * @throws Failure `invalid-question` that names a wrong field
 */
export function scopeOfBody(body: z.infer<z.ZodObject<typeof scopeFields>>): Scope {
  const { language, country, since, until, time_range: timeRange, sites: wanted } = body;
  const { only, never } = wanted ?? {};
  return toScope({ language, country, since, until, timeRange, only, never }, SCOPE_FIELDS);
}
