import { keyIssuers } from './key-issuers.ts';

/** A model as the settings give it. */
export type GivenModel = {
  /** As it was given or follows from the other settings; null for none. */
  readonly provider: string | null;
  readonly key: string | null;
  /** Null for the provider's own API. */
  readonly baseUrl: string | null;
};

/** Whose API each provider calls without a base URL. One that runs on this machine is in no danger. */
const API_DOMAINS: Readonly<Record<string, string>> = {
  'openai-compatible': 'openai.com',
  openai: 'openai.com',
  anthropic: 'anthropic.com',
  google: 'googleapis.com',
  mistral: 'mistral.ai',
};

/**
 * What is wrong with a key that would be sent to another company than the one that issued it; null where nothing is, or
 * where the address may be a proxy that takes any key. `prefix` is what the model's settings begin with. The key itself
 * is never part of the message.
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

/** The domain of a known company that the URL belongs to; undefined for any other. */
function domainOf(url: string): string | undefined {
  const host = new URL(url).hostname;
  const domains = [...keyIssuers.map(({ domain }) => domain), ...Object.values(API_DOMAINS)];
  return domains.find((domain) => host === domain || host.endsWith(`.${domain}`));
}
