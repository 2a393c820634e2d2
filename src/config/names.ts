import { settingsTable } from './settings.ts';

/** Former settings, and what to do instead; an `x` stands for the name of a slot. */
const FORMER: readonly (readonly [names: RegExp, advice: string])[] = [
  [
    /^SEARCH_(?:PRIMARY|SECONDARY|TERTIARY)_(?:PER_DAY|PER_MONTH|QUOTA)$/,
    'set SEARCH_QUOTA=brave:50/day,brave:1000/month',
  ],
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
  [/^SEARCH_TIME_RANGE$/, 'name a period in the question, or put it into SEARCH_x_URL'],
  [/^SITES_(?:PREFER|LOWER)$/, 'block sites with SITES_BLOCK; callers prefer some with `sites.prefer`'],
  [/^(?:SITE_ICONS|PICTURES)$/, 'icons and pictures come with READ_PAGES'],
  [/^INSTANT$/, 'a request with `"instant": false` is searched'],
  [/^DEEP_DEADLINE_MS$/, 'it is three times ANSWER_DEADLINE_MS, at least 90000'],
  [/^SIGNING_SECRET(?:_FILE)?$/, 'API_KEYS sign; without keys, instances share a secret through REDIS_URL'],
  [
    /^(?:RERANK|EMBED)_MODEL$/,
    'name the model in the address: RERANK_URL or EMBED_URL=http://host?model=NAME',
  ],
  [/^(?:RERANK|EMBED)_KEY(?:_FILE)?$/, 'put it into RERANK_URL or EMBED_URL=https://host?token=KEY'],
  [/^READ_FALLBACK_KEY(?:_FILE)?$/, 'set READ_FALLBACK_URL=https://host?token=KEY'],
  [
    /^READ_FALLBACK_KIND$/,
    'the address tells: a usual port, the name in the host name, or ws:// for a browser',
  ],
  [/^ANSWER_LINKS$/, 'answers link only to the hosts of their sources'],
  [/^READ_FALLBACK_(?:PAGES|TIMEOUT_MS)$/, 'two pages of a question are rendered, in 5 seconds each'],
  [/^VERDICTS_(?:PROVIDER|API_KEY|BASE_URL)$/, 'the judge is a model of the server that writes'],
  [/^JUDGE_(?:MODEL|PROVIDER|API_KEY|BASE_URL)$/, 'use the options --judge and --judge-model of sayso eval'],
];

/** Variables of other software, and the settings that mean the same here, unless one of `unless` is given. */
const FOREIGN: readonly { readonly names: RegExp; readonly set: string; readonly unless: RegExp }[] = [
  { names: /^API_KEY$/, set: 'API_KEYS, if callers shall need a key', unless: /^API_KEYS/ },
  { names: /^SEARX(?:NG)?_(?:BASE_|API_)?URL$/, set: 'SEARCH_PRIMARY_URL', unless: /^SEARCH_PRIMARY_URL$/ },
  {
    names:
      /^(?:OPENAI|ANTHROPIC|GEMINI|GOOGLE|MISTRAL|OPENROUTER|GROQ)_API_KEY$|^OPENAI_(?:BASE_URL|API_BASE)$/,
    set: 'MODEL_PROVIDER and MODEL_API_KEY, or run `sayso setup`',
    unless: /^MODEL_(?:PROVIDER|BASE_URL|API_KEY)/,
  },
  {
    names: /^(?:BRAVE|BRAVE_SEARCH|TAVILY|EXA|SERPER|PARALLEL|FIRECRAWL|LINKUP|KAGI|JINA)_API_KEY$/,
    set: 'SEARCH_PRIMARY_KIND and SEARCH_PRIMARY_KEY, or run `sayso setup`',
    unless: /^SEARCH_(?:PRIMARY_URL|\w+_KEY)/,
  },
];

/** Every name that may be given; for secrets, also the name of the variable that names their file. */
const NAMES: ReadonlySet<string> = new Set(
  Object.values(settingsTable).flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])),
);
/** Prefixes of Sayso: an unknown name with one of them is probably misspelled. */
const OURS = /^(?:SEARCH|SITES|MODEL|RERANK|EMBED|VERDICTS|READ|ANSWER)_/;
/** Variables that Kubernetes sets for a service named `search-primary`. */
const OF_KUBERNETES = /_(?:PORT|SERVICE)(?:_|$)/;
/** Settings that other programs understand, too. */
const COMMON: ReadonlySet<string> = new Set(['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY']);

/**
 * A warning for every variable that was probably meant to be a setting: a former one, a misspelled one, or one
 * of other software. `given` are the names of all variables that are not blank; their values are not read.
 */
export function unknownNames(given: readonly string[]): string[] {
  return given.flatMap((name) => {
    const upper = name.toUpperCase();
    // Many programs read a proxy in lower case, so both spellings of its name are often given.
    if (NAMES.has(name) || OF_KUBERNETES.test(name) || (NAMES.has(upper) && given.includes(upper))) return [];
    if (NAMES.has(upper)) return `${name} is ignored: setting names are in upper case; set ${upper}.`;
    const advice = FORMER.find(([names]) => names.test(name))?.[1];
    if (advice !== undefined) return `${name} is no longer a setting: ${advice}.`;
    const foreign = FOREIGN.find(({ names }) => names.test(name));
    if (foreign !== undefined)
      return given.some((each) => foreign.unless.test(each)) ? [] : `${name} is ignored: set ${foreign.set}.`;
    return OURS.test(upper) ? `${name}: no setting has this name; is it misspelled?` : [];
  });
}

/** An environment without Sayso's own settings, for programs that need no keys of other services. */
export function foreignEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const foreign = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || (NAMES.has(name) && !COMMON.has(name)) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(foreign);
}
