import { Failure } from '../../core/failure.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { fieldsOf, needed } from './fields.ts';
import { findPassages, MAX_READ, type SearchEndpoint } from './find.ts';
import { readUrls } from './read-urls.ts';

const RESULTS = 5;

/** Ollama's `POST /api/web_search`: pages are read, and `content` has their best passages. */
export const ollamaSearch: SearchEndpoint = async (call, deps) => {
  const fields = fieldsOf(call.request.body);
  const query = needed(fields, 'query');
  const limit = fields.count('max_results', { min: 1, max: MAX_READ }) ?? RESULTS;
  const found = await findPassages(deps, call, { query, name: 'query', scope: ANY_SCOPE, limit });
  return { results: found.map(({ title, url, content }) => ({ title, url, content })) };
};

/**
 * Ollama's `POST /api/web_fetch`: one page. Sayso does not store the links of a page, so `links` is empty.
 */
export const ollamaFetch: SearchEndpoint = async (call, deps) => {
  const [read] = await readUrls(deps, call, [needed(fieldsOf(call.request.body), 'url')]);
  if (read === undefined || read.page === null)
    throw new Failure('search-unavailable', `The page was not read: ${read?.reason}.`);
  return { title: read.page.title, content: read.page.text, links: [] };
};
