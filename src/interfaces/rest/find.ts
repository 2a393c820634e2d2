import { hostOf } from '@sayso/text/url.ts';
import { z } from 'zod';
import { type Context, sourceTokensFor, toContext } from '../../answer/context.ts';
import { DEFAULT_SOURCES } from '../../core/question.ts';
import { errandOf, gatherWhole, searchEngineOf, searchHits } from '../http/call-service.ts';
import type { App } from '../http/interface.ts';
import { questionOfCall } from '../http/to-question.ts';
import type { RestDeps } from './answering.ts';
import { problemResponses, searchEngine, slotSchema, toSlots } from './reply.ts';
import { DEFAULT_RESULTS, DEFAULT_TOKENS, inquiryOfBody, requestSchemas } from './request.ts';
import { COLLECTION, sourceBasis } from './source.ts';

/** `POST /api/search`: the results of one search; reads no page and calls no model. */
export function serveSearch(app: App, deps: RestDeps): void {
  app.route({
    method: 'POST',
    url: '/api/search',
    config: { answers: true, emptyAnswer: { results: [] } },
    schema: {
      operationId: 'search',
      summary: 'Search the web and return only the results',
      tags: ['sources'],
      body: requestSchemas(deps).search,
      response: { 200: searchResponse, ...problemResponses, 502: searchUnavailable },
    },
    handler: async (request, reply) => {
      const { query, num_results: limit = DEFAULT_RESULTS } = request.body;
      const inquiry = { ...inquiryOfBody(request.body), timeoutMs: deps.answerDeadlineMs };
      const question = questionOfCall(inquiry, { request, reply });
      const errand = errandOf({ request, reply, deps });
      const { hits, slot: firstSlot, trail } = await searchHits(deps, { ...question, limit }, errand);
      return {
        query,
        results: hits.slice(0, limit).map(({ url, title, snippet, publishedAt, slot, collection }, at) => ({
          index: at + 1,
          title,
          url,
          site: hostOf(url),
          snippet,
          date: publishedAt ?? null,
          search_engine: slot && searchEngineOf(slot),
          collection,
        })),
        search_engine: searchEngineOf(firstSlot),
        slots: toSlots(trail),
      };
    },
  });
}

/** `POST /api/context`: the passages for an answer, for programs that write their own. */
export function serveContext(app: App, deps: RestDeps): void {
  app.route({
    method: 'POST',
    url: '/api/context',
    config: { answers: true, emptyAnswer: { text: '', sources: [] } },
    schema: {
      operationId: 'context',
      summary:
        'Search the web and return the passages that matter; only a follow-up may call a language model',
      tags: ['sources'],
      body: requestSchemas(deps).context,
      response: { 200: contextResponse, ...problemResponses, 502: contextUnavailable },
    },
    handler: async (request, reply) => {
      const { query, num_sources: maxSources = DEFAULT_SOURCES } = request.body;
      const maxTokens = request.body.max_tokens ?? DEFAULT_TOKENS;
      const inquiry = {
        ...inquiryOfBody(request.body),
        timeoutMs: deps.answerDeadlineMs,
        sourceTokens: sourceTokensFor(maxTokens, maxSources),
      };
      const question = questionOfCall(inquiry, { request, reply });
      const evidence = await gatherWhole({ request, reply, deps }, question);
      const { text, tokens, sources } = toContext(evidence, maxTokens);
      const [search] = evidence.searches;
      return {
        query,
        searched_for: search?.words === question.text ? undefined : search?.words,
        text,
        tokens,
        language: evidence.language,
        sources: sources.map(toContextSource),
        search_engine: searchEngineOf(search?.slot ?? null),
        slots: toSlots(search?.trail ?? []),
      };
    },
  });
}

/** A source in the fields of the reply. */
function toContextSource(source: Context['sources'][number]) {
  const { index, title, url, site, publishedAt, author, basis, readAt, passages, slot, collection } = source;
  return {
    index,
    title,
    url,
    site,
    date: publishedAt ?? null,
    author: author ?? null,
    basis,
    read: readAt,
    passages: passages.map(({ text, from, to }) => ({ text, from, to })),
    search_engine: slot && searchEngineOf(slot),
    collection,
  };
}

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
  collection: z.string().optional().meta({ description: COLLECTION }),
} as const;
const trail = {
  search_engine: searchEngine,
  slots: z.array(slotSchema).meta({ description: 'The outcome of each slot, in the configured order.' }),
} as const;
const echo = z.string().meta({ description: 'The query as it was sent.' });

/** Response of `POST /api/context`. */
const contextResponse = z
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

/** Response of `POST /api/search`. */
const searchResponse = z
  .object({
    query: echo,
    results: z.array(z.object({ ...found, snippet: z.string() })),
    ...trail,
  })
  .meta({ id: 'SearchResponse', description: 'The results, best first.' });

/** Body of a 502 of `POST /api/context`. */
const contextUnavailable = z
  .object({ error: z.string(), text: z.literal(''), sources: z.array(z.never()).max(0) })
  .meta({ id: 'ContextUnavailable', description: 'Every search failed.' });

/** Body of a 502 of `POST /api/search`. */
const searchUnavailable = z
  .object({ error: z.string(), results: z.array(z.never()).max(0) })
  .meta({ id: 'SearchUnavailable', description: 'Every search failed.' });
