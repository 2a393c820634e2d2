import { searchServices } from '../../core/search-services.ts';
import { jsonBackend, readList, resultWith } from './json-backend.ts';

/** Ollama's web search, which needs only a free account. It is not part of an Ollama on this machine. */
export const createOllama = jsonBackend({
  name: "Ollama's web search API",
  endpoint: searchServices.ollama,
  method: 'POST',
  // It documents no limit.
  maxQueryChars: 400,
  maxResults: 10,
  parameters: ({ text, count }) => ({ query: text, max_results: count }),
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  read: readList(resultWith({ url: 'url', title: 'title', snippet: 'content' })),
});
