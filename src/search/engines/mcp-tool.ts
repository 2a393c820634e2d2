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

/** The part of a JSON schema that decides what a parameter may be given. */
type Parameter = {
  readonly type: 'text' | 'number' | 'list' | 'other';
  /** The allowed values; null for any. */
  readonly values: readonly unknown[] | null;
  readonly minimum: number;
  readonly maximum: number;
  /** Undefined if there is none. */
  readonly fallback: unknown;
};

/** A tool with which the web can be searched. */
export type SearchTool = {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly required: ReadonlySet<string>;
};

/** No real server has more tools, and no real tool more parameters or a longer name. */
const MAX_TOOLS = 500;
const MAX_PARAMETERS = 100;
const MAX_NAME_CHARS = 200;
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
  const ranked = usable.map((tool) => [rankOf(tool.name), tool] as const);
  ranked.sort(([one], [other]) => one - other);
  return ranked.find(([rank]) => Number.isFinite(rank))?.[1] ?? null;
}

/** True for a parameter that takes the words to search for. */
function takesWords(name: string, { type }: Parameter): boolean {
  return TEXT_PARAMETERS.test(name) && (type === 'text' || type === 'list');
}

function isHarmless({ name, annotations }: ListedTool): boolean {
  if (name.length > MAX_NAME_CHARS) return false;
  return annotations?.destructiveHint !== true || annotations.readOnlyHint === true;
}

/** True if all that the tool requires can be given. */
function isCallable({ parameters, required }: SearchTool): boolean {
  const takesText = [...parameters].some(([name, parameter]) => takesWords(name, parameter));
  return (
    takesText &&
    [...required].every((name) => {
      const parameter = parameters.get(name);
      if (parameter === undefined) return false;
      return takesWords(name, parameter) || parameter.fallback !== undefined || parameter.values !== null;
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

const TYPES: ReadonlyMap<unknown, Parameter['type']> = new Map([
  ['string', 'text'],
  ['array', 'list'],
  ['integer', 'number'],
  ['number', 'number'],
]);

function toParameter(schema: unknown): Parameter {
  const { type, values, minimum, maximum, fallback } = fieldsOf(schema);
  return {
    type: TYPES.get(type) ?? 'other',
    values: Array.isArray(values) ? values.slice(0, MAX_PARAMETERS * 3) : null,
    minimum: typeof minimum === 'number' ? minimum : 1,
    maximum: typeof maximum === 'number' ? maximum : Number.POSITIVE_INFINITY,
    fallback,
  };
}

type SchemaFields = Readonly<Record<'type' | 'values' | 'minimum' | 'maximum' | 'fallback', unknown>>;

/** The fields of a schema; of alternatives, those of the first whose type is not `null`. */
function fieldsOf(schema: unknown): SchemaFields {
  if (typeof schema !== 'object' || schema === null) return fieldsOf({ type: 'other' });
  const {
    type,
    anyOf,
    enum: values,
    minimum,
    maximum,
    default: fallback,
  } = schema as Record<string, unknown>;
  const alternatives = Array.isArray(anyOf) ? anyOf.slice(0, 5) : [];
  const first = alternatives.find((each) => each?.type !== undefined && each.type !== 'null');
  if (type === undefined && first !== undefined) {
    const { type: firstType, enum: firstValues, minimum: least, maximum: most } = first;
    return { type: firstType, values: firstValues, minimum: least, maximum: most, fallback };
  }
  const single = Array.isArray(type) ? type.find((each) => each !== 'null') : type;
  return { type: single, values, minimum, maximum, fallback };
}

/** The names that servers give to one thing, without underscores and in lower case, and its value. */
type Meaning = {
  readonly names: readonly string[];
  readonly part?: ScopePart;
  /** Undefined if the query says nothing about it. */
  valueOf(query: SearchQuery): unknown;
};

/** The number of results to ask for, so that there are several sites to choose from. */
const USUAL_RESULTS = 10;

const MEANINGS: readonly Meaning[] = [
  {
    names: ['count', 'numresults', 'maxresults', 'limit', 'topk', 'k', 'n', 'num', 'resultcount', 'size'],
    valueOf: ({ limit }) => Math.max(limit, USUAL_RESULTS),
  },
  { names: ['responseformat', 'outputformat', 'format'], valueOf: () => 'json' },
  {
    names: ['language', 'lang', 'searchlang', 'hl', 'locale'],
    part: 'language',
    valueOf: ({ scope }) => (scope.language === 'auto' ? undefined : scope.language.split('-')[0]),
  },
  {
    names: ['country', 'gl', 'region', 'countrycode'],
    part: 'country',
    valueOf: ({ scope }) => scope.country?.toUpperCase(),
  },
  {
    names: ['startdate', 'startpublisheddate', 'fromdate', 'afterdate', 'since', 'dateafter'],
    part: 'since',
    valueOf: ({ scope }) => scope.since ?? undefined,
  },
  {
    names: ['enddate', 'endpublisheddate', 'todate', 'beforedate', 'until', 'datebefore'],
    part: 'until',
    valueOf: ({ scope }) => scope.until ?? undefined,
  },
  {
    names: ['includedomains', 'alloweddomains', 'domains', 'sites'],
    part: 'sites.only',
    valueOf: ({ scope }) => (scope.sites.only.length > 0 ? scope.sites.only : undefined),
  },
  {
    names: ['excludedomains', 'blockeddomains', 'excludesites'],
    part: 'sites.never',
    valueOf: ({ scope }) => (scope.sites.never.length > 0 ? scope.sites.never : undefined),
  },
];

/**
 * The arguments with which a tool searches for a query. A parameter without a value in the query is left out;
 * if it is required, it gets its default or the first value that it allows, if it has one.
 */
export function toArguments(tool: SearchTool, query: SearchQuery): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [name, parameter] of tool.parameters) {
    const value = takesWords(name, parameter)
      ? asWords(query.text, parameter)
      : asAllowed(meaningOf(name)?.valueOf(query), parameter);
    const given = value ?? (tool.required.has(name) ? usualValue(parameter) : undefined);
    if (given !== undefined) named[name] = given;
  }
  return named;
}

/** The parts of a scope that a tool has parameters for. */
export function sentParts(tool: SearchTool): readonly ScopePart[] {
  return [...tool.parameters.keys()].flatMap((name) => meaningOf(name)?.part ?? []);
}

function meaningOf(name: string): Meaning | undefined {
  const plain = name.toLowerCase().replaceAll(/[_-]/g, '');
  return MEANINGS.find(({ names }) => names.includes(plain));
}

function asWords(text: string, { type }: Parameter): unknown {
  return type === 'list' ? [text] : text;
}

/** The value in the type that the parameter has; undefined if it does not take such a value. */
function asAllowed(value: unknown, { type, values, minimum, maximum }: Parameter): unknown {
  if (value === undefined) return undefined;
  if (type === 'number')
    return typeof value === 'number' ? Math.min(Math.max(value, minimum), maximum) : undefined;
  if (type === 'list') return Array.isArray(value) ? value : undefined;
  if (type !== 'text' || typeof value !== 'string') return undefined;
  if (values === null) return value;
  return values.find((each) => typeof each === 'string' && each.toLowerCase() === value.toLowerCase());
}

function usualValue({ fallback, values }: Parameter): unknown {
  return fallback ?? values?.[0];
}
