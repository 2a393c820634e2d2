import { jsonBackend } from './json-backend.ts';
import { readList, resultWith } from './results.ts';

/** Ollama's web search, which needs only a free account. It is not part of an Ollama on this machine. */
export const ollama = jsonBackend({
  name: "Ollama's web search API",
  endpoint: 'https://ollama.com/api/web_search',
  method: 'POST',
  // It documents no limit.
  maxQueryChars: 400,
  maxResults: 10,
  parameters: ({ text, count }) => ({ query: text, max_results: count }),
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  read: readList(resultWith({ url: 'url', title: 'title', snippet: 'content' })),
});
