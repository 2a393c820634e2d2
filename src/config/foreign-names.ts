import type { SearchService } from '../core/search-services.ts';

/** A variable of other software, and the settings that mean the same here. */
type ForeignName = {
  readonly names: readonly string[];
  /** What to set instead, in words that follow "set". */
  readonly set: string;
  /** If one of these settings is given, the operator has already chosen. */
  readonly unless: readonly string[];
};

const SEARCH = ['SEARCH_PRIMARY_URL'];
const MODEL = ['MODEL_PROVIDER', 'MODEL_BASE_URL', 'MODEL_API_KEY'];

const service = (kind: SearchService, ...names: readonly string[]): ForeignName => ({
  names,
  set: `SEARCH_PRIMARY_KIND=${kind} and SEARCH_PRIMARY_KEY`,
  unless: [...SEARCH, 'SEARCH_PRIMARY_KEY', 'SEARCH_SECONDARY_KEY', 'SEARCH_TERTIARY_KEY'],
});

const provider = (name: string, ...names: readonly string[]): ForeignName => ({
  names,
  set: `MODEL_PROVIDER=${name} and MODEL_API_KEY`,
  unless: MODEL,
});

/** Variables that operators may still have from other software. Their values are never read. */
export const foreignNames: readonly ForeignName[] = [
  {
    names: ['SEARXNG_URL', 'SEARXNG_BASE_URL', 'SEARXNG_API_URL', 'SEARXNG_HOST', 'SEARXNG_QUERY_URL'],
    set: 'SEARCH_PRIMARY_URL',
    unless: SEARCH,
  },
  { names: ['SEARX_URL', 'SEARX_HOST'], set: 'SEARCH_PRIMARY_URL', unless: SEARCH },
  service('brave', 'BRAVE_API_KEY', 'BRAVE_SEARCH_API_KEY'),
  service('tavily', 'TAVILY_API_KEY'),
  service('exa', 'EXA_API_KEY'),
  service('serper', 'SERPER_API_KEY'),
  provider('openai', 'OPENAI_API_KEY'),
  provider('anthropic', 'ANTHROPIC_API_KEY'),
  provider('google', 'GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'),
  provider('mistral', 'MISTRAL_API_KEY'),
  {
    names: ['OPENROUTER_API_KEY'],
    set: 'MODEL_BASE_URL=https://openrouter.ai/api/v1, MODEL_API_KEY and MODEL_NAME',
    unless: MODEL,
  },
  {
    names: ['OPENAI_BASE_URL', 'OPENAI_API_BASE'],
    set: 'MODEL_BASE_URL, and MODEL_API_KEY if the API requires one',
    unless: MODEL,
  },
  {
    names: ['OLLAMA_HOST', 'OLLAMA_URL', 'OLLAMA_BASE_URL', 'OLLAMA_API_BASE'],
    set: 'MODEL_PROVIDER=ollama, and MODEL_BASE_URL if it is not on this machine',
    unless: MODEL,
  },
];
