import { ANY_SCOPE } from '../../core/scope.ts';
import { fieldsOf, needed } from './fields.ts';
import { findHits, MAX_HITS, type SearchEndpoint } from './find.ts';

const RESULTS = 5;

/** Open WebUI's external search, `POST /search/external`: its reply is a list without an object around it. */
export const openWebUiSearch: SearchEndpoint = async (call, parts) => {
  const fields = fieldsOf(call.request.body);
  const query = needed(fields, 'query');
  const limit = fields.count('count', { min: 1, max: MAX_HITS }) ?? RESULTS;
  const { found } = await findHits(parts, call, { query, name: 'query', scope: ANY_SCOPE, limit });
  return found.map(({ url, title, content }) => ({ link: url, title, snippet: content }));
};
