import { braveContext, braveWebSearch } from './brave.ts';
import { type Dialect, dialectOf } from './dialect.ts';
import { exaAnswer, exaContents, exaSearch } from './exa.ts';
import { fieldsOf } from './fields.ts';
import type { SearchEndpoint } from './find.ts';
import { ollamaFetch, ollamaSearch } from './ollama.ts';
import { openWebUiLoad, openWebUiSearch } from './open-webui.ts';
import { perplexitySearch } from './perplexity.ts';
import { searxng } from './searxng.ts';

export { searxngConfig } from './searxng-config.ts';

import { tavilyExtract, tavilySearch } from './tavily.ts';

const SEARCHES: Readonly<Partial<Record<Dialect, SearchEndpoint>>> = {
  searxng,
  tavily: tavilySearch,
  perplexity: perplexitySearch,
  exa: exaSearch,
};

/** `POST /search`: replies in the format of the service that the request was written for. */
const search: SearchEndpoint = (call, parts) =>
  (SEARCHES[dialectOf(call.request)] ?? tavilySearch)(call, parts);

/** `POST /`: SearXNG's search, or a loader or a search for Open WebUI, which posts to any address. */
const root: SearchEndpoint = (call, parts) => {
  if (dialectOf(call.request) === 'searxng') return searxng(call, parts);
  const isLoader = fieldsOf(call.request.body).value('urls') !== undefined;
  return (isLoader ? openWebUiLoad : openWebUiSearch)(call, parts);
};

/** All functions of these interfaces, by the names that the routes use. */
export const endpoints = {
  ...{ root, searxng, search, openWebUiSearch, tavilyExtract, exaContents, exaAnswer },
  ...{ braveWebSearch, braveContext, ollamaSearch, ollamaFetch },
} as const satisfies Readonly<Record<string, SearchEndpoint>>;
