import type { Environment } from '../../config/load.ts';
import { parseWebUrl } from '../../lib/text/url.ts';
import type { Changes, SetupChoice } from './choice.ts';
import { findKey } from './key-source.ts';

/** What is known of the search before the operator is asked. */
type KnownSearch = {
  readonly environment: Environment;
  /** The address of a SearXNG on this machine; null if none was found. */
  readonly searxng: string | null;
  /** The absolute path of a file with a key; null if none was named. */
  readonly keyFile: string | null;
};

/** The line of each hosted service: who gets what, and what it costs (docs/backends.md). */
const SERVICES = {
  brave: { company: 'Brave', cost: 'about $5 for 1,000 searches, with $5 of credit a month' },
  'brave-context': { company: 'Brave, for passages,', cost: 'about $5 for 1,000 searches' },
  tavily: { company: 'Tavily', cost: '1,000 searches a month are free' },
  ollama: { company: 'Ollama', cost: 'free with an account, within limits that it does not state' },
  linkup: { company: 'Linkup', cost: '$5 for 1,000 searches' },
  kagi: { company: 'Kagi', cost: '$12 for 1,000 searches' },
  jina: { company: 'Jina', cost: 'each search costs 10,000 tokens' },
} as const;

/** The services that also answer without a key. */
const KEYLESS_SERVICES = {
  exa: { company: 'Exa', cost: 'each search costs money' },
  parallel: { company: 'Parallel', cost: 'about $1 for 1,000 searches' },
  firecrawl: { company: 'Firecrawl', cost: '2 credits for a search' },
} as const;

/** The settings of the first slot; those that a choice does not set are removed. */
const EMPTY_SLOT: Changes = {
  SEARCH_PRIMARY_KIND: null,
  SEARCH_PRIMARY_URL: null,
  SEARCH_PRIMARY_KEY: null,
  SEARCH_PRIMARY_KEY_FILE: null,
};

/** Every search that can be chosen. */
export function searchChoices(known: KnownSearch): readonly SetupChoice[] {
  return [
    searxngChoice(known.searxng),
    ...Object.keys(SERVICES).map((name) => keyedChoice(name as keyof typeof SERVICES, known)),
    ...Object.keys(KEYLESS_SERVICES).map((name) =>
      keylessChoice(name as keyof typeof KEYLESS_SERVICES, known),
    ),
    wikipediaChoice(known.environment),
    {
      name: 'off',
      summary: 'nothing is searched, and questions go only to the model; free',
      detail: null,
      toChanges: () => ({ ...EMPTY_SLOT, SEARCH_TERTIARY_URL: 'off' }),
    },
  ];
}

function searxngChoice(found: string | null): SetupChoice {
  const place = found === null ? 'your own SearXNG' : `found at ${found}`;
  return {
    name: 'searxng',
    summary: `${place}; it and its search engines get your questions; free`,
    detail: {
      question: 'Address of your SearXNG',
      known: null,
      suggestion: found,
      isSecret: false,
      accepts: (value) => parseWebUrl(value) !== null,
      source: 'an address such as searxng=http://localhost:8888',
    },
    toChanges: (url) => ({ ...EMPTY_SLOT, SEARCH_PRIMARY_URL: url }),
  };
}

function keyedChoice(name: keyof typeof SERVICES, { environment, keyFile }: KnownSearch): SetupChoice {
  const { company, cost } = SERVICES[name];
  const key = searchKey(environment, name, keyFile);
  return {
    name,
    summary: `${company} gets your questions; ${cost}; needs a key${key.place}`,
    detail: key.detail,
    toChanges: (value) => ({ ...EMPTY_SLOT, SEARCH_PRIMARY_KIND: name, ...key.toChanges(value) }),
  };
}

function keylessChoice(
  name: keyof typeof KEYLESS_SERVICES,
  { environment, keyFile }: KnownSearch,
): SetupChoice {
  const { company, cost } = KEYLESS_SERVICES[name];
  const key = searchKey(environment, name, keyFile);
  const price = key.isKnown ? `${cost}${key.place}` : 'free without an account, at a low rate';
  return {
    name,
    summary: `${company} gets your questions; ${price}`,
    detail: key.isKnown ? key.detail : null,
    toChanges: (value) => ({
      ...EMPTY_SLOT,
      SEARCH_PRIMARY_KIND: name,
      ...(value === '' ? {} : key.toChanges(value)),
    }),
  };
}

function searchKey(environment: Environment, name: string, file: string | null) {
  return findKey(environment, {
    setting: 'SEARCH_PRIMARY_KEY',
    option: '--search-key-file',
    variable: `${name.replace('-context', '').toUpperCase()}_API_KEY`,
    file,
  });
}

/** Wikipedia is the default of the third slot, so it has to be switched on only where it is off. */
function wikipediaChoice({ SEARCH_TERTIARY_URL }: Environment): SetupChoice {
  const isOff = /^(?:off|false|no|0)$/i.test(SEARCH_TERTIARY_URL?.trim() ?? '');
  return {
    name: 'wikipedia',
    summary: 'only Wikipedia, which gets your questions; free',
    detail: null,
    toChanges: () => (isOff ? { ...EMPTY_SLOT, SEARCH_TERTIARY_URL: null } : EMPTY_SLOT),
  };
}
