// All functions of these interfaces, loaded together with the first request.
export { ollamaFetch, ollamaSearch } from './ollama.ts';
export { openWebUiLoad, openWebUiSearch } from './open-webui.ts';
export { searxng, searxngConfig } from './searxng.ts';
export { tavilyExtract, tavilySearch } from './tavily.ts';
