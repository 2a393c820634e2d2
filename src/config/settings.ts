import { isIP } from 'node:net';
import { parsePageAllowance } from '../core/page-allow.ts';
import { type CompleteModelSettings, modelSettings } from './model-settings.ts';
import {
  amount,
  each,
  headerText,
  integer,
  language,
  list,
  oneOf,
  rate,
  redisUrl,
  type Setting,
  secret,
  secrets,
  slotUrl,
  text,
  toggle,
  webUrl,
} from './setting.ts';

/** Adapters a slot can speak. */
const KINDS = [
  'searxng',
  'mediawiki',
  'collection',
  'kiwix',
  'brave',
  'tavily',
  'exa',
  'serper',
  'google-pse',
  'mojeek',
  'marginalia',
  '4get',
  'librey',
  'duckduckgo',
] as const;

const slotKind = (slot: string, fallback: 'searxng' | 'mediawiki') =>
  oneOf({
    name: `SEARCH_${slot}_KIND`,
    words: KINDS,
    fallback,
    help: `What kind of back-end the ${slot.toLowerCase()} slot is: ${KINDS.join(', ')}. See docs/backends.md.`,
  });

const slotKey = (slot: string) =>
  secret({
    name: `SEARCH_${slot}_KEY`,
    fallback: null,
    help: `Key of the ${slot.toLowerCase()} slot; hosted search services need one, and with it no URL.`,
  });

const cacheSeconds = (of: string, fallback: number, help: string) =>
  integer({
    name: `${of}_CACHE_SECONDS`,
    fallback,
    min: 0,
    max: 31_536_000,
    help: `How long ${help}, in seconds; 0 is off.`,
  });

const milliseconds = { min: 1, max: 3_600_000 } as const;

/** Every setting there is: the start, `--help`, `.env.example` and `docs/configuration.md` all read this table. */
export const settingsTable = {
  host: text({
    name: 'HOST',
    fallback: '127.0.0.1',
    help: 'Address to listen on; 0.0.0.0 for all of IPv4, :: for all.',
  }),
  port: integer({
    name: 'PORT',
    fallback: 3000,
    min: 0,
    max: 65535,
    help: 'Port to listen on; 0 takes a free one, and the log says which.',
  }),

  primaryUrl: slotUrl({
    name: 'SEARCH_PRIMARY_URL',
    fallback: null,
    help: 'First back-end, asked first, e.g. http://localhost:8888; `file:INDEX` for a collection.',
  }),
  secondaryUrl: slotUrl({
    name: 'SEARCH_SECONDARY_URL',
    fallback: null,
    help: 'Second back-end, asked when the first failed or found nothing.',
  }),
  tertiaryUrl: slotUrl({
    name: 'SEARCH_TERTIARY_URL',
    fallback: 'https://en.wikipedia.org/w/api.php',
    help: 'Third back-end; `off` switches it off.',
  }),
  primaryKind: slotKind('PRIMARY', 'searxng'),
  secondaryKind: slotKind('SECONDARY', 'searxng'),
  tertiaryKind: slotKind('TERTIARY', 'mediawiki'),
  primaryKey: slotKey('PRIMARY'),
  secondaryKey: slotKey('SECONDARY'),
  tertiaryKey: slotKey('TERTIARY'),
  searchTimeoutMs: integer({
    name: 'SEARCH_TIMEOUT_MS',
    fallback: 4000,
    ...milliseconds,
    help: 'Total time for one call of one slot, in milliseconds.',
  }),
  hedge: toggle({
    name: 'HEDGE',
    fallback: true,
    help: 'Start the next slot beside one that is slower than it usually is; the first with results wins, and the next may add to few results. At most a tenth more searches.',
  }),
  searchLanguage: language({
    name: 'SEARCH_LANGUAGE',
    fallback: 'auto',
    help: 'Language asked of the back-ends, e.g. de; `auto` leaves it to the question.',
  }),
  searchSafesearch: oneOf({
    name: 'SEARCH_SAFESEARCH',
    words: ['0', '1', '2'],
    fallback: null,
    help: 'How much the back-ends leave out as unfit for children: 0 nothing, 1 moderate, 2 strict; unset leaves it to them. docs/backends.md says which take it.',
  }),
  searchTimeRange: oneOf({
    name: 'SEARCH_TIME_RANGE',
    words: ['day', 'week', 'month', 'year'],
    fallback: null,
    help: 'How old a page may be: day, week, month or year; unset is any age. docs/backends.md says which take it.',
  }),
  contact: headerText({
    name: 'CONTACT',
    fallback: null,
    help: 'Address or URL put into the User-Agent of outgoing calls; Wikipedia asks for one.',
  }),

  ...modelSettings,

  modelPriceInput: amount({
    name: 'MODEL_PRICE_INPUT',
    fallback: null,
    help: 'What a million tokens of a prompt cost, in any currency; with the next it makes the metric of cost.',
  }),
  modelPriceOutput: amount({
    name: 'MODEL_PRICE_OUTPUT',
    fallback: null,
    help: 'What a million tokens of an answer cost, in the same currency.',
  }),

  contextTokens: integer({
    name: 'CONTEXT_TOKENS',
    fallback: 2000,
    min: 0,
    max: 1_000_000,
    help: 'The most source text given to the model, in tokens.',
  }),
  readPages: toggle({
    name: 'READ_PAGES',
    fallback: true,
    help: 'Read the pages behind the results; `off` answers from their snippets alone.',
  }),
  siteIcons: toggle({
    name: 'SITE_ICONS',
    fallback: true,
    help: "Show the icons of the sources' sites on the page, fetched by the service from each site; needs `READ_PAGES`.",
  }),
  readTimeoutMs: integer({
    name: 'READ_TIMEOUT_MS',
    fallback: 1500,
    ...milliseconds,
    help: 'Total time for reading pages in one answer, in milliseconds.',
  }),
  pageAllow: each({
    name: 'PAGE_ALLOW',
    fallback: [],
    item: '`host[:port]`, addresses or networks such as 10.0.0.0/8',
    parseItem: parsePageAllowance,
    help: 'Hosts that page reading may visit although they are not public; without a port, every port.',
  }),

  answerDeadlineMs: integer({
    name: 'ANSWER_DEADLINE_MS',
    fallback: null,
    ...milliseconds,
    shownDefault: '30000; 150000 for ollama',
    help: 'The longest an answer may take, in milliseconds.',
  }),
  queryDeadlineMs: integer({
    name: 'QUERY_DEADLINE_MS',
    fallback: null,
    ...milliseconds,
    shownDefault: 'as ANSWER_DEADLINE_MS',
    help: 'The same for /api/v1/query; 7000 suits voice assistants.',
  }),
  maxQueryChars: integer({
    name: 'MAX_QUERY_CHARS',
    fallback: 2000,
    min: 1,
    max: 100_000,
    help: 'Longest question, in characters.',
  }),
  maxBodyBytes: integer({
    name: 'MAX_BODY_BYTES',
    fallback: 65_536,
    min: 1,
    max: 100_000_000,
    help: 'Largest request body, in bytes.',
  }),
  maxConcurrentAnswers: integer({
    name: 'MAX_CONCURRENT_ANSWERS',
    fallback: 256,
    min: 1,
    max: 1_000_000,
    help: 'Answers at a time; beyond it a short queue, then 503 with Retry-After.',
  }),
  queueTimeoutMs: integer({
    name: 'QUEUE_TIMEOUT_MS',
    fallback: 500,
    min: 0,
    max: 60_000,
    help: 'The longest a question waits for a place when all are taken, in milliseconds; 0 lets none wait.',
  }),
  answerCacheSeconds: cacheSeconds('ANSWER', 300, 'an equal question may get the same answer'),
  searchCacheSeconds: cacheSeconds('SEARCH', 300, 'the results of a search may serve further questions'),
  pageCacheSeconds: cacheSeconds(
    'PAGE',
    1800,
    'the text of a page that was read may serve further questions',
  ),
  redisUrl: redisUrl({
    name: 'REDIS_URL',
    fallback: null,
    help: 'Redis or Valkey that several instances share caches, rate limits and what they know of failing back-ends in, e.g. redis://localhost:6379, rediss:// over TLS. Out of reach, each instance carries on alone.',
  }),
  rateLimit: rate({
    name: 'RATE_LIMIT',
    fallback: null,
    shownDefault: 'unset; `60/minute` when HOST is not loopback and no API_KEYS are set',
    help: 'Answers per client address, e.g. 60/minute; with API_KEYS per key.',
  }),
  trustProxy: list({
    name: 'TRUST_PROXY',
    fallback: [],
    item: 'IP addresses or CIDR ranges',
    accepts: isAddressOrRange,
    help: 'Addresses of proxies whose X-Forwarded-For counts.',
  }),
  publicUrl: webUrl({
    name: 'PUBLIC_URL',
    fallback: null,
    help: 'Where callers find the service, e.g. https://ask.example.org; used in links to documents that it shows itself. Unset: the host each request names.',
  }),
  apiKeys: secrets({
    name: 'API_KEYS',
    fallback: [],
    shownDefault: 'unset',
    help: 'Comma-separated keys; when set, everything but the page and the health checks asks for one.',
  }),
  tracesEndpoint: webUrl({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: null,
    help: 'Collector of OpenTelemetry (OTLP over HTTP) that gets a trace of each answer, e.g. http://localhost:4318; unset traces nothing.',
  }),
  tracesUpstream: toggle({
    name: 'TRACE_UPSTREAM',
    fallback: false,
    help: 'Whether calls of the model and the back-ends carry the id of the trace (W3C traceparent).',
  }),
  logLevel: oneOf({
    name: 'LOG_LEVEL',
    words: ['debug', 'info', 'warn', 'error', 'silent'],
    fallback: 'info',
    help: 'Least severe lines that are logged. Questions appear at `debug` only.',
  }),
} as const;

type Table = typeof settingsTable;

/** The settings as they were given, those that were not with the default of the table. */
export type GivenSettings = {
  readonly [K in keyof Table]: Table[K] extends Setting<infer T> ? T : never;
};

/** All settings, read, checked, completed and frozen. */
export type Settings = Omit<GivenSettings, 'queryDeadlineMs' | keyof CompleteModelSettings> &
  CompleteModelSettings & { readonly queryDeadlineMs: number };

function isAddressOrRange(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
