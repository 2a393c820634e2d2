import { countChars } from '@sayso/text/text.ts';
import { z } from 'zod';
import { MAX_ANSWER_ID_CHARS } from '../../answer/answer-sources.ts';
import { DEFAULT_SOURCES, DEPTHS, LAYOUTS, LENGTHS, MAX_SOURCES } from '../../core/question.ts';
import { SAFE_SEARCH_LEVELS } from '../../core/scope.ts';
import {
  MAX_SITES,
  type NameScopePart,
  SCOPE_FIELDS,
  SCOPE_PARAMETERS,
  scopeOfParameters,
  TIME_RANGES,
  toScope,
} from '../http/scope.ts';
import type { Inquiry } from '../http/to-question.ts';

/** The longest conversation of a question, and the longest answer in it; new answers have that limit. */
const MAX_TURNS = 5;
const MAX_ANSWER_CHARS = 16_000;
/** The maximum number of planned queries, and of the characters of each. */
const MAX_PLANNED = 6;
const MAX_PLANNED_CHARS = 200;
/** The default and the maximum number of tokens of a context, and of results of a search. */
export const DEFAULT_TOKENS = 2000;
const MAX_TOKENS = 20_000;
export const DEFAULT_RESULTS = 10;
const MAX_RESULTS = 20;

/** The schemas of the requests. The first mistake is reported, in the order of the fields. */
export function requestSchemas({ maxQueryChars }: { readonly maxQueryChars: number }) {
  const query = querySchema('The field `query`', maxQueryChars);
  const history = historySchema(maxQueryChars);
  const formed = formFields('field');
  return {
    /** Body of `POST /api/ask`. */
    ask: bodySchema({
      query,
      num_sources: sourceCount('The maximum number of sources to use.'),
      history,
      ...scopeFields,
      ...formed,
      plan: planField,
      instant: instantField,
      verdicts: z.boolean({ error: 'The field `verdicts` must be true or false.' }).optional().meta({
        description: 'Whether the reply compares each statement with the sources.',
        default: false,
      }),
    }).meta({ id: 'AskRequest' }),
    /** Body of `POST /api/plan`. */
    plan: bodySchema({ query, history, ...scopeFields }).meta({ id: 'PlanRequest' }),
    /** Body of `POST /api/v1/query`. */
    query: bodySchema({ query, history, ...scopeFields, ...formed, instant: instantField }).meta({
      id: 'QueryRequest',
    }),
    /** Query string of `GET /api/v1/query`. */
    parameters: z.object({
      q: querySchema('The query parameter `q`', maxQueryChars),
      ...scopeParameters,
      ...formFields('query parameter'),
      instant: z
        .enum(['true', 'false'], { error: 'The query parameter `instant` must be true or false.' })
        .optional()
        .meta({ description: ABOUT_INSTANT, default: 'true' }),
    }),
    /** Body of `POST /api/context`. */
    context: bodySchema({
      query,
      max_tokens: whole('max_tokens', MAX_TOKENS)
        .optional()
        .meta({ description: 'The maximum number of tokens in `text`.', default: DEFAULT_TOKENS }),
      num_sources: sourceCount('The maximum number of sources.'),
      history,
      ...scopeFields,
    }).meta({ id: 'ContextRequest' }),
    /** Body of `POST /api/search`. */
    search: bodySchema({
      query,
      num_results: whole('num_results', MAX_RESULTS)
        .optional()
        .meta({ description: 'The maximum number of results.', default: DEFAULT_RESULTS }),
      ...scopeFields,
    }).meta({ id: 'SearchRequest' }),
  } as const;
}

type Schemas = ReturnType<typeof requestSchemas>;
type AskFields = z.infer<Schemas['ask']>;

/** A request in the terms of the service; only its time is missing. */
type Asked = Omit<Inquiry, 'timeoutMs'>;

/**
 * What a body asks for.
 * @throws Failure `invalid-question` that names a wrong field of the scope
 */
export function inquiryOfBody(body: Pick<AskFields, 'query'> & Partial<AskFields>): Asked {
  const { language, country, since, until, time_range: timeRange, safe_search: safeSearch } = body;
  const { collection } = body;
  const { depth, length, layout, plan, instant } = body;
  return {
    text: body.query,
    scope: toScope(
      { language, country, since, until, timeRange, safeSearch, collection, ...body.sites },
      SCOPE_FIELDS,
    ),
    history: body.history?.map(({ question, answer, answer_id: answerId }) => ({
      ...{ question, answer },
      ...(answerId && { answerId }),
    })),
    maxSources: body.num_sources,
    ...{ depth, length, layout, plan, instant },
  };
}

/** The same for a query string. */
export function inquiryOfParameters(query: z.infer<Schemas['parameters']>): Asked {
  const { q: text, depth, length, layout, instant } = query;
  return { text, scope: scopeOfParameters(query), depth, length, layout, instant: instant !== 'false' };
}

/** The schema of a JSON object. A missing body is refused with the message for a missing `query`. */
function bodySchema<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, {
    error: ({ input }) =>
      input === undefined || input === null
        ? 'The field `query` is missing: send a JSON object such as {"query": "your question"}.'
        : 'The body must be a JSON object such as {"query": "your question"}.',
  });
}

/** The schema of a question; `name` is its place in the request, for messages. */
function querySchema(name: string, maxChars: number) {
  return z
    .string({
      error: ({ input }) =>
        input === undefined
          ? `${name} is missing: send the question in it.`
          : `${name} must be a string: the question.`,
    })
    .refine((text) => text.trim() !== '', {
      error: `${name} is empty: send the question in it.`,
      abort: true,
    })
    .refine((text) => countChars(text) <= maxChars, {
      error: `${name} is longer than ${maxChars} characters.`,
    })
    .meta({ description: 'The question to search for.', minLength: 1, maxLength: maxChars });
}

/** The schema of earlier questions and answers. A long conversation must fit into `MAX_BODY_BYTES` too. */
function historySchema(maxQueryChars: number) {
  const turn = z.object(
    {
      question: querySchema('`question` in the field `history`', maxQueryChars),
      answer: z
        .string({ error: '`answer` in the field `history` must be a string.' })
        .refine((text) => countChars(text) <= MAX_ANSWER_CHARS, {
          error: `\`answer\` in the field \`history\` is longer than ${MAX_ANSWER_CHARS} characters.`,
        })
        .meta({ description: 'Its answer, as Markdown or text.', maxLength: MAX_ANSWER_CHARS }),
      answer_id: z
        .string({ error: '`answer_id` in the field `history` must be a string.' })
        .max(MAX_ANSWER_ID_CHARS, { error: '`answer_id` in the field `history` is too long.' })
        .nullish()
        .meta({ description: 'The `answer_id` of that answer, by which Sayso finds its sources.' }),
    },
    { error: 'Each entry of the field `history` must be an object with `question` and `answer`.' },
  );
  return z
    .array(turn, { error: 'The field `history` must be a list of {"question", "answer"}, oldest first.' })
    .max(MAX_TURNS, { error: `The field \`history\` can have at most ${MAX_TURNS} entries.` })
    .optional()
    .meta({ description: 'The conversation before this question, oldest first.' });
}

function whole(name: string, max: number) {
  const error = `The field \`${name}\` must be a whole number from 1 to ${max}.`;
  return z.int({ error }).min(1, { error }).max(max, { error });
}

const SOURCE_RANGE = { error: `The field \`num_sources\` must be from 1 to ${MAX_SOURCES}.` };

function sourceCount(description: string) {
  return z
    .int({ error: `The field \`num_sources\` must be a whole number from 1 to ${MAX_SOURCES}.` })
    .min(1, SOURCE_RANGE)
    .max(MAX_SOURCES, SOURCE_RANGE)
    .optional()
    .meta({ description, default: DEFAULT_SOURCES });
}

/** The queries of the first round of a deep answer, in place of a plan of the service. */
const planField = z
  .array(
    z
      .string({ error: 'Each entry of the field `plan` must be a string.' })
      .refine((text) => text.trim() !== '' && countChars(text) <= MAX_PLANNED_CHARS, {
        error: `Each entry of the field \`plan\` must have 1 to ${MAX_PLANNED_CHARS} characters.`,
      }),
    { error: 'The field `plan` must be a list of queries.' },
  )
  .min(1, { error: 'The field `plan` must have at least one query.' })
  .max(MAX_PLANNED, { error: `The field \`plan\` can have at most ${MAX_PLANNED} queries.` })
  .optional()
  .meta({ description: 'For a deep answer: what to search for first, instead of a plan of the service.' });

const ABOUT_INSTANT = 'Whether sums, dates and the like are answered at once, without a search.';

const instantField = z
  .boolean({ error: 'The field `instant` must be true or false.' })
  .optional()
  .meta({ description: ABOUT_INSTANT, default: true });

/** The depth, the length and the layout of an answer; `kind` is what the caller calls its parts. */
function formFields(kind: 'field' | 'query parameter') {
  const oneOf = <const Values extends readonly [string, ...string[]]>(
    name: string,
    values: Values,
    about: { readonly description: string; readonly default: Values[number] },
  ) => {
    const choices = values.map((value) => `\`${value}\``);
    const error = `The ${kind} \`${name}\` must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}.`;
    return z.enum(values, { error }).optional().meta(about);
  };
  return {
    depth: oneOf('depth', DEPTHS, {
      description: 'How thoroughly to research; `deep` takes longer.',
      default: 'quick',
    }),
    length: oneOf('length', LENGTHS, {
      description: 'How long the answer should be, if a model writes it.',
      default: 'normal',
    }),
    layout: oneOf('layout', LAYOUTS, {
      description: 'Whether the answer should be plain text or a list; `auto` leaves it to the model.',
      default: 'auto',
    }),
  };
}

const ABOUT_ONLY = `Host names of the only sites to use, with their subdomains; at most ${MAX_SITES}.`;
const ABOUT_NEVER = `Host names of sites to leave out, with their subdomains; at most ${MAX_SITES}.`;
const ABOUT_PREFER = `Host names of sites whose pages come first; at most ${MAX_SITES}.`;

const word = (name: string, description: string, more: object = {}) =>
  z
    .string({ error: `${name} must be a string.` })
    .optional()
    .meta({ description, ...more });
const sites = (name: string, description: string) =>
  z
    .array(z.string(), { error: `${name} must be a list of host names such as example.org.` })
    .optional()
    .meta({ description, maxItems: MAX_SITES });

function textFields(nameOf: NameScopePart) {
  const aboutLanguage =
    'Language of the results: a BCP 47 tag such as `de` or `pt-BR`, or `auto` for that of the question.';
  const day = { format: 'date', examples: ['2026-01-31'] };
  return {
    language: word(nameOf('language'), aboutLanguage),
    country: word(nameOf('country'), 'Country of the results: an ISO 3166-1 code of two letters.'),
    since: word(nameOf('since'), 'The earliest day of publication to accept.', day),
    until: word(nameOf('until'), 'The latest such day.', day),
    time_range: word(nameOf('timeRange'), 'The age of pages, instead of `since` and `until`.', {
      enum: [...TIME_RANGES.keys()],
    }),
    safe_search: word(nameOf('safeSearch'), 'How strictly results for adults are left out.', {
      enum: SAFE_SEARCH_LEVELS,
    }),
    collection: word(
      nameOf('collection'),
      'One of your own collections (`GET /api/collections`), searched alone.',
    ),
  } as const;
}

/** The fields of a JSON body that limit the sources of an answer. */
const scopeFields = {
  ...textFields(SCOPE_FIELDS),
  sites: z
    .object(
      {
        only: sites(SCOPE_FIELDS('only'), ABOUT_ONLY),
        never: sites(SCOPE_FIELDS('never'), ABOUT_NEVER),
        prefer: sites(SCOPE_FIELDS('prefer'), ABOUT_PREFER),
      },
      { error: 'The field `sites` must be an object with `only`, `never` or `prefer`.' },
    )
    .optional()
    .meta({ description: 'Sites to use, to leave out or to prefer.' }),
} as const;

/** These limits as parameters of a query string. */
const scopeParameters = {
  ...textFields(SCOPE_PARAMETERS),
  only_sites: word(SCOPE_PARAMETERS('only'), `${ABOUT_ONLY} Separated by commas.`),
  never_sites: word(SCOPE_PARAMETERS('never'), `${ABOUT_NEVER} Separated by commas.`),
  prefer_sites: word(SCOPE_PARAMETERS('prefer'), `${ABOUT_PREFER} Separated by commas.`),
} as const;
