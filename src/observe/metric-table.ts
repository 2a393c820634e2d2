/** Bounds of a histogram in seconds: as OpenTelemetry recommends for HTTP, and longer ones for answers. */
const SECONDS_OF_A_REPLY = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const SECONDS_OF_AN_ANSWER = [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 7.5, 10, 15, 30, 60, 120];
/** The bounds that OpenTelemetry recommends for model calls, without those that no chat call reaches. */
const SECONDS_OF_A_MODEL = [0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const TOKENS = [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144];

const MODEL_LABELS = ['gen_ai_operation_name', 'gen_ai_provider_name', 'gen_ai_request_model'] as const;

/**
 * Every metric of the service: its type, name, help, labels and bounds. Where OpenTelemetry has a convention
 * (HTTP server, GenAI client, Node.js, process; 1.45), names and labels follow it, in Prometheus' spelling:
 * dots become underscores, and the unit and `_total` come last. All other names start with `sayso_`.
 *
 * No label contains a value that a caller or a page chose: each has a small, fixed set of values
 * (docs/operate.md lists them).
 */
export const metricTable = {
  requestDuration: {
    type: 'histogram',
    name: 'http_server_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its reply, including streams.',
    labels: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: SECONDS_OF_A_REPLY,
  },
  activeRequests: {
    type: 'gauge',
    name: 'http_server_active_requests',
    help: 'Requests in progress.',
    labels: [],
  },
  openStreams: {
    type: 'gauge',
    name: 'sayso_open_streams',
    help: 'Open event streams.',
    labels: [],
  },

  answerDuration: {
    type: 'histogram',
    name: 'sayso_answer_duration_seconds',
    help: 'Time from the question to the end of its answer; _count is the number of answers per outcome.',
    labels: ['outcome', 'from_cache'],
    buckets: SECONDS_OF_AN_ANSWER,
  },
  answerFirstText: {
    type: 'histogram',
    name: 'sayso_answer_time_to_first_text_seconds',
    help: 'Time from the question to the first checked text of its answer.',
    labels: [],
    buckets: SECONDS_OF_AN_ANSWER,
  },
  gatherDuration: {
    type: 'histogram',
    name: 'sayso_gather_duration_seconds',
    help: 'Time from a question to its sources, if no answer is wanted; _count is the number of calls.',
    labels: ['outcome'],
    buckets: SECONDS_OF_AN_ANSWER,
  },
  stepDuration: {
    type: 'histogram',
    name: 'sayso_step_duration_seconds',
    help: 'Time of one step of an answer.',
    labels: ['step'],
    buckets: SECONDS_OF_A_REPLY,
  },

  modelDuration: {
    type: 'histogram',
    name: 'gen_ai_client_operation_duration_seconds',
    help: 'Time from calling a model to its last token.',
    labels: [...MODEL_LABELS, 'error_type'],
    buckets: SECONDS_OF_A_MODEL,
  },
  modelFirstChunk: {
    type: 'histogram',
    name: 'gen_ai_client_operation_time_to_first_chunk_seconds',
    help: 'Time from calling a model to the first text of its answer.',
    labels: MODEL_LABELS,
    buckets: SECONDS_OF_A_MODEL,
  },
  modelTokens: {
    type: 'histogram',
    name: 'gen_ai_client_token_usage',
    help: 'Tokens of one model call, as its API reports them, otherwise an estimate.',
    labels: [...MODEL_LABELS, 'gen_ai_token_type'],
    buckets: TOKENS,
  },
  modelCost: {
    type: 'counter',
    name: 'sayso_model_cost_total',
    help: 'Cost of the tokens, in the currency of MODEL_PRICE_INPUT and MODEL_PRICE_OUTPUT.',
    labels: ['gen_ai_request_model'],
  },

  searchDuration: {
    type: 'histogram',
    name: 'sayso_search_duration_seconds',
    help: 'Time of one search at one slot; _count is the number of searches per outcome.',
    labels: ['search_engine', 'outcome'],
    buckets: SECONDS_OF_A_REPLY,
  },
  breakerState: {
    type: 'gauge',
    name: 'sayso_search_breaker_state',
    help: "1 for the current state of a slot's breaker, 0 for the others.",
    labels: ['search_engine', 'state'],
  },
  pages: {
    type: 'counter',
    name: 'sayso_pages_total',
    help: 'Pages of search hits, read or skipped, with the reason.',
    labels: ['outcome', 'reason'],
  },
  rankingDuration: {
    type: 'histogram',
    name: 'sayso_ranking_duration_seconds',
    help: 'Time of one call to the reranker or the embedding model; _count is the number per outcome.',
    labels: ['model', 'outcome'],
    buckets: SECONDS_OF_A_REPLY,
  },
  cacheLookups: {
    type: 'counter',
    name: 'sayso_cache_lookups_total',
    help: 'Lookups in a cache, by outcome.',
    labels: ['cache', 'outcome'],
  },

  placesTaken: {
    type: 'gauge',
    name: 'sayso_answers_running',
    help: 'Answers in progress.',
    labels: [],
  },
  places: {
    type: 'gauge',
    name: 'sayso_answers_running_limit',
    help: 'The limit on concurrent answers: MAX_CONCURRENT_ANSWERS.',
    labels: [],
  },
  deepPlacesTaken: {
    type: 'gauge',
    name: 'sayso_deep_answers_running',
    help: 'Deep answers in progress.',
    labels: [],
  },
  deepPlaces: {
    type: 'gauge',
    name: 'sayso_deep_answers_running_limit',
    help: 'The limit on concurrent deep answers: MAX_CONCURRENT_DEEP.',
    labels: [],
  },
  deepDuration: {
    type: 'histogram',
    name: 'sayso_deep_answer_duration_seconds',
    help: 'Time from the question to the end of a deep answer; also part of sayso_answer_duration_seconds.',
    labels: ['outcome', 'from_cache'],
    buckets: SECONDS_OF_AN_ANSWER,
  },
  answerTokens: {
    type: 'histogram',
    name: 'sayso_answer_tokens',
    help: 'Tokens of all model calls of one answer.',
    labels: ['depth'],
    buckets: TOKENS,
  },
  answerCalls: {
    type: 'counter',
    name: 'sayso_answer_model_calls_total',
    help: 'Model calls for answers.',
    labels: ['depth'],
  },
  queueLength: {
    type: 'gauge',
    name: 'sayso_queue_length',
    help: 'Questions waiting in the queue.',
    labels: [],
  },
  queueWait: {
    type: 'histogram',
    name: 'sayso_queue_wait_seconds',
    help: 'Time a question waited in the queue; 0 if admitted at once.',
    labels: ['outcome'],
    buckets: [0.001, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 1, 2],
  },
  strained: {
    type: 'gauge',
    name: 'sayso_strained',
    help: '1 while new questions are refused because the process is short of CPU time or memory.',
    labels: ['resource'],
  },

  loopDelay: {
    type: 'gauge',
    name: 'nodejs_eventloop_delay_mean_seconds',
    help: 'Mean delay of the event loop over the last second.',
    labels: [],
  },
  loopDelayMax: {
    type: 'gauge',
    name: 'nodejs_eventloop_delay_max_seconds',
    help: 'Longest delay of the event loop in the last second.',
    labels: [],
  },
  loopUtilization: {
    type: 'gauge',
    name: 'nodejs_eventloop_utilization_ratio',
    help: 'Share of the last second in which the event loop was busy.',
    labels: [],
  },
  heapUsed: {
    type: 'gauge',
    name: 'v8js_memory_heap_used_bytes',
    help: 'Heap in use, including garbage that is not collected yet.',
    labels: [],
  },
  heapLimit: {
    type: 'gauge',
    name: 'v8js_memory_heap_limit_bytes',
    help: 'The largest size the heap may grow to.',
    labels: [],
  },
  residentMemory: {
    type: 'gauge',
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of the process.',
    labels: [],
  },
  cpuSeconds: {
    type: 'counter',
    name: 'process_cpu_seconds_total',
    help: 'CPU time of the process with all its threads, user and system.',
    labels: [],
  },
  openFiles: {
    type: 'gauge',
    name: 'process_open_fds',
    help: 'Open file handles; absent if the system does not report them.',
    labels: [],
  },
  maxFiles: {
    type: 'gauge',
    name: 'process_max_fds',
    help: 'Limit of open file handles; absent if the system does not report it.',
    labels: [],
  },
  startTime: {
    type: 'gauge',
    name: 'process_start_time_seconds',
    help: 'When the process started, in seconds since 1970.',
    labels: [],
  },
  build: {
    type: 'gauge',
    name: 'sayso_build_info',
    help: 'Always 1; the version of the service and of Node.js.',
    labels: ['version', 'node_version'],
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

type Row = { readonly name: string; readonly help: string; readonly labels: readonly string[] };

/** One metric. */
export type MetricRow =
  | (Row & { readonly type: 'counter' | 'gauge' })
  | (Row & { readonly type: 'histogram'; readonly buckets: readonly number[] });
