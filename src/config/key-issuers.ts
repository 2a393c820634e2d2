/** An issuer whose keys can be recognised by their prefix. */
type KeyIssuer = {
  readonly name: string;
  readonly key: RegExp;
  /** The domain its keys are for, including subdomains. */
  readonly domain: string;
  /**
   * The settings that send the key there, in words that follow "set"; `MODEL_` represents the model that has
   * the key.
   */
  readonly set: string;
};

const provider = (name: string) => `MODEL_PROVIDER=${name}`;
const baseUrl = (url: string) => `MODEL_PROVIDER=openai-compatible, MODEL_BASE_URL=${url} and MODEL_NAME`;

/** Prefixes as the issuers document them (November 2026). Mistral's keys have no prefix. */
export const keyIssuers: readonly KeyIssuer[] = [
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
