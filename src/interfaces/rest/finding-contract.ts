import { z } from 'zod';
import { DEFAULT_SOURCES } from '../../core/question.ts';
import { searchEngine } from './contract.ts';
import {
  bodySchema,
  historySchema,
  querySchema,
  type RequestLimits,
  sourceCountSchema,
} from './request-contract.ts';
import { scopeFields } from './scope.ts';
import { slotSchema } from './slots.ts';
import { sourceBasis } from './source.ts';

/** The default and the maximum number of tokens of a context. */
export const DEFAULT_TOKENS = 2000;
const MAX_TOKENS = 20_000;
/** The default and the maximum number of results of a search. */
export const DEFAULT_RESULTS = 10;
const MAX_RESULTS = 20;

/** Body of `POST /api/context`. */
export const contextRequest = ({ maxQueryChars }: RequestLimits) =>
  bodySchema({
    query: querySchema('The field `query`', maxQueryChars),
    max_tokens: whole('max_tokens', MAX_TOKENS)
      .optional()
      .meta({ description: 'The maximum number of tokens in `text`.', default: DEFAULT_TOKENS }),
    num_sources: sourceCountSchema()
      .optional()
      .meta({ description: 'The maximum number of sources.', default: DEFAULT_SOURCES }),
    history: historySchema(maxQueryChars)
      .optional()
      .meta({ description: 'The conversation before this question, oldest first.' }),
    ...scopeFields,
  }).meta({ id: 'ContextRequest' });

const found = {
  index: z.int().min(1),
  title: z.string(),
  url: z.string(),
  site: z.string().meta({ description: 'Name of the site, or its host.' }),
  date: z
    .string()
    .nullable()
    .meta({ description: 'When the page was published, if that is known (ISO 8601).' }),
  search_engine: searchEngine.optional(),
} as const;
const trail = {
  search_engine: searchEngine,
  slots: z.array(slotSchema).meta({ description: 'The outcome of each slot, in the configured order.' }),
} as const;
const echo = z.string().meta({ description: 'The query as it was sent.' });

/** Response of `POST /api/context`. */
export const contextResponse = z
  .object({
    query: echo,
    searched_for: z
      .string()
      .optional()
      .meta({ description: 'The rewritten question, if a follow-up was rewritten.' }),
    text: z.string().meta({ description: 'All passages as one text, ready for a prompt.' }),
    tokens: z.int().min(0).meta({ description: 'About how many tokens `text` has.' }),
    language: z.string().meta({ description: 'Language of the question: a BCP 47 tag, or `und`.' }),
    sources: z.array(
      z.object({
        ...found,
        author: z
          .string()
          .nullable()
          .meta({ description: 'The names of the authors, if the page gives them.' }),
        basis: sourceBasis,
        read: z.string().optional().meta({ description: 'When the page was read (ISO 8601).' }),
        passages: z.array(
          z.object({
            text: z.string(),
            from: z.int().min(0).meta({ description: 'Offset in the text of the page or excerpt (UTF-16).' }),
            to: z.int().min(0),
          }),
        ),
      }),
    ),
    ...trail,
  })
  .meta({ id: 'ContextResponse', description: 'The passages that matter for the question.' });

/** Body of `POST /api/search`. */
export const searchRequest = ({ maxQueryChars }: RequestLimits) =>
  bodySchema({
    query: querySchema('The field `query`', maxQueryChars),
    num_results: whole('num_results', MAX_RESULTS)
      .optional()
      .meta({ description: 'The maximum number of results.', default: DEFAULT_RESULTS }),
    ...scopeFields,
  }).meta({ id: 'SearchRequest' });

/** Response of `POST /api/search`. */
export const searchResponse = z
  .object({
    query: echo,
    results: z.array(z.object({ ...found, snippet: z.string() })),
    ...trail,
  })
  .meta({ id: 'SearchResponse', description: 'The results, best first.' });

/** Body of a 502 of `POST /api/context`. */
export const contextUnavailable = z
  .object({ error: z.string(), text: z.literal(''), sources: z.array(z.never()).max(0) })
  .meta({ id: 'ContextUnavailable', description: 'Every search failed.' });

/** Body of a 502 of `POST /api/search`. */
export const searchUnavailable = z
  .object({ error: z.string(), results: z.array(z.never()).max(0) })
  .meta({ id: 'SearchUnavailable', description: 'Every search failed.' });

function whole(name: string, max: number) {
  const error = `The field \`${name}\` must be a whole number from 1 to ${max}.`;
  return z.int({ error }).min(1, { error }).max(max, { error });
}
