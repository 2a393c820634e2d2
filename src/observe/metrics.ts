// The main entry of prom-client also loads OpenTelemetry and its own metrics of the process: 80 more files.
import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import Histogram from 'prom-client/lib/histogram.js';
import Registry from 'prom-client/lib/registry.js';

/** Bounds of a histogram in seconds: as OpenTelemetry recommends for HTTP, and longer ones for answers. */
const SECONDS_OF_A_REPLY = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const SECONDS_OF_AN_ANSWER = [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 7.5, 10, 15, 30, 60, 120];
/** The bounds that OpenTelemetry recommends for model calls, without those that no chat call reaches. */
const SECONDS_OF_A_MODEL = [0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const SECONDS_OF_A_WAIT = [0.001, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 1, 2];
const TOKENS = [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144];

const MODEL_LABELS = ['gen_ai_operation_name', 'gen_ai_provider_name', 'gen_ai_request_model'] as const;

/** The service's metrics: counters and histograms, and gauges that are given the function that reads them. */
export type Metrics = ReturnType<typeof createMetrics>;

/** The value of a metric for each set of labels. */
type Readings<Label extends string> = Iterable<
  readonly [labels: Readonly<Record<Label, string | number>>, value: number]
>;

/**
 * Makes every metric of one service. Where OpenTelemetry has a convention (HTTP server, GenAI client, Node.js,
 * process; 1.45), names and labels follow it, in Prometheus' spelling: dots become underscores, and the unit
 * and `_total` come last. All other names start with `sayso_`.
 *
 * No label contains a value that a caller or a page chose: each has a small, fixed set of values
 * (docs/operate.md lists them).
 */
export function createMetrics() {
  const registry = new Registry();
  const ownRegistry = new Registry();
  const registers = [registry];
  const { counter, histogram, gauge, gauges } = makersOf(registers);
  return {
    requestDuration: histogram(
      'http_server_request_duration_seconds',
      'Time from the headers of a request to the end of its reply, including streams.',
      SECONDS_OF_A_REPLY,
      ['http_request_method', 'http_route', 'http_response_status_code'],
    ),
    activeRequests: new Gauge({
      name: 'http_server_active_requests',
      help: 'Requests in progress.',
      registers,
    }),
    openStreams: new Gauge({ name: 'sayso_open_streams', help: 'Open event streams.', registers }),

    answerDuration: histogram(
      'sayso_answer_duration_seconds',
      'Time from the question to the end of its answer; _count is the number of answers per outcome.',
      SECONDS_OF_AN_ANSWER,
      ['outcome', 'from_cache'],
    ),
    answerFirstText: histogram(
      'sayso_answer_time_to_first_text_seconds',
      'Time from the question to the first checked text of its answer.',
      SECONDS_OF_AN_ANSWER,
      [],
    ),
    gatherDuration: histogram(
      'sayso_gather_duration_seconds',
      'Time from a question to its sources, if no answer is wanted; _count is the number of calls.',
      SECONDS_OF_AN_ANSWER,
      ['outcome'],
    ),
    stepDuration: histogram(
      'sayso_step_duration_seconds',
      'Time of one step of an answer.',
      SECONDS_OF_A_REPLY,
      ['step'],
    ),

    modelDuration: histogram(
      'gen_ai_client_operation_duration_seconds',
      'Time from calling a model to its last token.',
      SECONDS_OF_A_MODEL,
      [...MODEL_LABELS, 'error_type'],
    ),
    modelFirstChunk: histogram(
      'gen_ai_client_operation_time_to_first_chunk_seconds',
      'Time from calling a model to the first text of its answer.',
      SECONDS_OF_A_MODEL,
      MODEL_LABELS,
    ),
    modelTokens: histogram(
      'gen_ai_client_token_usage',
      'Tokens of one model call, as its API reports them, otherwise an estimate.',
      TOKENS,
      [...MODEL_LABELS, 'gen_ai_token_type'],
    ),

    searchDuration: histogram(
      'sayso_search_duration_seconds',
      'Time of one search at one slot; _count is the number of searches per outcome.',
      SECONDS_OF_A_REPLY,
      ['search_engine', 'outcome'],
    ),
    breakerState: gauges(
      'sayso_search_breaker_state',
      "1 for the current state of a slot's breaker, 0 for the others.",
      ['search_engine', 'state'],
    ),
    callsLeft: gauges(
      'sayso_search_calls_left',
      'Calls that a slot may still make in this day or month (UTC); absent without a limit.',
      ['search_engine', 'period'],
    ),
    pages: counter('sayso_pages_total', 'Pages of search hits, read or skipped, with the reason.', [
      'outcome',
      'reason',
    ]),
    rankingDuration: histogram(
      'sayso_ranking_duration_seconds',
      'Time of one call to the reranker or the embedding model; _count is the number per outcome.',
      SECONDS_OF_A_REPLY,
      ['model', 'outcome'],
    ),
    cacheLookups: counter('sayso_cache_lookups_total', 'Lookups in a cache, by outcome.', [
      'cache',
      'outcome',
    ]),

    placesTaken: gauge('sayso_answers_running', 'Answers in progress.'),
    places: gauge('sayso_answers_running_limit', 'The limit on concurrent answers: MAX_CONCURRENT_ANSWERS.'),
    deepPlacesTaken: gauge('sayso_deep_answers_running', 'Deep answers in progress.'),
    deepPlaces: gauge(
      'sayso_deep_answers_running_limit',
      'The limit on concurrent deep answers: a sixteenth of MAX_CONCURRENT_ANSWERS.',
    ),
    deepDuration: histogram(
      'sayso_deep_answer_duration_seconds',
      'Time from the question to the end of a deep answer; also part of sayso_answer_duration_seconds.',
      SECONDS_OF_AN_ANSWER,
      ['outcome', 'from_cache'],
    ),
    answerTokens: histogram('sayso_answer_tokens', 'Tokens of all model calls of one answer.', TOKENS, [
      'depth',
    ]),
    answerCalls: counter('sayso_answer_model_calls_total', 'Model calls for answers.', ['depth']),
    answerCost: counter('sayso_answer_cost_total', 'Cost of answers, in the currency of KEYS_FILE.', [
      'depth',
    ]),
    queueLength: gauge('sayso_queue_length', 'Questions waiting in the queue.'),
    queueWait: histogram(
      'sayso_queue_wait_seconds',
      'Time a question waited in the queue; 0 if admitted at once.',
      SECONDS_OF_A_WAIT,
      ['outcome'],
    ),
    overloaded: gauges(
      'sayso_strained',
      '1 while new questions are refused because the process is short of CPU time or memory.',
      ['resource'],
    ),

    loopDelay: gauge(
      'nodejs_eventloop_delay_mean_seconds',
      'Mean delay of the event loop over the last second.',
    ),
    loopDelayMax: gauge(
      'nodejs_eventloop_delay_max_seconds',
      'Longest delay of the event loop in the last second.',
    ),
    loopUtilization: gauge(
      'nodejs_eventloop_utilization_ratio',
      'Share of the last second in which the event loop was busy.',
    ),
    heapUsed: gauge(
      'v8js_memory_heap_used_bytes',
      'Heap in use, including garbage that is not collected yet.',
    ),
    heapLimit: gauge('v8js_memory_heap_limit_bytes', 'The largest size the heap may grow to.'),
    residentMemory: gauge('process_resident_memory_bytes', 'Resident memory of the process.'),
    cpuSeconds: new Counter({
      name: 'process_cpu_seconds_total',
      help: 'CPU time of the process with all its threads, user and system.',
      registers,
      collect() {
        const { user, system } = process.cpuUsage();
        this.reset();
        this.inc((user + system) / 1e6);
      },
    }),
    openFiles: gauge('process_open_fds', 'Open file handles; absent if the system does not report them.'),
    maxFiles: gauge(
      'process_max_fds',
      'Limit of open file handles; absent if the system does not report it.',
    ),
    startTime: gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.'),
    build: gauges('sayso_build_info', 'Always 1; the version of the service and of Node.js.', [
      'version',
      'node_version',
    ]),

    /** How the operator's sources are. */
    sources: sourceGauges([ownRegistry]),

    registry,
    /** All metrics in the text format of Prometheus; `contentType` is its media type. */
    text: async (isForOperator = true) =>
      (await registry.metrics()) + (isForOperator ? await ownRegistry.metrics() : ''),
    contentType: registry.contentType,
  };
}

/** How a source of the operator is. */
export type SourceReading = {
  readonly collection: string;
  readonly source: string;
  readonly documents: number;
  /** The time since it was last read to the end; null if it never was. */
  readonly ageSeconds: number | null;
  /** Failures in a row. */
  readonly failures: number;
};

/** Gauges for the operator alone, because they name collections. */
function sourceGauges(registers: Registry[]) {
  const { gauges } = makersOf(registers);
  const labels = ['collection', 'source'] as const;
  const metrics = [
    [gauges('sayso_source_documents', 'Documents of a source.', labels), 'documents'],
    [
      gauges('sayso_source_age_seconds', 'Time since a source was last read to the end.', labels),
      'ageSeconds',
    ],
    [gauges('sayso_source_failures', 'Failures of a source in a row.', labels), 'failures'],
  ] as const;
  return (read: () => Promise<readonly SourceReading[]>): void => {
    for (const [set, name] of metrics)
      set(async () =>
        (await read()).flatMap(({ collection, source, ...values }) =>
          values[name] === null ? [] : [[{ collection, source }, values[name]] as const],
        ),
      );
  };
}

function makersOf(registers: Registry[]) {
  /** Series that are read at each scrape; those that are gone are not reported. */
  function gauges<Label extends string>(name: string, help: string, labelNames: readonly Label[]) {
    let read: () => Readings<Label> | Promise<Readings<Label>> = () => [];
    new Gauge({
      ...{ name, help, labelNames, registers },
      async collect() {
        const readings = await read();
        this.reset();
        for (const [labels, value] of readings) this.set(labels, value);
      },
    });
    return (given: typeof read): void => {
      read = given;
    };
  }
  return {
    gauges,
    gauge(name: string, help: string) {
      const readBy = gauges<never>(name, help, []);
      return (read: () => number): void => readBy(() => [[{}, read()]]);
    },
    counter: <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: <Label extends string>(
      name: string,
      help: string,
      buckets: number[],
      labelNames: readonly Label[],
    ) => new Histogram({ name, help, buckets, labelNames, registers }),
  };
}
