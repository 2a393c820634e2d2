import type { SearchService } from '../core/search-services.ts';
import { settingsTable } from './settings.ts';

/** A variable of other software, and the settings that mean the same here. */
type ForeignName = {
  readonly names: readonly string[];
  /** The settings to use instead, in words that follow "set". */
  readonly set: string;
  /** If one of these settings is given, the operator has already chosen. */
  readonly unless: readonly string[];
};

const SEARCH = ['SEARCH_PRIMARY_URL'];
const MODEL = ['MODEL_PROVIDER', 'MODEL_BASE_URL', 'MODEL_API_KEY'];

const service = (kind: SearchService, ...names: readonly string[]): ForeignName => ({
  names,
  set: `SEARCH_PRIMARY_KIND=${kind} and SEARCH_PRIMARY_KEY`,
  unless: [...SEARCH, 'SEARCH_PRIMARY_KEY', 'SEARCH_SECONDARY_KEY', 'SEARCH_TERTIARY_KEY'],
});

const provider = (name: string, ...names: readonly string[]): ForeignName => ({
  names,
  set: `MODEL_PROVIDER=${name} and MODEL_API_KEY`,
  unless: MODEL,
});

/** Variables that operators may still have from other software. Their values are never read. */
export const foreignNames: readonly ForeignName[] = [
  {
    names: ['SEARXNG_URL', 'SEARXNG_BASE_URL', 'SEARXNG_API_URL', 'SEARXNG_HOST', 'SEARXNG_QUERY_URL'],
    set: 'SEARCH_PRIMARY_URL',
    unless: SEARCH,
  },
  { names: ['SEARX_URL', 'SEARX_HOST'], set: 'SEARCH_PRIMARY_URL', unless: SEARCH },
  service('brave', 'BRAVE_API_KEY', 'BRAVE_SEARCH_API_KEY'),
  service('tavily', 'TAVILY_API_KEY'),
  service('exa', 'EXA_API_KEY'),
  service('serper', 'SERPER_API_KEY'),
  service('parallel', 'PARALLEL_API_KEY'),
  service('firecrawl', 'FIRECRAWL_API_KEY'),
  service('ollama', 'OLLAMA_API_KEY'),
  service('linkup', 'LINKUP_API_KEY'),
  service('kagi', 'KAGI_API_KEY'),
  service('jina', 'JINA_API_KEY'),
  provider('openai', 'OPENAI_API_KEY'),
  provider('anthropic', 'ANTHROPIC_API_KEY'),
  provider('google', 'GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'),
  provider('mistral', 'MISTRAL_API_KEY'),
  {
    names: ['OPENROUTER_API_KEY'],
    set: 'MODEL_BASE_URL=https://openrouter.ai/api/v1, MODEL_API_KEY and MODEL_NAME',
    unless: MODEL,
  },
  {
    names: ['OPENAI_BASE_URL', 'OPENAI_API_BASE'],
    set: 'MODEL_BASE_URL, and MODEL_API_KEY if the API requires one',
    unless: MODEL,
  },
  {
    names: ['OLLAMA_HOST', 'OLLAMA_URL', 'OLLAMA_BASE_URL', 'OLLAMA_API_BASE'],
    set: 'MODEL_PROVIDER=ollama, and MODEL_BASE_URL if it is not on this machine',
    unless: MODEL,
  },
];

/** Every name that may be given; for secrets, also the name of the variable that names their file. */
const NAMES: readonly string[] = Object.values(settingsTable).flatMap(({ name, secret }) =>
  secret ? [name, `${name}_FILE`] : [name],
);
/** Prefixes of Sayso: an unknown name with one of them is probably misspelled. */
const OURS = /^(?:SEARCH|MODEL|RERANK|EMBED)_/;
/** Variables that Kubernetes sets for a service named `search-primary`. */
const OF_KUBERNETES = /_(?:PORT|SERVICE)(?:_|$)/;
/** Shorter names resemble too many words to guess. */
const SHORTEST_GUESSED = 7;
const LONG = 10;

/**
 * A warning for every variable that is not a setting but was probably meant to be one: a misspelled name, or
 * the name that other software uses. `given` are the names of all variables that are not blank; their values
 * are not read.
 */
export function unknownNames(given: readonly string[]): string[] {
  const settingNames = new Set(NAMES);
  const set = new Set(given);
  // Many programs read a proxy in lower case, so both spellings of its name are often given.
  const isSet = (name: string) => settingNames.has(set.has(name.toUpperCase()) ? name.toUpperCase() : name);
  const strangers = given.filter((name) => !isSet(name) && !OF_KUBERNETES.test(name));
  return strangers.flatMap(
    (name) => inLowerCase(name) ?? hintOfMisspelling(name, set) ?? foreign(name, set) ?? [],
  );
}

function inLowerCase(name: string): string | null {
  const upper = name.toUpperCase();
  if (upper === name || !NAMES.includes(upper)) return null;
  return `${name} is ignored: setting names are in upper case; set ${upper}.`;
}

function hintOfMisspelling(name: string, set: ReadonlySet<string>): string | null {
  const upper = name.toUpperCase();
  const near = NAMES.find((known) => isNear(upper, known));
  if (near !== undefined && !set.has(near)) return `${name}: no setting has this name; did you mean ${near}?`;
  return OURS.test(upper) ? `${name}: no setting has this name; is it misspelled?` : null;
}

function foreign(name: string, set: ReadonlySet<string>): string | null {
  const entry = foreignNames.find(({ names }) => names.includes(name));
  if (entry === undefined || entry.unless.some((each) => set.has(each) || set.has(`${each}_FILE`)))
    return null;
  return `${name} is ignored: set ${entry.set}.`;
}

/** True if one typing error, or two in a long name, turns one name into the other. */
function isNear(name: string, known: string): boolean {
  const most = known.length < LONG ? 1 : 2;
  // Every start compares all variables with all settings: most pairs differ too much in length alone.
  if (known.length < SHORTEST_GUESSED || Math.abs(name.length - known.length) > most) return false;
  return slips(name, known) <= most;
}

/** The letters added, omitted, replaced or swapped (optimal string alignment distance). */
function slips(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next[column] = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, next];
  }
  return at(last, other.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
