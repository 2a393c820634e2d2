import { Failure } from '../../core/failure.ts';
import { mainTextOf } from '../../core/source.ts';
import { Fields } from './fields.ts';
import {
  findHits,
  findPassages,
  MAX_HITS,
  MAX_READ,
  readUrls,
  refusalsOf,
  type SearchEndpoint,
} from './find.ts';

// The searches of chat programs: Ollama and Open WebUI.

const DEFAULT_RESULTS = 5;

/** Ollama's `POST /api/web_search`: pages are read, and `content` has their best passages. */
export const ollamaSearch: SearchEndpoint = async (call) => {
  const fields = new Fields(call.request.body);
  const query = fields.query('query', call.deps);
  const limit = fields.count('max_results', { min: 1, max: MAX_READ }) ?? DEFAULT_RESULTS;
  const found = await findPassages(call, { query, limit });
  return { results: found.map(({ title, url, content }) => ({ title, url, content })) };
};

/** Ollama's `POST /api/web_fetch`: one page. `links` is empty, because Sayso stores none. */
export const ollamaFetch: SearchEndpoint = async (call) => {
  const [read] = await readUrls(call, [new Fields(call.request.body).needed('url')]);
  if (read === undefined || read.page === null)
    throw new Failure('search-unavailable', `The page was not read: ${read?.failure.message}.`);
  return { title: read.page.title, content: mainTextOf(read.page), links: [] };
};

/** Open WebUI's external search, `POST /search/external`: its reply is a list without an object around it. */
export const openWebUiSearch: SearchEndpoint = async (call) => {
  const fields = new Fields(call.request.body);
  const query = fields.query('query', call.deps);
  const limit = fields.count('count', { min: 1, max: MAX_HITS }) ?? DEFAULT_RESULTS;
  const { found } = await findHits(call, { query, limit });
  return found.map(({ url, title, content }) => ({ link: url, title, snippet: content }));
};

/**
 * Open WebUI's external web loader, `POST /load`, or `POST /` if the whole service is given as its address:
 * the pages that could be read, in the order of their addresses.
 * @throws Failure `search-unavailable` with the first reason if none could be read, and `overloaded` or
 * `rate-limited` if some were refused, because the format could not tell which
 */
export const openWebUiLoad: SearchEndpoint = async (call) => {
  const read = await readUrls(call, new Fields(call.request.body).texts('urls'));
  const [refusal] = refusalsOf(read);
  if (refusal !== undefined) throw refusal;
  const pages = read.flatMap(({ url, page }) => {
    if (page === null) return [];
    const { title, language } = page;
    const text = mainTextOf(page);
    return [{ page_content: text, metadata: { source: url, title, ...(language !== null && { language }) } }];
  });
  if (pages.length > 0) return pages;
  throw new Failure('search-unavailable', `No page was read: ${read[0]?.failure?.message}`);
};
