import type { SlotSettings } from '../search/engines/slots.ts';
import { redisUrl, webUrl } from './address-settings.ts';
import { callerSettings } from './caller-settings.ts';
import type { CompleteModelSettings } from './complete-model.ts';
import { deepSettings } from './deep-settings.ts';
import { modelSettings } from './model-settings.ts';
import { rankingSettings } from './ranking-settings.ts';
import { readingSettings } from './reading-settings.ts';
import { headerText, integer, language, oneOf, secret, text, toggle, type ValuesOf } from './setting.ts';
import { siteSettings } from './site-settings.ts';
import { slotSettings } from './slot-settings.ts';
import { verdictSettings } from './verdict-settings.ts';

const milliseconds = { min: 1, max: 3_600_000 } as const;

/** All settings: startup, `--help`, `.env.example` and `docs/configuration.md` use this table. */
export const settingsTable = {
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

  ...slotSettings,
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
  searchTimeRange: oneOf({
    name: 'SEARCH_TIME_RANGE',
    words: ['day', 'week', 'month', 'year'],
    fallback: null,
    help: 'Maximum age of results, for back-ends that support it (docs/backends.md).',
  }),
  ...siteSettings,
  contact: headerText({
    name: 'CONTACT',
    fallback: null,
    help: 'E-mail address or URL of the operator, sent in the User-Agent header, as Wikipedia asks.',
  }),

  ...modelSettings,
  ...verdictSettings,
  ...rankingSettings,

  instant: toggle({
    name: 'INSTANT',
    fallback: true,
    help: 'Whether Sayso answers sums, conversions and dates without a search (docs/instant.md).',
  }),
  ...readingSettings,

  answerDeadlineMs: integer({
    name: 'ANSWER_DEADLINE_MS',
    fallback: null,
    ...milliseconds,
    shownDefault: '30000; 150000 for ollama',
    help: 'Time limit for an answer, in milliseconds.',
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
  ...deepSettings,
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
  ...callerSettings,
  signingSecret: secret({
    name: 'SIGNING_SECRET',
    fallback: null,
    help:
      'Secret that signs the ids for previous_response_id and answer_id. If unset, Sayso makes one and ' +
      'shares it through Redis; otherwise a restart ends earlier ids.',
  }),
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
} as const;

/** The settings as given, or with the default of the table. */
export type GivenSettings = ValuesOf<typeof settingsTable>;

/** All settings, read, validated, completed and frozen. */
export type Settings = Omit<
  GivenSettings,
  'queryDeadlineMs' | keyof typeof slotSettings | keyof CompleteModelSettings
> &
  CompleteModelSettings & { readonly queryDeadlineMs: number; readonly slots: readonly SlotSettings[] };
