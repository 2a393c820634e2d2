import { type BackendName, endpointOf } from '../search/engines/registry.ts';
import issuers from './key-issuers.json' with { type: 'json' };

/** An issuer whose keys can be recognised by their prefix. */
export type KeyIssuer = {
  readonly name: string;
  readonly key: RegExp;
  /** The domain its keys are for, including subdomains. */
  readonly domain: string;
  /**
   * The settings to use the key for the issuer's models, in words that follow "set". `MODEL_` is replaced by
   * the prefix of the model that has the key. Null if the issuer has no model.
   */
  readonly asModel: string | null;
  /** The kind of slot that searches with the key. */
  readonly asSearch?: BackendName;
};

/**
 * As the issuers document them (November 2026). Brave documents none, but all its keys have this one. An
 * issuer of models has its own `provider`, or the base URL of an API like OpenAI's.
 */
const keyIssuers: readonly KeyIssuer[] = issuers.map(
  ({ name, key, domain, provider, baseUrl, asSearch }) => ({
    name,
    key: new RegExp(key),
    domain,
    asModel: modelSettings(provider, baseUrl),
    ...(asSearch !== undefined && { asSearch: asSearch as BackendName }),
  }),
);

function modelSettings(provider: string | undefined, baseUrl: string | undefined): string | null {
  if (provider !== undefined) return `MODEL_PROVIDER=${provider}`;
  if (baseUrl === undefined) return null;
  return `MODEL_PROVIDER=openai-compatible, MODEL_BASE_URL=${baseUrl} and MODEL_NAME`;
}

/** Domains of other companies that receive keys, whose own keys have no known prefix. */
const OTHER_DOMAINS = [
  'mistral.ai',
  'exa.ai',
  'serper.dev',
  'mojeek.com',
  'marginalia-search.com',
  'parallel.ai',
  'ollama.com',
  'linkup.so',
  'kagi.com',
] as const;

/** The company that issued the key, if its prefix tells. */
export function issuerOf(key: string | null): KeyIssuer | undefined {
  return keyIssuers.find((issuer) => key !== null && issuer.key.test(key));
}

/** The domain of a known company that the URL belongs to; undefined for any other URL, such as a proxy's. */
export function companyOf(url: string): string | undefined {
  const host = new URL(url).hostname;
  const domains = [...keyIssuers.map(({ domain }) => domain), ...OTHER_DOMAINS];
  return domains.find((domain) => host === domain || host.endsWith(`.${domain}`));
}

/** The settings to search with a key of this kind, in words that follow "set"; `name` is their prefix. */
export function settingsInWords(kind: BackendName, name: string): string {
  const address = kind === 'google-pse' ? ` and ${name}_URL=${endpointOf(kind)}?cx=ENGINE` : '';
  return `${name}_KIND=${kind}${address}`;
}
