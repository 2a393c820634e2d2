import { randomBytes } from 'node:crypto';
import { isLoopback, parseWebUrl } from '@sayso/text/url.ts';
import type { Environment } from '../../config/load.ts';
import { defaultModels } from '../../core/default-models.ts';
import { OLLAMA_URL } from '../../models/providers/ollama-api.ts';
import { type Changes, findKey, plainChoice, type SetupChoice, type SetupQuestion } from './choice.ts';
import { readEnvText } from './env-file.ts';
import {
  findModelServers,
  findSearxng,
  listModels,
  localModels,
  type ModelServer,
  ollamaUrl,
} from './local-servers.ts';

/** The absolute paths of files with keys, and the model that the operator named; null if none was named. */
type NamedBefore = Readonly<Record<'searchKeyFile' | 'modelKeyFile' | 'modelName', string | null>>;

const KEY_BYTES = 24;
const EVERY_ADDRESS = '0.0.0.0';

/** Leaves the settings of a question as they are. */
const KEEP = plainChoice('keep', 'as it is set now', () => ({}));

/** The three questions, with what was found on this machine. */
export async function setupQuestions(
  environment: Environment,
  version: string,
  { searchKeyFile, modelKeyFile, modelName }: NamedBefore,
): Promise<readonly SetupQuestion[]> {
  const url = ollamaUrl(environment.OLLAMA_HOST);
  const [searxng, models, servers] = await Promise.all([
    findSearxng(version),
    localModels(version, url),
    findModelServers(version),
  ]);
  return [
    withKeep(environment, /^SEARCH_PRIMARY_/, {
      option: 'search',
      text: 'Where should Sayso search? Wikipedia also gets questions if another search fails or is slow.',
      choices: searchChoices({ environment, searxng, keyFile: searchKeyFile }),
      usual: searxng === null ? null : 'searxng',
    }),
    withKeep(environment, /^MODEL_(?:PROVIDER|BASE_URL|API_KEY)/, {
      option: 'model',
      text: 'Which model should write the answers?',
      choices: modelChoices({
        ...{ environment, version, servers, modelName },
        ollama: { url, models },
        keyFile: modelKeyFile,
      }),
      usual: models.length > 0 ? 'ollama' : servers.length > 0 ? 'server' : null,
    }),
    withKeep(environment, /^(?:HOST|API_KEYS(?:_FILE)?|KEYS_FILE)$/, {
      option: 'access',
      text: 'Who may use it?',
      choices: accessChoices(environment),
      usual: 'local',
    }),
  ];
}

/** Offers to keep the settings of a question first, if there are any. */
function withKeep(environment: Environment, names: RegExp, question: SetupQuestion): SetupQuestion {
  const isSet = Object.entries(environment).some(([name, value]) => names.test(name) && value?.trim());
  if (!isSet) return question;
  return { ...question, choices: [KEEP, ...question.choices], usual: KEEP.name };
}

/** Who may use the service. A key that callers need is kept, or made if there is none. */
function accessChoices({ API_KEYS, API_KEYS_FILE, KEYS_FILE }: Environment): readonly SetupChoice[] {
  const hasKey = Boolean(API_KEYS?.trim() || API_KEYS_FILE?.trim() || KEYS_FILE?.trim());
  const withKey = `everyone who reaches this machine with ${hasKey ? 'your key' : 'a key, which is made now'}`;
  return [
    plainChoice('local', 'only programs and browsers on this machine', () => ({ HOST: null })),
    plainChoice('key', withKey, () => ({ HOST: EVERY_ADDRESS, ...(hasKey ? {} : { API_KEYS: newKey() }) })),
    plainChoice('open', 'everyone who reaches this machine, 60 answers a minute for each address', () => ({
      ...{ HOST: EVERY_ADDRESS, API_KEYS: null, API_KEYS_FILE: null, KEYS_FILE: null },
    })),
  ];
}

function newKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

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
function searchChoices(known: KnownSearch): readonly SetupChoice[] {
  return [
    searxngChoice(known.searxng),
    ...Object.entries(SERVICES).map(([name, service]) => serviceChoice(name, service, known)),
    wikipediaChoice(known.environment),
    plainChoice('off', 'nothing is searched, and questions go only to the model; free', () => ({
      ...EMPTY_SLOT,
      SEARCH_TERTIARY_URL: 'off',
    })),
  ];
}

function searxngChoice(found: string | null): SetupChoice {
  const place = found === null ? 'your own SearXNG' : `found at ${found}`;
  return {
    name: 'searxng',
    summary: `${place}; it and its search engines get your questions; free`,
    toChanges: async (ask) => ({
      ...EMPTY_SLOT,
      SEARCH_PRIMARY_URL: await ask({
        question: 'Address of your SearXNG',
        known: null,
        suggestion: found,
        isSecret: false,
        accepts: (value) => parseWebUrl(value) !== null,
        source: 'an address such as searxng=http://localhost:8888',
      }),
    }),
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
    toChanges: async (ask) => ({
      ...EMPTY_SLOT,
      SEARCH_PRIMARY_KIND: name,
      ...(isFree ? {} : await key.toChanges(ask)),
    }),
  };
}

/** Wikipedia is the default of the third slot, so it has to be switched on only where it is off. */
function wikipediaChoice({ SEARCH_TERTIARY_URL }: Environment): SetupChoice {
  const isOff = /^(?:off|false|no|0)$/i.test(SEARCH_TERTIARY_URL?.trim() ?? '');
  return plainChoice('wikipedia', 'only Wikipedia, which gets your questions; free', () =>
    isOff ? { ...EMPTY_SLOT, SEARCH_TERTIARY_URL: null } : EMPTY_SLOT,
  );
}

/** What is known of models before the operator is asked. */
type KnownModels = {
  readonly environment: Environment;
  readonly version: string;
  readonly ollama: ModelServer;
  /** The other servers of this machine. */
  readonly servers: readonly ModelServer[];
  /** The name of a model for the server; null if none was given. */
  readonly modelName: string | null;
  /** The absolute path of a file with a key; null if none was named. */
  readonly keyFile: string | null;
};

/** The companies, with the variable in which other programs expect their key. */
const COMPANIES = {
  openai: { company: 'OpenAI', variable: 'OPENAI_API_KEY' },
  anthropic: { company: 'Anthropic', variable: 'ANTHROPIC_API_KEY' },
  google: { company: 'Google', variable: 'GEMINI_API_KEY' },
  mistral: { company: 'Mistral', variable: 'MISTRAL_API_KEY' },
} as const;

/** The most models that are named for a server before it was chosen. */
const MAX_SHOWN = 3;

/** The settings of the first model; those that a choice does not set are removed. */
const NO_MODEL: Changes = {
  MODEL_PROVIDER: null,
  MODEL_NAME: null,
  MODEL_BASE_URL: null,
  MODEL_API_KEY: null,
  MODEL_API_KEY_FILE: null,
};

/** Every writer of answers that can be chosen. */
function modelChoices(known: KnownModels): readonly SetupChoice[] {
  return [
    ollamaChoice(known.ollama),
    serverChoice(known),
    ...Object.keys(COMPANIES).map((name) => companyChoice(name as keyof typeof COMPANIES, known)),
    plainChoice(
      'none',
      'no model: passages of the sources in place of answers; nothing is sent; free',
      () => ({
        ...NO_MODEL,
        MODEL_PROVIDER: 'extractive',
      }),
    ),
  ];
}

function ollamaChoice({ url, models }: KnownModels['ollama']): SetupChoice {
  const place =
    models.length === 0 ? `your own Ollama at ${url}` : `found at ${url} with ${models.join(', ')}`;
  return {
    name: 'ollama',
    summary: `${place}; nothing goes to a company; free`,
    toChanges: async (ask) => ({
      ...NO_MODEL,
      MODEL_PROVIDER: 'ollama',
      MODEL_NAME: await ask({
        question: modelQuestion(models),
        known: null,
        suggestion: models[0] ?? null,
        isSecret: false,
        accepts: (value) => value !== '',
        source: 'a model such as ollama=llama3.2',
      }),
      MODEL_BASE_URL: url === OLLAMA_URL ? null : url,
    }),
  };
}

function modelQuestion(models: readonly string[]): string {
  return models.length > 1 ? `Model (${models.join(', ')})` : 'Model';
}

/** A server with an API like OpenAI's: on this machine, or at an address that the operator types. */
function serverChoice({ servers, version, keyFile, modelName }: KnownModels): SetupChoice {
  const found = servers.map(({ url, models }) => `${url} with ${models.slice(0, MAX_SHOWN).join(', ')}`);
  return {
    name: 'server',
    summary:
      found.length === 0
        ? 'LM Studio, llama.cpp, vLLM, LocalAI, Jan, OpenRouter, Groq: an address like that of OpenAI'
        : `found at ${found.join('; ')}; nothing goes to a company; free`,
    async toChanges(ask) {
      const address = await ask({
        question: 'Address of the server',
        known: null,
        suggestion: servers[0]?.url ?? null,
        isSecret: false,
        accepts: (value) => parseWebUrl(value) !== null,
        source: 'an address such as server=http://localhost:1234/v1',
      });
      const open = servers.find(({ url }) => url === address) ?? (await listModels(address, { version }));
      const isOwn = open !== null && isLoopback(new URL(address).hostname);
      const key = await ask({
        question: 'Its key (it is not shown; Enter if it needs none)',
        known: keyFile ?? (isOwn ? '' : null),
        suggestion: '',
        isSecret: true,
        accepts: () => true,
        source: 'a key: name a file with --model-key-file',
      });
      const sent = keyFile === null ? key : (await readEnvText(keyFile)).trim();
      const server = sent === '' ? open : await listModels(address, { version, key: sent });
      const models = server?.models ?? [];
      const name = await ask({
        question: server === null ? `${address} lists no models; name of the model` : modelQuestion(models),
        known: modelName,
        suggestion: models[0] ?? null,
        isSecret: false,
        accepts: (value) => value !== '',
        source: 'a model that it lists, or --model-name NAME',
      });
      return {
        ...NO_MODEL,
        MODEL_PROVIDER: 'openai-compatible',
        MODEL_BASE_URL: server?.url ?? address,
        MODEL_NAME: name,
        ...(keyFile === null ? { MODEL_API_KEY: key || null } : { MODEL_API_KEY_FILE: keyFile }),
      };
    },
  };
}

function companyChoice(
  name: keyof typeof COMPANIES,
  { environment, keyFile: file }: KnownModels,
): SetupChoice {
  const { company, variable } = COMPANIES[name];
  const key = findKey(environment, {
    setting: 'MODEL_API_KEY',
    variable,
    option: '--model-key-file',
    file,
  });
  return {
    name,
    summary:
      `${company} gets your questions and excerpts of pages; you pay for each answer ` +
      `(${defaultModels[name]}); needs a key${key.place}`,
    toChanges: async (ask) => ({ ...NO_MODEL, MODEL_PROVIDER: name, ...(await key.toChanges(ask)) }),
  };
}
