/**
 * A client of Sayso in one file: copy it into your program. It needs only `fetch`.
 *
 *     const sayso = createSayso({ url: 'http://localhost:3000' });
 *     const { answer, sources } = await sayso.ask({ query: 'What is an axolotl?' });
 *     for await (const event of sayso.askStream({ query: 'What is an axolotl?' }))
 *       if (event.type === 'answer-delta') process.stdout.write(event.data.text);
 */

// types: written by npm run docs:client

export type AskRequest = {
  /** The question to search for. */
  readonly query: string;
  /** The maximum number of sources to use. */
  readonly num_sources?: number;
  /** The conversation before this question, oldest first. */
  readonly history?: readonly {
    /** The question to search for. */
    readonly question: string;
    /** Its answer, as Markdown or text. */
    readonly answer: string;
    /** The `answer_id` of that answer, by which Sayso finds its sources. */
    readonly answer_id?: string | null;
  }[];
  /** Language of the results: a BCP 47 tag such as `de` or `pt-BR`, or `auto` for that of the question. */
  readonly language?: string;
  /** Country of the results: an ISO 3166-1 code of two letters. */
  readonly country?: string;
  /** The earliest day of publication to accept. */
  readonly since?: string;
  /** The latest such day. */
  readonly until?: string;
  /** The age of pages, instead of `since` and `until`. */
  readonly time_range?: 'day' | 'week' | 'month' | 'year';
  /** How strictly results for adults are left out. */
  readonly safe_search?: 'off' | 'moderate' | 'strict';
  /** One of your own collections (`GET /api/collections`), searched alone. */
  readonly collection?: string;
  /** Sites to use, to leave out or to prefer. */
  readonly sites?: {
    /** Host names of the only sites to use, with their subdomains; at most 20. */
    readonly only?: readonly string[];
    /** Host names of sites to leave out, with their subdomains; at most 20. */
    readonly never?: readonly string[];
    /** Host names of sites whose pages come first; at most 20. */
    readonly prefer?: readonly string[];
  };
  /** How thoroughly to research; `deep` takes longer. */
  readonly depth?: 'quick' | 'deep';
  /** How long the answer should be, if a model writes it. */
  readonly length?: 'short' | 'normal' | 'detailed';
  /** Whether the answer should be plain text or a list; `auto` leaves it to the model. */
  readonly layout?: 'auto' | 'text' | 'list';
  /** For a deep answer: what to search for first, instead of a plan of the service. */
  readonly plan?: readonly string[];
  /** Whether sums, dates and the like are answered at once, without a search. */
  readonly instant?: boolean;
  /** Whether the reply compares each statement with the sources. */
  readonly verdicts?: boolean;
};

/** The answer. */
export type AskResponse = {
  /** Answer in Markdown, citations as [n]. */
  readonly answer: string;
  /** The same answer as sanitised HTML. */
  readonly html_answer: string;
  /** Answer as plain text for a voice. */
  readonly speakable_text: string;
  /** Without `verdicts`, only `index`, `title`, `url` and `snippet` are sent. */
  readonly sources: readonly {
    /** Number of the source, as cited in the answer. */
    readonly index: number;
    /** Page title. */
    readonly title: string;
    /** Source URL. */
    readonly url: string;
    /** Page excerpt, at most 200 characters. */
    readonly snippet: string;
    /**
     * `page` if the page was read, `text` if the back-end returned its text, `snippet` if only the excerpt
     * of the search result is known.
     */
    readonly basis?: 'page' | 'text' | 'snippet';
    /** When the page was read (ISO 8601); absent if it was not. */
    readonly read?: string;
    /** Whether the answer cites it. */
    readonly cited?: boolean;
    /** Date of publication (ISO 8601), if known. */
    readonly date?: string;
    /** Name of the site, if the page gives it. */
    readonly site?: string;
    /** Names of the authors, if the page gives them. */
    readonly author?: string;
    /** Whether the caller prefers its site, so that it comes before others; absent for most. */
    readonly preferred?: 'caller';
  }[];
  /** Name of the language model; empty if none is configured. */
  readonly model: string;
  /** Slot whose results the answer uses: first, second, third, or none. */
  readonly search_engine: 'engine_a' | 'engine_b' | 'engine_c' | 'none';
  /** What was searched for, if not the question as it was sent: a follow-up, rewritten. */
  readonly searched_for?: string;
  /** Prompt and completion tokens together. */
  readonly tokens_used: number;
  /** What went wrong although there is an answer; null if nothing did. */
  readonly error: string | null;
  /** Send it with this answer in `history`, and Sayso finds its sources again; without it, it does not. */
  readonly answer_id?: string;
  /** The kind of that problem (docs/api.md); absent if there was none. */
  readonly problem?:
    | 'unconfigured'
    | 'nothing-found'
    | 'unsourced'
    | 'model-failed'
    | 'quoted'
    | 'cut-off'
    | 'broken-off'
    | 'stale';
  /** How each statement compares with the sources; only if `verdicts` was true. */
  readonly statements?: readonly Statement[];
};

export type ContextRequest = {
  /** The question to search for. */
  readonly query: string;
  /** The maximum number of tokens in `text`. */
  readonly max_tokens?: number;
  /** The maximum number of sources. */
  readonly num_sources?: number;
  /** The conversation before this question, oldest first. */
  readonly history?: readonly {
    /** The question to search for. */
    readonly question: string;
    /** Its answer, as Markdown or text. */
    readonly answer: string;
    /** The `answer_id` of that answer, by which Sayso finds its sources. */
    readonly answer_id?: string | null;
  }[];
  /** Language of the results: a BCP 47 tag such as `de` or `pt-BR`, or `auto` for that of the question. */
  readonly language?: string;
  /** Country of the results: an ISO 3166-1 code of two letters. */
  readonly country?: string;
  /** The earliest day of publication to accept. */
  readonly since?: string;
  /** The latest such day. */
  readonly until?: string;
  /** The age of pages, instead of `since` and `until`. */
  readonly time_range?: 'day' | 'week' | 'month' | 'year';
  /** How strictly results for adults are left out. */
  readonly safe_search?: 'off' | 'moderate' | 'strict';
  /** One of your own collections (`GET /api/collections`), searched alone. */
  readonly collection?: string;
  /** Sites to use, to leave out or to prefer. */
  readonly sites?: {
    /** Host names of the only sites to use, with their subdomains; at most 20. */
    readonly only?: readonly string[];
    /** Host names of sites to leave out, with their subdomains; at most 20. */
    readonly never?: readonly string[];
    /** Host names of sites whose pages come first; at most 20. */
    readonly prefer?: readonly string[];
  };
};

/** The passages that matter for the question. */
export type ContextResponse = {
  /** The query as it was sent. */
  readonly query: string;
  /** The rewritten question, if a follow-up was rewritten. */
  readonly searched_for?: string;
  /** All passages as one text, ready for a prompt. */
  readonly text: string;
  /** About how many tokens `text` has. */
  readonly tokens: number;
  /** Language of the question: a BCP 47 tag, or `und`. */
  readonly language: string;
  readonly sources: readonly {
    readonly index: number;
    readonly title: string;
    readonly url: string;
    /** Name of the site, or its host. */
    readonly site: string;
    /** When the page was published, if that is known (ISO 8601). */
    readonly date: string | null;
    /** Slot whose results the answer uses: first, second, third, or none. */
    readonly search_engine?: 'engine_a' | 'engine_b' | 'engine_c' | 'none';
    /** Your own collection that it is in; absent for pages of the web. */
    readonly collection?: string;
    /** The names of the authors, if the page gives them. */
    readonly author: string | null;
    /**
     * `page` if the page was read, `text` if the back-end returned its text, `snippet` if only the excerpt
     * of the search result is known.
     */
    readonly basis: 'page' | 'text' | 'snippet';
    /** When the page was read (ISO 8601). */
    readonly read?: string;
    readonly passages: readonly {
      readonly text: string;
      /** Offset in the text of the page or excerpt (UTF-16). */
      readonly from: number;
      readonly to: number;
    }[];
  }[];
  /** Slot whose results the answer uses: first, second, third, or none. */
  readonly search_engine: 'engine_a' | 'engine_b' | 'engine_c' | 'none';
  /** The outcome of each slot, in the configured order. */
  readonly slots: readonly {
    readonly search_engine: string;
    readonly status: 'ok' | 'empty' | 'failed' | 'skipped' | 'overtaken';
    /** Why it failed or was skipped, or left documents out; otherwise empty. */
    readonly cause: string;
    /** The kind of failure, if it failed or was skipped. */
    readonly reason?:
      | 'configuration'
      | 'rate'
      | 'blocked'
      | 'timeout'
      | 'network'
      | 'protocol'
      | 'upstream'
      | 'bad-parameter';
    readonly took_ms: number;
    /** The parts of the scope that it could not respect. */
    readonly ignored?: readonly string[];
  }[];
};

export type SearchRequest = {
  /** The question to search for. */
  readonly query: string;
  /** The maximum number of results. */
  readonly num_results?: number;
  /** Language of the results: a BCP 47 tag such as `de` or `pt-BR`, or `auto` for that of the question. */
  readonly language?: string;
  /** Country of the results: an ISO 3166-1 code of two letters. */
  readonly country?: string;
  /** The earliest day of publication to accept. */
  readonly since?: string;
  /** The latest such day. */
  readonly until?: string;
  /** The age of pages, instead of `since` and `until`. */
  readonly time_range?: 'day' | 'week' | 'month' | 'year';
  /** How strictly results for adults are left out. */
  readonly safe_search?: 'off' | 'moderate' | 'strict';
  /** One of your own collections (`GET /api/collections`), searched alone. */
  readonly collection?: string;
  /** Sites to use, to leave out or to prefer. */
  readonly sites?: {
    /** Host names of the only sites to use, with their subdomains; at most 20. */
    readonly only?: readonly string[];
    /** Host names of sites to leave out, with their subdomains; at most 20. */
    readonly never?: readonly string[];
    /** Host names of sites whose pages come first; at most 20. */
    readonly prefer?: readonly string[];
  };
};

/** The results, best first. */
export type SearchResponse = {
  /** The query as it was sent. */
  readonly query: string;
  readonly results: readonly {
    readonly index: number;
    readonly title: string;
    readonly url: string;
    /** Name of the site, or its host. */
    readonly site: string;
    /** When the page was published, if that is known (ISO 8601). */
    readonly date: string | null;
    /** Slot whose results the answer uses: first, second, third, or none. */
    readonly search_engine?: 'engine_a' | 'engine_b' | 'engine_c' | 'none';
    /** Your own collection that it is in; absent for pages of the web. */
    readonly collection?: string;
    readonly snippet: string;
  }[];
  /** Slot whose results the answer uses: first, second, third, or none. */
  readonly search_engine: 'engine_a' | 'engine_b' | 'engine_c' | 'none';
  /** The outcome of each slot, in the configured order. */
  readonly slots: readonly {
    readonly search_engine: string;
    readonly status: 'ok' | 'empty' | 'failed' | 'skipped' | 'overtaken';
    /** Why it failed or was skipped, or left documents out; otherwise empty. */
    readonly cause: string;
    /** The kind of failure, if it failed or was skipped. */
    readonly reason?:
      | 'configuration'
      | 'rate'
      | 'blocked'
      | 'timeout'
      | 'network'
      | 'protocol'
      | 'upstream'
      | 'bad-parameter';
    readonly took_ms: number;
    /** The parts of the scope that it could not respect. */
    readonly ignored?: readonly string[];
  }[];
};

export type Statement = {
  readonly index: number;
  /** The sentence without markup and citations. */
  readonly text: string;
  /** Offset in `answer`, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  readonly verdict: 'supported' | 'differs' | 'not-found' | 'not-checked';
  /** How likely it is that the closest source supports the statement; null if not checked. */
  readonly score: number | null;
  readonly quotes: readonly {
    /** Number of the source. */
    readonly source: number;
    /** Its words. */
    readonly quote: string;
    /** Offset in the text of the source's page or snippet, in UTF-16 units. */
    readonly from: number;
    readonly to: number;
  }[];
  /** Why it was not found, or not checked. */
  readonly reason?:
    | 'not-in-passages'
    | 'not-in-sources'
    | 'no-claim'
    | 'other-language'
    | 'no-rules'
    | 'limit';
  /** The sentences that come closest to a statement that was not found. */
  readonly closest?: {
    /** Number of the source. */
    readonly source: number;
    /** Its words. */
    readonly quote: string;
    /** Offset in the text of the source's page or snippet, in UTF-16 units. */
    readonly from: number;
    readonly to: number;
  };
  /** Whether the verdict is fairly certain; absent if the statement was not checked. */
  readonly sure?: boolean;
  /** Citations that were moved to the source that supports the statement. */
  readonly citation_moved?: readonly {
    /** The source that the model cited. */
    readonly was: number;
    /** The source that is cited instead; null if the statement already cites it. */
    readonly now: number | null;
  }[];
  readonly difference?: {
    readonly kind: 'number' | 'date' | 'unit' | 'name';
    /** What the answer says. */
    readonly stated: string;
    /** What the source says instead. */
    readonly found: {
      /** Number of the source. */
      readonly source: number;
      /** Its words. */
      readonly quote: string;
      /** Offset in the text of the source's page or snippet, in UTF-16 units. */
      readonly from: number;
      readonly to: number;
    };
  };
};

/** The service is up. */
export type Health = {
  readonly status: 'ok';
  readonly version: string;
  readonly llm_configured: boolean;
  readonly search_primary_url: string;
  readonly search_secondary_url: string;
};

// end of types

/** What an event of a streamed answer contains, by its name. */
export type StreamEvents = {
  /** Only deep answers have the events `begin`, `plan` and `gap`, and the fields `round` and `search`. */
  begin: { readonly id: string };
  plan: { readonly sub_questions: readonly string[] };
  'search-end': {
    readonly search_engine: string;
    readonly query?: string;
    readonly slots: readonly Slot[];
    readonly round?: number;
    readonly search?: number;
  };
  'page-read': { readonly url: string; readonly took_ms: number; readonly round?: number };
  'page-skip': {
    readonly url: string;
    readonly reason: string;
    readonly took_ms: number;
    readonly round?: number;
  };
  gap: { readonly missing: readonly string[] };
  sources: { readonly sources: readonly StreamedSource[]; readonly language: string };
  'answer-delta': { readonly text: string };
  'answer-block': { readonly index: number; readonly html: string };
  'marked-block': { readonly index: number; readonly html: string; readonly citations: readonly number[] };
  sentence: { readonly index: number; readonly text: string };
  statement: Statement;
  support: { readonly citations: readonly { readonly index: number; readonly quote: string }[] };
  usage: {
    readonly depth: 'quick' | 'deep';
    readonly calls: number;
    readonly tokens: number;
    /** With prices. */
    readonly cost?: number;
    readonly currency?: string;
  };
  timing: Readonly<Record<string, number | null>>;
  'answer-end': AskResponse;
  failure: { readonly error: string; readonly status: number };
};

/** The outcome of one slot in a search. */
export type Slot = SearchResponse['slots'][number];

/** A source of a streamed answer. */
export type StreamedSource = {
  readonly index: number;
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  /** The path of the site's icon, below the address of the service; empty if there is none. */
  readonly icon: string;
  readonly basis?: 'page' | 'text' | 'snippet' | undefined;
  readonly read?: string | undefined;
  readonly cited?: boolean | undefined;
  readonly date?: string | undefined;
  readonly site?: string | undefined;
  readonly author?: string | undefined;
  readonly search_engine?: string | undefined;
};

/** An event of a streamed answer. */
export type StreamEvent = {
  [Name in keyof StreamEvents]: { readonly type: Name; readonly data: StreamEvents[Name] };
}[keyof StreamEvents];

/** Where the service is and how to call it. */
export type SaysoOptions = {
  /** The address of the service, such as `http://localhost:3000`. */
  readonly url: string;
  /** One of the service's keys, if it requires one. */
  readonly key?: string;
  /** Another implementation of `fetch`. */
  readonly fetch?: typeof fetch;
};

/** Options of a single call. */
export type CallOptions = { readonly signal?: AbortSignal };

/** Options of a streamed answer. */
export type StreamOptions = CallOptions & {
  /** The events to send; by default, the usual ones. A failure is always sent. */
  readonly events?: readonly (keyof StreamEvents)[];
};

/** An error reply of the service. */
export class SaysoError extends Error {
  readonly status: number;
  /** The number of seconds to wait before another try; null if the service did not say. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, status: number, retryAfterSeconds: number | null = null) {
    super(message);
    this.name = 'SaysoError';
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * The calls that the service offers. Each call rejects with a `SaysoError` if the service reports an error.
 */
export type Sayso = {
  /** Searches and answers. */
  ask(body: AskRequest, options?: CallOptions): Promise<AskResponse>;
  /**
   * Asks a question and yields the events of the answer as they arrive. An event `failure` is thrown as a
   * `SaysoError`.
   */
  askStream(body: AskRequest, options?: StreamOptions): AsyncGenerator<StreamEvent>;
  /** The passages that matter for a question; needs no language model. */
  context(body: ContextRequest, options?: CallOptions): Promise<ContextResponse>;
  /** The results of a search. */
  search(body: SearchRequest, options?: CallOptions): Promise<SearchResponse>;
  /** Whether the service is up, and how it is configured. */
  health(options?: CallOptions): Promise<Health>;
};

/** Creates a client. */
export function createSayso({ url, key, fetch: call = fetch }: SaysoOptions): Sayso {
  const base = url.replace(/\/+$/, '');
  const request = async (path: string, init: RequestInit, options: CallOptions = {}) => {
    const headers = {
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(init.headers as Record<string, string> | undefined),
    };
    const signal = options.signal ?? null;
    const response = await call(base + path, { ...init, headers, signal });
    if (!response.ok) throw await toError(response);
    return response;
  };
  const post = async <T>(path: string, body: object, options?: CallOptions) => {
    const response = await request(path, { method: 'POST', body: JSON.stringify(body) }, options);
    return (await response.json()) as T;
  };
  return {
    ask: (body, options) => post('/api/ask', body, options),
    context: (body, options) => post('/api/context', body, options),
    search: (body, options) => post('/api/search', body, options),
    health: async (options) => (await request('/api/health', {}, options)).json() as Promise<Health>,
    async *askStream(body, { events, ...options } = {}) {
      const query = events === undefined ? '' : `?events=${events.join(',')}`;
      const headers = { accept: 'text/event-stream' };
      const init = { method: 'POST', body: JSON.stringify(body), headers };
      const response = await request(`/api/ask${query}`, init, options);
      if (response.body === null) return;
      for await (const event of readEvents(response.body)) {
        if (event.type === 'failure') throw new SaysoError(event.data.error, event.data.status);
        yield event;
      }
    },
  };
}

async function toError(response: Response): Promise<SaysoError> {
  const body: { readonly error?: unknown } = await response.json().catch(() => ({}));
  const message = typeof body.error === 'string' ? body.error : `The service replied ${response.status}.`;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new SaysoError(message, response.status, Number.isFinite(seconds) ? seconds : null);
}

/** The events of an event stream (WHATWG HTML, 9.2), as this service writes it: with line feeds. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let held = '';
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const blocks = (held + decoder.decode(next.value, { stream: true })).split('\n\n');
      held = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(block.split('\n').map((line) => toField(line)));
        const data = fields.get('data');
        if (data !== undefined) yield { type: fields.get('event'), data: JSON.parse(data) } as StreamEvent;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function toField(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
}
