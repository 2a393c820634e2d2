import { type SearchService, searchServices } from '../core/search-services.ts';

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
  readonly asSearch?: SearchService;
};

const provider = (name: string) => `MODEL_PROVIDER=${name}`;
const baseUrl = (url: string) => `MODEL_PROVIDER=openai-compatible, MODEL_BASE_URL=${url} and MODEL_NAME`;

/** As the issuers document them (November 2026). Brave documents none, but all its keys have this one. */
const keyIssuers: readonly KeyIssuer[] = [
  { name: 'Anthropic', key: /^sk-ant-/, domain: 'anthropic.com', asModel: provider('anthropic') },
  {
    name: 'Google',
    key: /^AIza[\w-]{35}$/,
    domain: 'googleapis.com',
    asModel: provider('google'),
    asSearch: 'google-pse',
  },
  {
    name: 'OpenRouter',
    key: /^sk-or-/,
    domain: 'openrouter.ai',
    asModel: baseUrl('https://openrouter.ai/api/v1'),
  },
  { name: 'Groq', key: /^gsk_/, domain: 'groq.com', asModel: baseUrl('https://api.groq.com/openai/v1') },
  { name: 'xAI', key: /^xai-/, domain: 'x.ai', asModel: baseUrl('https://api.x.ai/v1') },
  {
    name: 'Perplexity',
    key: /^pplx-/,
    domain: 'perplexity.ai',
    asModel: baseUrl('https://api.perplexity.ai'),
  },
  {
    name: 'Hugging Face',
    key: /^hf_/,
    domain: 'huggingface.co',
    asModel: baseUrl('https://router.huggingface.co/v1'),
  },
  {
    name: 'NVIDIA',
    key: /^nvapi-/,
    domain: 'nvidia.com',
    asModel: baseUrl('https://integrate.api.nvidia.com/v1'),
  },
  { name: 'Cerebras', key: /^csk-/, domain: 'cerebras.ai', asModel: baseUrl('https://api.cerebras.ai/v1') },
  {
    name: 'Fireworks',
    key: /^fw_/,
    domain: 'fireworks.ai',
    asModel: baseUrl('https://api.fireworks.ai/inference/v1'),
  },
  {
    name: 'Together',
    key: /^tgp_v1_/,
    domain: 'together.xyz',
    asModel: baseUrl('https://api.together.xyz/v1'),
  },
  {
    name: 'OpenAI',
    key: /^sk-(?:proj|svcacct|admin)-/,
    domain: 'openai.com',
    asModel: provider('openai'),
  },
  {
    name: 'Tavily',
    key: /^tvly-/,
    domain: 'tavily.com',
    asModel: null,
    asSearch: 'tavily',
  },
  {
    name: 'Firecrawl',
    key: /^fc-[\da-f]{32}$/,
    domain: 'firecrawl.dev',
    asModel: null,
    asSearch: 'firecrawl',
  },
  { name: 'Jina', key: /^jina_/, domain: 'jina.ai', asModel: null, asSearch: 'jina' },
  { name: 'Brave', key: /^BSA[\w-]{20,}$/, domain: 'brave.com', asModel: null, asSearch: 'brave' },
];

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
export function settingsInWords(kind: SearchService, name: string): string {
  const address = kind === 'google-pse' ? ` and ${name}_URL=${searchServices[kind]}?cx=ENGINE` : '';
  return `${name}_KIND=${kind}${address}`;
}
