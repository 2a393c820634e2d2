import { braveContext, braveWebSearch } from './brave.ts';
import { type Dialect, dialectOf } from './dialect.ts';
import { exaAnswer, exaContents, exaSearch } from './exa.ts';
import type { SearchEndpoint } from './find.ts';
import { ollamaFetch, ollamaSearch } from './ollama.ts';
import { openWebUiLoad, openWebUiSearch } from './open-webui.ts';
import { perplexitySearch } from './perplexity.ts';
import { searxng, searxngConfig } from './searxng.ts';
import { tavilyExtract, tavilySearch } from './tavily.ts';

const SEARCHES: Readonly<Partial<Record<Dialect, SearchEndpoint>>> = {
  searxng,
  perplexity: perplexitySearch,
  exa: exaSearch,
};

/** All functions of these interfaces, by the names that the routes use. */
export const endpoints = {
  searxng,
  searxngConfig: async ({ deps }) => searxngConfig(deps),
  /** `POST /search`: replies in the format of the service that the request was written for. */
  search: (call) => (SEARCHES[dialectOf(call.request)] ?? tavilySearch)(call),
  openWebUiLoad,
  openWebUiSearch,
  tavilyExtract,
  exaContents,
  exaAnswer,
  braveWebSearch,
  braveContext,
  ollamaSearch,
  ollamaFetch,
} as const satisfies Readonly<Record<string, SearchEndpoint>>;
