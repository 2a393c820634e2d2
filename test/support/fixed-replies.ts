import { addSentences } from '../../src/answer/derived-events.ts';
import { openKeptStreams } from '../../src/cache/kept-streams.ts';
import type { Answer } from '../../src/core/answer.ts';
import type { AnswerEvent, Evidence, SearchReport } from '../../src/core/events.ts';
import type { Question } from '../../src/core/question.ts';
import type { Run } from '../../src/core/run.ts';
import type { SearchRequest, Service } from '../../src/core/service.ts';
import { createApp } from '../../src/interfaces/http/app.ts';
import type { KeyGuard } from '../../src/interfaces/http/guards.ts';
import type { App, Interface } from '../../src/interfaces/http/interface.ts';
import type { RateLimit } from '../../src/interfaces/http/rate-limit.ts';
import type { RestDeps } from '../../src/interfaces/rest/answering.ts';
import { createLog } from '../../src/observe/log.ts';
import { ANSWER, eventsOf } from './fixed-answer.ts';
import { type ReceivedQuestion, roundedUpMs, toReceived } from './received-question.ts';

/** A search that found the sources of the fixed answer. */
export const RECORD: SearchReport = {
  words: 'a question',
  outcome: { status: 'ok' },
  hits: [{ url: 'https://a.example/', title: 'A', snippet: 's', slot: 1 }],
  slot: 1,
  trail: [{ slot: 1, status: 'ok', cause: '', tookMs: 1 }],
};

/** The requests that the service received. */
type ReceivedRequests = {
  readonly questions: ReceivedQuestion[];
  readonly searches: SearchRequest[];
  /** The signals of all calls, which abort when the caller leaves or the service stops. */
  readonly signals: AbortSignal[];
};

/**
 * The replies of the service: fields of its answer, or its events; and parts that differ from the usual
 * ones.
 */
export type FixedReplies = {
  readonly answer?: Partial<Answer>;
  events?(
    question: Question,
    signal: AbortSignal,
    endEarly?: AbortSignal,
  ): AsyncIterable<AnswerEvent> | Iterable<AnswerEvent>;
  readonly evidence?: Partial<Evidence>;
  readonly record?: SearchReport;
  readonly service?: Partial<Pick<Service, 'ask' | 'gather' | 'search' | 'read' | 'rank'>>;
  readonly parts?: Partial<RestDeps>;
  readonly guard?: KeyGuard;
  /** No limit if absent. */
  readonly rateLimit?: RateLimit;
};

/** An app with one interface, over a service that gives the same answer to every question. */
type TestInterface = AsyncDisposable & {
  readonly app: App;
  readonly requests: ReceivedRequests;
  abort(): void;
};

/** Starts it without listening: send requests by `app.inject`. */
export async function startTextInterface(
  tested: Interface<RestDeps>,
  replies: FixedReplies = {},
): Promise<TestInterface> {
  const requests: ReceivedRequests = { questions: [], searches: [], signals: [] };
  const { app, abort } = await createApp(
    {
      log: createLog('silent'),
      observeRequest: () => ({ isStream: () => undefined, end: () => undefined }),
      guard: replies.guard ?? null,
      rateLimit: replies.rateLimit ?? null,
      trustProxy: [],
      maxBodyBytes: 100_000,
      maxQueryChars: 100,
      longestAnswerMs: 60_000,
      pages: { allowedOrigins: [], publicUrl: null, checksHost: false },
    },
    [tested],
    toParts(replies, requests),
  );
  return {
    app,
    requests,
    abort,
    async [Symbol.asyncDispose]() {
      await app.close();
    },
  };
}

function toParts(replies: FixedReplies, { questions, searches, signals }: ReceivedRequests): RestDeps {
  const answering = async function* ({ question, signal, endEarly }: Run): AsyncGenerator<AnswerEvent> {
    questions.push(toReceived(question));
    signals.push(signal);
    yield* replies.events?.(question, signal, endEarly) ?? eventsOf(replies.answer);
  };
  const limits = {
    ...{ answerDeadlineMs: 30_000, queryDeadlineMs: 20_000, deepDeadlineMs: 120_000 },
    maxQueryChars: 100,
  };
  return {
    ...limits,
    callerOf: () => ({ name: '' }),
    ask: (run) => (run.wants.has('sentence') ? addSentences(answering) : answering)(run),
    async *gather({ question, signal }) {
      questions.push(toReceived(question));
      signals.push(signal);
      yield { type: 'search-end', search: 0, slot: 1, trail: RECORD.trail };
      yield { type: 'gather-end', evidence: toEvidence(replies.evidence) };
    },
    async search(request, { signal }) {
      searches.push({ ...request, timeoutMs: roundedUpMs(request.timeoutMs) });
      signals.push(signal);
      return replies.record ?? RECORD;
    },
    read: null,
    streams: openKeptStreams(null),
    rank: async ({ passages }) => ({ scores: passages.map(() => 0.5), model: null }),
    ...replies.service,
    signingSecret: async () => 'secret',
    status: () => ({
      ...{ version: '1.2.3', llmConfigured: true },
      ...{ searchPrimaryUrl: 'http://primary.example', searchSecondaryUrl: 'http://secondary.example' },
    }),
    collectionsOf: () => [],
    readiness: () => ({ ready: true, answersAlone: false, slots: [], shortOf: null }),
    iconAddress: (url) => `/icon?of=${url}`,
    pictureAddress: null,
    usage: null,
    metrics: { contentType: 'text/plain; version=0.0.4', text: async () => 'sayso_up 1\n' },
    guard: replies.guard ?? null,
    ...replies.parts,
  };
}

function toEvidence(over: Partial<Evidence> = {}): Evidence {
  return {
    ...{ meaning: 'a question', searches: [RECORD], sources: ANSWER.sources },
    ...{ language: 'en', tokens: 3, calls: 1, isRushed: false },
    ...over,
  };
}

/** The data of the events of a stream. */
export function dataIn(body: string): readonly string[] {
  return [...body.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data);
}

/** Whether the replies to requests say that they count towards the rate limit, by the address of each. */
export async function countedPaths(
  tested: Interface<RestDeps>,
  requests: readonly {
    readonly method: 'GET' | 'HEAD' | 'POST';
    readonly url: string;
    readonly payload?: object;
  }[],
): Promise<readonly string[]> {
  const rateLimit = { rate: { count: 1000, perMs: 60_000 }, countShared: null };
  await using started = await startTextInterface(tested, { rateLimit });
  const counted: string[] = [];
  for (const { method, url, payload } of requests) {
    const reply = await started.app.inject({ method, url, ...(payload !== undefined && { payload }) });
    if (reply.headers['ratelimit-limit'] !== undefined) counted.push(`${method} ${url}`);
  }
  return counted;
}
