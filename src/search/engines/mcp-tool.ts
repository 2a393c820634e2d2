import * as z from 'zod';
import type { ScopePart } from '../../core/scope.ts';
import type { SearchQuery } from '../search.ts';

/** A tool as a server lists it; everything in it is untrusted. */
export type ListedTool = {
  readonly name: string;
  readonly inputSchema: {
    readonly properties?: Readonly<Record<string, unknown>> | undefined;
    readonly required?: readonly string[] | undefined;
  };
  readonly annotations?: {
    readonly readOnlyHint?: boolean | undefined;
    readonly destructiveHint?: boolean | undefined;
  };
};

/** No real server has more tools, and no real tool more parameters or a longer name. */
const MAX_TOOLS = 500;
const MAX_PARAMETERS = 100;
const MAX_NAME_CHARS = 200;

/** The part of a JSON schema that decides what a parameter may be given; anything odd counts as absent. */
const PARAMETER = z.object({
  type: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
  enum: z.array(z.unknown()).optional().catch(undefined),
  minimum: z.number().catch(1),
  maximum: z.number().catch(Number.POSITIVE_INFINITY),
  default: z.unknown().optional(),
});
/** Alternatives, of which one may be `null`. */
const ALTERNATIVES = z.object({ anyOf: z.array(z.looseObject({ type: z.string() }).nullable().catch(null)) });

type Parameter = z.infer<typeof PARAMETER>;

/** A tool with which the web can be searched. */
export type SearchTool = {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly required: ReadonlySet<string>;
};

const TEXT_PARAMETERS =
  /^(?:q|query|queries|search_?quer(?:y|ies)|keywords?|search_?terms?|terms?|question|objective)$/i;
/** Words in names of tools that search something other than pages of the web. */
const OTHER_SEARCHES = new Set(
  `image images video videos news local place places map maps suggestion suggestions paper papers arxiv
  scholar code github repo repository company people job jobs shop shopping developer context research crawl
  extract feedback doc docs file files memory`.split(/\s+/),
);
const BEST_NAMES = [/^web_?search$/i, /web.{0,3}search|search.{0,3}web/i, /^search$/i, /search/i];

/**
 * The tool whose name and parameters fit a search best; null if none fits. A tool that calls itself
 * destructive is never chosen.
 */
export function findSearchTool(tools: readonly ListedTool[]): SearchTool | null {
  const usable = tools.slice(0, MAX_TOOLS).filter(isHarmless).map(toSearchTool).filter(isCallable);
  const ranked = usable.map((tool) => ({ tool, rank: rankOf(tool.name) }));
  ranked.sort((one, other) => one.rank - other.rank);
  return ranked.find(({ rank }) => Number.isFinite(rank))?.tool ?? null;
}

function isHarmless({ name, annotations }: ListedTool): boolean {
  if (name.length > MAX_NAME_CHARS) return false;
  return annotations?.destructiveHint !== true || annotations.readOnlyHint === true;
}

/** True for a parameter that takes the words to search for. */
function takesWords(name: string, { type }: Parameter): boolean {
  return TEXT_PARAMETERS.test(name) && (type === 'string' || type === 'array');
}

/** True if all that the tool requires can be given. */
function isCallable({ parameters, required }: SearchTool): boolean {
  const hasWords = [...parameters].some(([name, parameter]) => takesWords(name, parameter));
  return (
    hasWords &&
    [...required].every((name) => {
      const parameter = parameters.get(name);
      return parameter && (takesWords(name, parameter) || usualValue(parameter) !== undefined);
    })
  );
}

/** 0 for the best name, infinite for one of no search; other kinds of searches come after all of the web. */
function rankOf(name: string): number {
  const best = BEST_NAMES.findIndex((pattern) => pattern.test(name));
  if (best < 0) return Number.POSITIVE_INFINITY;
  const isOtherSearch = name.split(/[^a-z]+|(?=[A-Z])/).some((word) => OTHER_SEARCHES.has(word));
  return isOtherSearch ? best + BEST_NAMES.length : best;
}

function toSearchTool({ name, inputSchema }: ListedTool): SearchTool {
  const listed = Object.entries(inputSchema.properties ?? {}).slice(0, MAX_PARAMETERS);
  return {
    name,
    parameters: new Map(listed.map(([parameter, schema]) => [parameter, toParameter(schema)])),
    required: new Set(inputSchema.required),
  };
}

/** A parameter as its schema describes it, or the first of its alternatives whose type is not `null`. */
function toParameter(schema: unknown): Parameter {
  const alternatives = ALTERNATIVES.safeParse(schema).data?.anyOf ?? [];
  const first = alternatives.find((each) => each !== null && each.type !== 'null');
  const whole = typeof schema === 'object' ? { ...first, ...schema } : {};
  const parameter = PARAMETER.parse(whole);
  return { ...parameter, type: [parameter.type].flat().find((each) => each !== 'null') };
}

/** The number of results to ask for, so that there are several sites to choose from. */
const USUAL_RESULTS = 10;

/** What servers call one thing, without underscores and in lower case, and its value; undefined if the query has none. */
type Meaning = {
  readonly names: string;
  readonly part?: ScopePart;
  valueOf(query: SearchQuery): unknown;
};

const MEANINGS: readonly Meaning[] = [
  {
    names: 'count numresults maxresults limit topk k n num resultcount size',
    valueOf: ({ limit }) => Math.max(limit, USUAL_RESULTS),
  },
  { names: 'responseformat outputformat format', valueOf: () => 'json' },
  {
    names: 'language lang searchlang hl locale',
    part: 'language',
    valueOf: ({ scope: { language } }) => (language === 'auto' ? undefined : language.split('-')[0]),
  },
  {
    names: 'country gl region countrycode',
    part: 'country',
    valueOf: ({ scope }) => scope.country?.toUpperCase(),
  },
  {
    names: 'startdate startpublisheddate fromdate afterdate since dateafter',
    part: 'since',
    valueOf: ({ scope }) => scope.since ?? undefined,
  },
  {
    names: 'enddate endpublisheddate todate beforedate until datebefore',
    part: 'until',
    valueOf: ({ scope }) => scope.until ?? undefined,
  },
  {
    names: 'includedomains alloweddomains domains sites',
    part: 'sites.only',
    valueOf: ({ scope: { sites } }) => (sites.only.length > 0 ? sites.only : undefined),
  },
  {
    names: 'excludedomains blockeddomains excludesites',
    part: 'sites.never',
    valueOf: ({ scope: { sites } }) => (sites.never.length > 0 ? sites.never : undefined),
  },
];

function meaningOf(name: string): Meaning | undefined {
  const plain = name.toLowerCase().replaceAll(/[_-]/g, '');
  return MEANINGS.find(({ names }) => names.split(' ').includes(plain));
}

/** The parts of a scope that a tool has parameters for. */
export function sentParts(tool: SearchTool): readonly ScopePart[] {
  return [...tool.parameters.keys()].flatMap((name) => meaningOf(name)?.part ?? []);
}

/**
 * The arguments with which a tool searches for a query. A parameter without a value in the query is left out;
 * if it is required, it gets its default or the first value that it allows, if it has one.
 */
export function toArguments(tool: SearchTool, query: SearchQuery): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [name, parameter] of tool.parameters) {
    const value = takesWords(name, parameter)
      ? parameter.type === 'array'
        ? [query.text]
        : query.text
      : asAllowed(meaningOf(name)?.valueOf(query), parameter);
    const given = value ?? (tool.required.has(name) ? usualValue(parameter) : undefined);
    if (given !== undefined) named[name] = given;
  }
  return named;
}

/** The value if a parameter takes it, a number within its limits; otherwise undefined. */
function asAllowed(value: unknown, { type, enum: values, minimum, maximum }: Parameter): unknown {
  if (type === 'array') return Array.isArray(value) ? value : undefined;
  if (type === 'number' || type === 'integer')
    return typeof value === 'number' ? Math.min(Math.max(value, minimum), maximum) : undefined;
  if (type !== 'string' || typeof value !== 'string') return undefined;
  return values === undefined
    ? value
    : values.find((each) => typeof each === 'string' && each.toLowerCase() === value.toLowerCase());
}

function usualValue({ default: fallback, enum: values }: Parameter): unknown {
  return fallback ?? values?.[0];
}
