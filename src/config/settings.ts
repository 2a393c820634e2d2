import { isIP } from 'node:net';
import type { SlotSettings } from '../search/engines/registry.ts';
import { type CompleteModelSettings, helperSettings, modelSettings } from './models.ts';
import { pageSettingsTable } from './pages.ts';
import { slotSettings } from './slots.ts';
import {
  headerText,
  integer,
  language,
  list,
  oneOf,
  rate,
  redisUrl,
  type Setting,
  secrets,
  someOf,
  tcpAddress,
  text,
  toggle,
  type ValuesOf,
  webUrl,
} from './values.ts';

/** The interfaces that speak other software's protocols and can be switched off, in the docs' order. */
const INTERFACE_NAMES = ['mcp', 'openai', 'ollama', 'search-apis'] as const;

/** The name of one of them, as `FACES` lists it. */
export type InterfaceName = (typeof INTERFACE_NAMES)[number];

const milliseconds = { min: 1, max: 3_600_000 } as const;

/**
 * All settings, by the subject that heads them in the documentation: startup, `--help`, `.env.example` and
 * `docs/configuration.md` use this schema.
 */
export const schema = {
  Address: {
    host: text({
      name: 'HOST',
      fallback: '127.0.0.1',
      help: 'Address to listen on. 0.0.0.0 means all IPv4 addresses; :: means all IPv4 and IPv6 addresses.',
    }),
    port: integer({
      name: 'PORT',
      fallback: 3000,
      min: 0,
      max: 65535,
      help: 'Port to listen on. With 0, Sayso chooses a free port and logs the number.',
    }),
  },
  Search: {
    ...slotSettings,
    sourcesFile: text({
      name: 'SOURCES_FILE',
      fallback: null,
      help:
        'File that names your own folders, sites, feeds and repositories, e.g. sources.yml, which are searched ' +
        'with every question (docs/documents.md).',
    }),
    searchTimeoutMs: integer({
      name: 'SEARCH_TIMEOUT_MS',
      fallback: 4000,
      ...milliseconds,
      help: 'Time limit for one call to a back-end, in milliseconds.',
    }),
    hedge: toggle({
      name: 'HEDGE',
      fallback: true,
      help:
        'Whether Sayso also asks the next back-end when one is slower than usual, and uses the first ' +
        'results.',
    }),
    searchLanguage: language({
      name: 'SEARCH_LANGUAGE',
      fallback: 'auto',
      help: 'Language of the search results, e.g. de. `auto` uses the language of the question.',
    }),
    searchSafesearch: oneOf({
      name: 'SEARCH_SAFESEARCH',
      words: ['0', '1', '2'],
      fallback: null,
      help:
        'Safe search: 0 is off, 1 moderate, 2 strict. If unset, each back-end decides. docs/backends.md ' +
        'says which support it.',
    }),
    sitesBlock: list({
      name: 'SITES_BLOCK',
      fallback: [],
      item: 'host names such as example.org',
      accepts: (item) => /^[\p{L}\p{N}.-]+$/u.test(item) && URL.canParse(`http://${item}`),
      help: 'Sites whose results Sayso leaves out. A host name includes its subdomains.',
    }),
    contact: headerText({
      name: 'CONTACT',
      fallback: null,
      help: 'E-mail address or URL of the operator, sent in the User-Agent header, as Wikipedia asks.',
    }),
  },
  'The model that writes': modelSettings,
  'Models that judge and rank': helperSettings,
  Pages: pageSettingsTable,
  Limits: {
    answerDeadlineMs: integer({
      name: 'ANSWER_DEADLINE_MS',
      fallback: null,
      ...milliseconds,
      shownDefault: '30000; 150000 for ollama',
      help: 'Time limit for an answer, in milliseconds. A deep answer gets three times as long, at least 90000.',
    }),
    queryDeadlineMs: integer({
      name: 'QUERY_DEADLINE_MS',
      fallback: null,
      ...milliseconds,
      shownDefault: 'the value of ANSWER_DEADLINE_MS',
      help: 'Time limit for answers from /api/v1/query, in milliseconds. For voice assistants, use 7000.',
    }),
    maxQueryChars: integer({
      name: 'MAX_QUERY_CHARS',
      fallback: 2000,
      min: 1,
      max: 100_000,
      help: 'Longest question, in characters; in chats, 50,000 for a message.',
    }),
    maxBodyBytes: integer({
      name: 'MAX_BODY_BYTES',
      fallback: 65_536,
      min: 1,
      max: 100_000_000,
      help: 'Largest request body, in bytes; eight times as much for chat programs.',
    }),
    maxConcurrentAnswers: integer({
      name: 'MAX_CONCURRENT_ANSWERS',
      fallback: 256,
      min: 1,
      max: 1_000_000,
      help:
        'Most answers at a time, with requests that only read pages. More wait half a second or get 503. A ' +
        'sixteenth as many may be deep, in addition.',
    }),
  },
  Caches: {
    answerCacheSeconds: integer({
      name: 'ANSWER_CACHE_SECONDS',
      fallback: 300,
      min: 0,
      max: 31_536_000,
      help:
        'How long Sayso reuses answers and search results, in seconds. The text of a page is reused for half ' +
        'an hour. With 0, nothing is.',
    }),
    redisUrl: redisUrl({
      name: 'REDIS_URL',
      fallback: null,
      help:
        'Address of Redis or Valkey, e.g. redis://localhost:6379 (rediss:// for TLS), in which several ' +
        'instances share caches and limits. Without it, each works alone.',
    }),
  },
  Callers: {
    rateLimit: rate({
      name: 'RATE_LIMIT',
      fallback: null,
      shownDefault: 'unset; `60/minute` if HOST is not a loopback address and no keys are set',
      help:
        'Most answers for each client address, or for each key. A search and a page that a caller names ' +
        'count as one, a deep answer as five.',
    }),
    trustProxy: list({
      name: 'TRUST_PROXY',
      fallback: [],
      item: 'IP addresses or CIDR ranges',
      accepts: isAddressOrRange,
      help: 'Addresses of the reverse proxies whose X-Forwarded-For header Sayso trusts.',
    }),
    publicUrl: webUrl({
      name: 'PUBLIC_URL',
      fallback: null,
      help:
        'Address at which callers reach Sayso, e.g. https://ask.example.org, for links to your documents. ' +
        'If unset, the host of the request.',
    }),
    faces: someOf({
      name: 'FACES',
      words: INTERFACE_NAMES,
      help:
        `Interfaces for programs with other protocols: ${INTERFACE_NAMES.join(', ')} (docs/clients.md). ` +
        'The page and REST are always on.',
    }),
    wyoming: tcpAddress({
      name: 'WYOMING_URI',
      fallback: null,
      help:
        'Address to listen on for voice assistants with the Wyoming protocol, e.g. tcp://0.0.0.0:10500. ' +
        'It has no keys: anyone who can connect can ask.',
    }),
    allowedOrigins: list({
      name: 'ALLOWED_ORIGINS',
      fallback: [],
      item: 'origins such as https://chat.example.org or http://localhost:*, or `*` for every web page',
      accepts: isOrigin,
      help:
        'Web pages that may call the interfaces of FACES without a key, e.g. https://chat.example.org, ' +
        'http://localhost:* or `*`. Programs outside a browser need no entry.',
    }),
    apiKeys: secrets({
      name: 'API_KEYS',
      fallback: [],
      shownDefault: 'unset',
      help:
        'Comma-separated keys. If set, every request needs one, except for the page and the health ' +
        'checks.',
    }),
    keysFile: text({
      name: 'KEYS_FILE',
      fallback: null,
      help:
        'File of keys with names and limits, e.g. keys.yml, made by `sayso keys add NAME`. Sayso reads it ' +
        'again when it changes. API_KEYS are valid, too.',
    }),
    usageFile: text({
      name: 'USAGE_FILE',
      fallback: null,
      help:
        'File, e.g. usage.sqlite, in which Sayso counts answers, tokens, searches and cost for each key, user, ' +
        'model and day, for `sayso usage`. Counts are kept for 13 months.',
    }),
  },
  'Traces and log': {
    tracesEndpoint: webUrl({
      name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      fallback: null,
      help:
        'OpenTelemetry collector (OTLP over HTTP) that receives a trace of each answer, e.g. ' +
        'http://localhost:4318.',
    }),
    logLevel: oneOf({
      name: 'LOG_LEVEL',
      words: ['debug', 'info', 'warn', 'error', 'silent'],
      fallback: 'info',
      help: 'Lowest level that Sayso logs. Only `debug` logs questions.',
    }),
  },
} as const;

/** All settings without their groups. */
export const settingsTable = {
  ...schema.Address,
  ...schema.Search,
  ...schema['The model that writes'],
  ...schema['Models that judge and rank'],
  ...schema.Pages,
  ...schema.Limits,
  ...schema.Caches,
  ...schema.Callers,
  ...schema['Traces and log'],
} as const;

/** The settings as given, or with the default of the table. */
export type GivenSettings = ValuesOf<typeof settingsTable>;

/** All settings, read, validated, completed and frozen. */
export type Settings = Omit<
  GivenSettings,
  'queryDeadlineMs' | keyof typeof slotSettings | keyof CompleteModelSettings
> &
  CompleteModelSettings & { readonly queryDeadlineMs: number; readonly slots: readonly SlotSettings[] };

/** The addresses of the operator's own hosts, by setting; null if a setting has no value. */
export function ownHosts(settings: Settings): Readonly<Record<string, string | null>> {
  return {
    SEARCH_PRIMARY_URL: settings.slots.find(({ position }) => position === 1)?.url ?? null,
    SEARCH_SECONDARY_URL: settings.slots.find(({ position }) => position === 2)?.url ?? null,
    // Ollama has its own, more detailed check.
    MODEL_BASE_URL: settings.modelProvider === 'ollama' ? null : settings.modelBaseUrl,
    MODEL_FALLBACK_BASE_URL: settings.fallbackProvider === 'ollama' ? null : settings.fallbackBaseUrl,
    RERANK_URL: settings.reranker?.url ?? null,
    EMBED_URL: settings.embedder?.url ?? null,
    READ_FALLBACK_URL: settings.renderer?.url ?? null,
  };
}

/**
 * Settings that do not change the content of an answer, only which callers get it, when, and from where.
 * Secrets do not change it either.
 */
const WITHOUT_EFFECT: readonly (keyof Settings)[] = [
  'host',
  'port',
  'contact',
  'hedge',
  'searchTimeoutMs',
  'readTimeoutMs',
  'noProxy',
  'modelTimeoutMs',
  'answerDeadlineMs',
  'queryDeadlineMs',
  'deepDeadlineMs',
  'unmeasuredDeepMs',
  'maxQueryChars',
  'maxBodyBytes',
  'maxConcurrentAnswers',
  'answerCacheSeconds',
  'rateLimit',
  'keysFile',
  'usageFile',
  'trustProxy',
  'faces',
  'allowedOrigins',
  'tracesEndpoint',
  'logLevel',
];

/** The settings that may affect the content of an answer: all but those listed above and the secrets. */
export function answerSettings(settings: Settings): readonly (readonly [name: string, value: unknown])[] {
  const secrets = Object.entries<Setting<unknown>>(settingsTable).filter(([, { secret }]) => secret);
  const without: ReadonlySet<string> = new Set([...WITHOUT_EFFECT, ...secrets.map(([name]) => name)]);
  // Neither the key of a server nor the quota of a slot changes what it finds.
  const slots = settings.slots.map(({ position, kind, url }) => ({ position, kind, url }));
  const [reranker, embedder] = [settings.reranker, settings.embedder].map(
    (server) => server && { url: server.url, model: server.model },
  );
  const kept = Object.entries(settings).filter(([name]) => !without.has(name));
  return Object.entries({ ...Object.fromEntries(kept), slots, reranker, embedder }).toSorted();
}

/** Whether documents of the operator are searched. */
export function hasCollection({ slots, sourcesFile }: Settings): boolean {
  return sourcesFile !== null || slots.some(({ kind }) => kind === 'collection');
}

/** Whether an item is an origin as browsers send it (RFC 6454, 6.2), one with the port `*`, or `*`. */
function isOrigin(item: string): boolean {
  return item === '*' || /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@,*]+(?::\*)?$/.test(item);
}

function isAddressOrRange(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
