import { Failure } from '../../core/failure.ts';
import { mainTextOf } from '../../core/source.ts';
import { Fields } from './fields.ts';
import { findPassages, MAX_READ, type SearchEndpoint } from './find.ts';
import { readUrls } from './read-urls.ts';

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
