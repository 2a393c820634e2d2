import { z } from 'zod';
import { SAFE_SEARCH_LEVELS, type Scope } from '../../core/scope.ts';
import {
  MAX_SITES,
  type NameScopePart,
  SCOPE_FIELDS,
  SCOPE_PARAMETERS,
  TIME_RANGES,
  toScope,
} from '../http/scope.ts';
import type { ScopeParameters } from '../http/scope-parameters.ts';

const ABOUT_ONLY = `Host names of the only sites to use, with their subdomains; at most ${MAX_SITES}.`;
const ABOUT_NEVER = `Host names of sites to leave out, with their subdomains; at most ${MAX_SITES}.`;
const ABOUT_PREFER = `Host names of sites whose pages come first; at most ${MAX_SITES}.`;

const word = (name: string, description: string, more: object = {}) =>
  z
    .string({ error: `${name} must be a string.` })
    .optional()
    .meta({ description, ...more });
const sites = (name: string, description: string) =>
  z
    .array(z.string(), { error: `${name} must be a list of host names such as example.org.` })
    .optional()
    .meta({ description, maxItems: MAX_SITES });

function textFields(nameOf: NameScopePart) {
  const aboutLanguage =
    'Language of the results: a BCP 47 tag such as `de` or `pt-BR`, or `auto` for that of the question.';
  const day = { format: 'date', examples: ['2026-01-31'] };
  return {
    language: word(nameOf('language'), aboutLanguage),
    country: word(nameOf('country'), 'Country of the results: an ISO 3166-1 code of two letters.'),
    since: word(nameOf('since'), 'The earliest day of publication to accept.', day),
    until: word(nameOf('until'), 'The latest such day.', day),
    time_range: word(nameOf('timeRange'), 'The age of pages, instead of `since` and `until`.', {
      enum: [...TIME_RANGES.keys()],
    }),
    safe_search: word(nameOf('safeSearch'), 'How strictly results for adults are left out.', {
      enum: SAFE_SEARCH_LEVELS,
    }),
  } as const;
}

/** The fields of a JSON body that limit the sources of an answer. */
export const scopeFields = {
  ...textFields(SCOPE_FIELDS),
  sites: z
    .object(
      {
        only: sites(SCOPE_FIELDS('only'), ABOUT_ONLY),
        never: sites(SCOPE_FIELDS('never'), ABOUT_NEVER),
        prefer: sites(SCOPE_FIELDS('prefer'), ABOUT_PREFER),
      },
      { error: 'The field `sites` must be an object with `only`, `never` or `prefer`.' },
    )
    .optional()
    .meta({ description: 'Sites to use, to leave out or to prefer.' }),
} as const;

/** These limits as parameters of a query string, which `scopeOfParameters` reads. */
export const scopeParameters = {
  ...textFields(SCOPE_PARAMETERS),
  only_sites: word(SCOPE_PARAMETERS('only'), `${ABOUT_ONLY} Separated by commas.`),
  never_sites: word(SCOPE_PARAMETERS('never'), `${ABOUT_NEVER} Separated by commas.`),
  prefer_sites: word(SCOPE_PARAMETERS('prefer'), `${ABOUT_PREFER} Separated by commas.`),
} as const satisfies Record<keyof ScopeParameters, z.ZodType>;

/**
 * The scope in a body.
 * @throws Failure `invalid-question` that names a wrong field
 */
export function scopeOfBody(body: z.infer<z.ZodObject<typeof scopeFields>>): Scope {
  const { time_range: timeRange, safe_search: safeSearch, sites: wantedSites, ...words } = body;
  return toScope({ ...words, timeRange, safeSearch, ...wantedSites }, SCOPE_FIELDS);
}
