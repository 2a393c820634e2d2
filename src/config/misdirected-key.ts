/** An issuer whose keys can be recognised by their prefix. */
type KeyIssuer = {
  readonly name: string;
  readonly key: RegExp;
  /** The domain its keys are for, including subdomains. */
  readonly domain: string;
  /**
   * The settings that send the key to its provider, in words that follow "set". `MODEL_` is replaced by the
   * prefix of the model that has the key.
   */
  readonly set: string;
};

const provider = (name: string) => `MODEL_PROVIDER=${name}`;
const baseUrl = (url: string) => `MODEL_PROVIDER=openai-compatible, MODEL_BASE_URL=${url} and MODEL_NAME`;

/** Prefixes as the issuers document them (November 2026). Mistral's keys have no prefix. */
const keyIssuers: readonly KeyIssuer[] = [
  { name: 'Anthropic', key: /^sk-ant-/, domain: 'anthropic.com', set: provider('anthropic') },
  { name: 'Google', key: /^AIza[\w-]{35}$/, domain: 'googleapis.com', set: provider('google') },
  {
    name: 'OpenRouter',
    key: /^sk-or-/,
    domain: 'openrouter.ai',
    set: baseUrl('https://openrouter.ai/api/v1'),
  },
  { name: 'Groq', key: /^gsk_/, domain: 'groq.com', set: baseUrl('https://api.groq.com/openai/v1') },
  { name: 'xAI', key: /^xai-/, domain: 'x.ai', set: baseUrl('https://api.x.ai/v1') },
  {
    name: 'Perplexity',
    key: /^pplx-/,
    domain: 'perplexity.ai',
    set: baseUrl('https://api.perplexity.ai'),
  },
  {
    name: 'Hugging Face',
    key: /^hf_/,
    domain: 'huggingface.co',
    set: baseUrl('https://router.huggingface.co/v1'),
  },
  {
    name: 'NVIDIA',
    key: /^nvapi-/,
    domain: 'nvidia.com',
    set: baseUrl('https://integrate.api.nvidia.com/v1'),
  },
  { name: 'Cerebras', key: /^csk-/, domain: 'cerebras.ai', set: baseUrl('https://api.cerebras.ai/v1') },
  {
    name: 'Fireworks',
    key: /^fw_/,
    domain: 'fireworks.ai',
    set: baseUrl('https://api.fireworks.ai/inference/v1'),
  },
  { name: 'Together', key: /^tgp_v1_/, domain: 'together.xyz', set: baseUrl('https://api.together.xyz/v1') },
  {
    name: 'OpenAI',
    key: /^sk-(?:proj|svcacct|admin)-/,
    domain: 'openai.com',
    set: provider('openai'),
  },
  {
    name: 'Tavily',
    key: /^tvly-/,
    domain: 'tavily.com',
    set: 'SEARCH_PRIMARY_KIND=tavily and SEARCH_PRIMARY_KEY, because Tavily only searches',
  },
];

/** A model as configured. */
export type GivenModel = {
  /** The provider as given, or implied by the other settings; null for none. */
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
