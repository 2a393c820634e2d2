import { z } from 'zod';
import type { SearchReport } from '../../../core/events.ts';
import type { Question } from '../../../core/question.ts';
import { searchHits } from '../../http/call-service.ts';
import { toQuestion } from '../../http/to-question.ts';
import { fitted, jsonCost, MAX_RESULT_TOKENS, within } from './fit.ts';
import { notesOn } from './notes.ts';
import { countArgument, defineTool, queryArgument, scopeArguments, scopeOfArguments } from './tool.ts';

const output = z.object({
  results: z.array(
    z.object({
      id: z.string().describe('Give this to `fetch` to read the page.'),
      title: z.string(),
      url: z.string(),
      snippet: z.string(),
      date: z.string().optional().describe('Date of publication, if it is known.'),
    }),
  ),
  notes: z.array(z.string()).describe('What you should know about this search; usually empty.'),
});

/** `search`: the results of the search engines, without reading the pages. */
export const searchTool = defineTool({
  name: 'search',
  title: 'Search the web',
  description:
    'Searches the web and returns a list of pages with title, address and a short excerpt. It does ' +
    'not read the pages: use `fetch` with an id from the list to read one, `context` to get the ' +
    'best passages of several pages at once, or `ask` to get a finished answer.',
  input: z.object({
    query: queryArgument('What to search for: a few words or a question.'),
    num_results: countArgument('The maximum number of pages to list.', { min: 1, max: 20, usual: 10 }),
    ...scopeArguments,
  }),
  output,
  async run({ query: text, num_results: limit, ...args }, deps, signal) {
    const inquiry = { text, scope: scopeOfArguments(args), timeoutMs: deps.deadlinesMs.quick };
    const question = toQuestion(inquiry, deps.preferences);
    deps.sendProgress('Searching');
    const found = await searchHits(deps.service, { ...question, limit }, { caller: deps.caller, signal });
    return fitted(MAX_RESULT_TOKENS, (budget) => toResult(found, { limit, scope: question.scope }, budget));
  },
});

function toResult(
  found: SearchReport,
  { limit, scope }: Pick<Question, 'scope'> & { readonly limit: number },
  budget: number,
): z.output<typeof output> {
  const results = found.hits.slice(0, limit).map(({ url, title, snippet, publishedAt }) => {
    const published = publishedAt === undefined ? {} : { date: publishedAt };
    return { id: url, title, url, snippet, ...published };
  });
  const notes = [...notesOn([found], scope)];
  return { results: [...within(results, budget - jsonCost({ results: [], notes }))], notes };
}
