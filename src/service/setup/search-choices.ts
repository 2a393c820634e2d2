import { parseWebUrl } from '@sayso/text/url.ts';
import type { Environment } from '../../config/load.ts';
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

/** A hosted service: who gets the questions, what that costs, and whether it also answers without a key. */
type HostedService = { readonly company: string; readonly cost: string; readonly isKeyless?: boolean };

/** The hosted services (docs/backends.md). */
const SERVICES: Readonly<Record<string, HostedService>> = {
  brave: { company: 'Brave', cost: 'about $5 for 1,000 searches, with $5 of credit a month' },
  'brave-context': { company: 'Brave, for passages,', cost: 'about $5 for 1,000 searches' },
  tavily: { company: 'Tavily', cost: '1,000 searches a month are free' },
  ollama: { company: 'Ollama', cost: 'free with an account, within limits that it does not state' },
  linkup: { company: 'Linkup', cost: '$5 for 1,000 searches' },
  kagi: { company: 'Kagi', cost: '$12 for 1,000 searches' },
  jina: { company: 'Jina', cost: 'each search costs 10,000 tokens' },
  exa: { company: 'Exa', cost: 'each search costs money', isKeyless: true },
  parallel: { company: 'Parallel', cost: 'about $1 for 1,000 searches', isKeyless: true },
  firecrawl: { company: 'Firecrawl', cost: '2 credits for a search', isKeyless: true },
};

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
    ...Object.entries(SERVICES).map(([name, service]) => serviceChoice(name, service, known)),
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

function serviceChoice(
  name: string,
  { company, cost, isKeyless = false }: HostedService,
  { environment, keyFile: file }: KnownSearch,
): SetupChoice {
  const variable = `${name.replace('-context', '').toUpperCase()}_API_KEY`;
  const names = { setting: 'SEARCH_PRIMARY_KEY', option: '--search-key-file', variable };
  const key = findKey(environment, { ...names, file });
  const isFree = isKeyless && !key.isKnown;
  const price = isFree ? 'free without an account, at a low rate' : cost;
  return {
    name,
    summary: `${company} gets your questions; ${price}${isKeyless ? '' : '; needs a key'}${key.place}`,
    detail: isFree ? null : key.detail,
    toChanges: (value) => ({
      ...EMPTY_SLOT,
      SEARCH_PRIMARY_KIND: name,
      ...(value === '' ? {} : key.toChanges(value)),
    }),
  };
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
