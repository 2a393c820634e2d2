import { countChars } from '@sayso/text/text.ts';
import { z } from 'zod';
import { MAX_ANSWER_ID_CHARS } from '../../answer/answer-sources.ts';
import {
  DEFAULT_SOURCES,
  DEPTHS,
  type Exchange,
  LAYOUTS,
  LENGTHS,
  MAX_SOURCES,
} from '../../core/question.ts';
import { SAFE_SEARCH_LEVELS, type Scope } from '../../core/scope.ts';
import {
  MAX_SITES,
  type NameScopePart,
  SCOPE_FIELDS,
  SCOPE_PARAMETERS,
  type ScopeParameters,
  TIME_RANGES,
  toScope,
} from '../http/scope.ts';

/** Limits of a request that are configurable. */
export type RequestLimits = { readonly maxQueryChars: number };

/** The longest conversation of a question, and the longest answer in it; new answers have that limit. */
const MAX_TURNS = 5;
const MAX_ANSWER_CHARS = 16_000;

/** Body of `POST /api/ask`. */
export const askRequest = ({ maxQueryChars }: RequestLimits) =>
  bodySchema({
    query: querySchema('The field `query`', maxQueryChars),
    num_sources: sourceCountSchema()
      .optional()
      .meta({ description: 'The maximum number of sources to use.', default: DEFAULT_SOURCES }),
    history: historyField(maxQueryChars),
    ...scopeFields,
    ...formFields('field'),
    plan: planField,
    instant: instantField,
    verdicts: z.boolean({ error: 'The field `verdicts` must be true or false.' }).optional().meta({
      description: 'Whether the reply compares each statement with the sources.',
      default: false,
    }),
  }).meta({ id: 'AskRequest' });

/** Body of `POST /api/v1/query`. */
export const queryRequest = ({ maxQueryChars }: RequestLimits) =>
  bodySchema({
    query: querySchema('The field `query`', maxQueryChars),
    history: historyField(maxQueryChars),
    ...scopeFields,
    ...formFields('field'),
    instant: instantField,
  }).meta({ id: 'QueryRequest' });

/** Query string of `GET /api/v1/query`. */
export const queryParameters = ({ maxQueryChars }: RequestLimits) =>
  z.object({
    q: querySchema('The query parameter `q`', maxQueryChars),
    ...scopeParameters,
    ...formFields('query parameter'),
    instant: instantParameter,
  });

const RANGE = `from 1 to ${MAX_SOURCES}`;

/** The schema of the maximum number of sources. */
export function sourceCountSchema() {
  return z
    .int({ error: `The field \`num_sources\` must be a whole number ${RANGE}.` })
    .min(1, { error: `The field \`num_sources\` must be ${RANGE}.` })
    .max(MAX_SOURCES, { error: `The field \`num_sources\` must be ${RANGE}.` });
}

const historyField = (maxQueryChars: number) =>
  historySchema(maxQueryChars)
    .optional()
    .meta({ description: 'The conversation before this question, oldest first.' });

/** The schema of earlier questions and answers. A long conversation must fit into `MAX_BODY_BYTES` too. */
export function historySchema(maxQueryChars: number) {
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
    .max(MAX_TURNS, { error: `The field \`history\` can have at most ${MAX_TURNS} entries.` });
}

/** The conversation in the terms of the service. */
export function exchangesOf(
  history: z.infer<ReturnType<typeof historySchema>> | undefined,
): readonly Exchange[] | undefined {
  return history?.map(({ question, answer, answer_id: answerId }) => {
    return { question, answer, ...(answerId && { answerId }) };
  });
}

/** The schema of a JSON object. A missing body is refused with the message for a missing `query`. */
export function bodySchema<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, {
    error: ({ input }) =>
      input === undefined || input === null
        ? 'The field `query` is missing: send a JSON object such as {"query": "your question"}.'
        : 'The body must be a JSON object such as {"query": "your question"}.',
  });
}

/** The schema of a question; `name` is its place in the request, for messages. */
export function querySchema(name: string, maxChars: number) {
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

/** The maximum number of planned queries, and of the characters of each. */
const MAX_PLANNED = 6;
const MAX_PLANNED_CHARS = 200;

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

/** Whether questions that need no search are answered at once. */
const instantField = z
  .boolean({ error: 'The field `instant` must be true or false.' })
  .optional()
  .meta({ description: ABOUT_INSTANT, default: true });

/** The same as a parameter of a query string. */
const instantParameter = z
  .enum(['true', 'false'], { error: 'The query parameter `instant` must be true or false.' })
  .optional()
  .meta({ description: ABOUT_INSTANT, default: 'true' });

/** The depth, the length and the layout of an answer; `kind` is what the caller calls its parts. */
export function formFields(kind: 'field' | 'query parameter') {
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
  } as const;
}

/** The fields of a JSON body that limit the sources of an answer. */
export const scopeFields = {
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

/** These limits as parameters of a query string, which `scopeOfParameters` reads. */
const scopeParameters = {
  ...textFields(SCOPE_PARAMETERS),
  only_sites: word(SCOPE_PARAMETERS('only'), `${ABOUT_ONLY} Separated by commas.`),
  never_sites: word(SCOPE_PARAMETERS('never'), `${ABOUT_NEVER} Separated by commas.`),
  prefer_sites: word(SCOPE_PARAMETERS('prefer'), `${ABOUT_PREFER} Separated by commas.`),
} as const satisfies Record<keyof ScopeParameters, z.ZodType>;

/**
 * The scope in a body.
 * @throws Failure `invalid-question` that names a wrong field
 */
export function scopeOfBody(body: z.infer<z.ZodObject<typeof scopeFields>>): Scope {
  const { time_range: timeRange, safe_search: safeSearch, sites: wantedSites, ...words } = body;
  return toScope({ ...words, timeRange, safeSearch, ...wantedSites }, SCOPE_FIELDS);
}
