import { keyIssuers } from './key-issuers.ts';

/** A model as configured. */
export type GivenModel = {
  /** As given, or implied by the other settings; null for none. */
  readonly provider: string | null;
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
  const issuer = keyIssuers.find((each) => key !== null && each.key.test(key));
  const target = baseUrl === null ? API_DOMAINS[provider ?? ''] : domainOf(baseUrl);
  if (issuer === undefined || target === undefined || target === issuer.domain) return null;
  const set = issuer.set.replaceAll('MODEL_', prefix);
  return `${prefix}API_KEY: this is a key of ${issuer.name}, but it would be sent to ${target}; set ${set}.`;
}

/** The domain of a known company that the URL belongs to; undefined for any other URL. */
function domainOf(url: string): string | undefined {
  const host = new URL(url).hostname;
  const domains = [...keyIssuers.map(({ domain }) => domain), ...Object.values(API_DOMAINS)];
  return domains.find((domain) => host === domain || host.endsWith(`.${domain}`));
}
