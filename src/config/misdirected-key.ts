import { endpointOf } from '../search/engines/registry.ts';
import { companyOf, issuerOf, type KeyIssuer, settingsInWords } from './key-issuers.ts';

/** A model as configured. */
export type GivenModel = {
  /** The provider as given, or implied by the other settings; null for none. */
  readonly provider: string | null;
  /** Null for none. */
  readonly key: string | null;
  /** Null for the provider's usual API. */
  readonly baseUrl: string | null;
};

/** The domain that each provider calls without a base URL. Providers on this machine are omitted. */
const API_DOMAINS: Readonly<Record<string, string>> = {
  'openai-compatible': 'openai.com',
  openai: 'openai.com',
  anthropic: 'anthropic.com',
  google: 'googleapis.com',
  mistral: 'mistral.ai',
};

/**
 * The error for a key that would be sent to a company other than its issuer; null if there is none, or if the
 * address may be a proxy that accepts any key. `prefix` is the prefix of the names of the model's settings.
 * The message never contains the key.
 */
export function misdirectedKey(
  { provider, key, baseUrl }: GivenModel,
  prefix: 'MODEL_' | 'MODEL_FALLBACK_',
): string | null {
  const issuer = issuerOf(key);
  const target = baseUrl === null ? API_DOMAINS[provider ?? ''] : companyOf(baseUrl);
  if (issuer === undefined || target === undefined || target === issuer.domain) return null;
  const set = issuer.asModel?.replaceAll('MODEL_', prefix) ?? forSearching(issuer);
  return `${prefix}API_KEY: this is a key of ${issuer.name}, but it would be sent to ${target}; set ${set}.`;
}

function forSearching({ name, asSearch }: KeyIssuer): string {
  return `SEARCH_PRIMARY_KIND=${asSearch} and SEARCH_PRIMARY_KEY, because ${name} only searches`;
}

/** The settings of one slot that has an address. */
export type KeyedSlot = { readonly kind: string; readonly url: string; readonly key: string | null };

/**
 * The error for a key that a slot would send to a company other than its issuer; null if there is none, or if
 * the address may be a proxy that accepts any key. `name` is the prefix of the slot's settings:
 * `SEARCH_PRIMARY`. The message never contains the key.
 */
export function misdirectedSearchKey({ kind, url, key }: KeyedSlot, name: string): string | null {
  const issuer = issuerOf(key);
  const target = companyOf(url);
  if (
    issuer === undefined ||
    endpointOf(kind) === undefined ||
    target === undefined ||
    target === issuer.domain
  )
    return null;
  const advice =
    issuer.asSearch === undefined ? forWriting(issuer) : `set ${settingsInWords(issuer.asSearch, name)}`;
  return `${name}_KEY: this is a key of ${issuer.name}, but it would be sent to ${target}; ${advice}.`;
}

function forWriting({ name, asModel }: KeyIssuer): string {
  return `use it as MODEL_API_KEY with ${asModel}, because Sayso cannot search with a key of ${name}`;
}
