import type { ScopePart } from '../../core/scope.ts';
import type { SearchQuery } from '../search.ts';
import { type Parameter, type SearchTool, takesWords } from './mcp-tool.ts';

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
