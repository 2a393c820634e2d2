import foreign from './foreign-names.json' with { type: 'json' };
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
const SEARCH_KEYS = ['SEARCH_PRIMARY_KEY', 'SEARCH_SECONDARY_KEY', 'SEARCH_TERTIARY_KEY'];
const MODEL = ['MODEL_PROVIDER', 'MODEL_BASE_URL', 'MODEL_API_KEY'];

/** Variables that operators may still have from other software. Their values are never read. */
export const foreignNames: readonly ForeignName[] = foreign.map(
  ({ names, service, provider, search, model }) => {
    if (search !== undefined) return { names, set: search, unless: SEARCH };
    if (model !== undefined) return { names, set: model, unless: MODEL };
    return service === undefined
      ? { names, set: `MODEL_PROVIDER=${provider} and MODEL_API_KEY`, unless: MODEL }
      : {
          names,
          set: `SEARCH_PRIMARY_KIND=${service} and SEARCH_PRIMARY_KEY`,
          unless: [...SEARCH, ...SEARCH_KEYS],
        };
  },
);

/** Former settings, and what to do instead; an `x` stands for the name of a slot. */
const FORMER: readonly (readonly [names: RegExp, advice: string])[] = [
  [/^SEARCH_(?:PRIMARY|SECONDARY|TERTIARY)_PER_(?:DAY|MONTH)$/, 'set SEARCH_x_QUOTA=50/day,1000/month'],
  [/^SEARCH_(?:PRIMARY|SECONDARY|TERTIARY)_TOOL$/, 'the search tool that fits best is used'],
  [/^(?:SEARCH|PAGE)_CACHE_SECONDS$/, 'set ANSWER_CACHE_SECONDS, which holds for all caches'],
  [/^QUEUE_TIMEOUT_MS$/, 'a question waits at most half a second for its turn'],
  [/^MAX_CONCURRENT_DEEP$/, 'it is a sixteenth of MAX_CONCURRENT_ANSWERS'],
  [/^DEEP_TOKENS$/, 'a deep answer takes at most 15,000 tokens'],
  [/^MAX_MESSAGE_CHARS$/, 'a message of a chat has at most 50,000 characters'],
  [/^TRACE_UPSTREAM$/, 'calls of models and back-ends never carry the trace'],
  [/^MODEL_PRICE_(?:INPUT|OUTPUT)$/, 'multiply the tokens of the metrics by the prices'],
  [/^FIRST_WORDS_TARGET_MS$/, 'the target is 8 seconds; set CONTEXT_TOKENS to a number instead'],
  [/^PROMPT_PROFILE$/, 'the prompt follows the size of the model'],
  [/^MODEL_KEEP_ALIVE_MINUTES$/, 'Ollama keeps the model for 30 minutes'],
  [/^SITE_ICONS$/, 'set PICTURES, which also holds for icons'],
  [/^READ_FALLBACK_(?:PAGES|TIMEOUT_MS)$/, 'two pages of a question are rendered, in 5 seconds each'],
  [/^VERDICTS_(?:PROVIDER|API_KEY|BASE_URL)$/, 'the judge is a model of the server that writes'],
  [/^JUDGE_(?:MODEL|PROVIDER|API_KEY|BASE_URL)$/, 'use the options --judge and --judge-model of sayso eval'],
];

function hintOfFormer(name: string): string | null {
  const advice = FORMER.find(([names]) => names.test(name))?.[1];
  return advice === undefined ? null : `${name} is no longer a setting: ${advice}.`;
}

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
    (name) =>
      hintOfFormer(name) ?? inLowerCase(name) ?? hintOfMisspelling(name, set) ?? foreignHint(name, set) ?? [],
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

function foreignHint(name: string, set: ReadonlySet<string>): string | null {
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
