import type { Answer, JudgedStatement } from '../../core/answer.ts';
import type { AnswerEvent, Timing } from '../../core/events.ts';
import type { Depth } from '../../core/question.ts';
import { type Collected, DERIVED } from '../../core/run.ts';
import { isCertain, searchEngineOf } from '../http/call-service.ts';
import { HEARTBEAT, type StreamFormat, toEventFrame } from '../http/stream.ts';
import { roundMs, toSlots, toStatementBody } from './reply.ts';
import { sourceSchema, toSources } from './source.ts';

/** Names of the events of a stream, in the order in which they come. */
const KINDS = [
  'begin',
  'plan',
  'search-end',
  'page-read',
  'page-skip',
  'gap',
  'sources',
  'answer-delta',
  'answer-block',
  'marked-block',
  'sentence',
  'statement',
  'support',
  'usage',
  'timing',
  'answer-end',
  'failure',
] as const;
/** The name of an event. */
export type EventKind = (typeof KINDS)[number];

/** Kinds of events that deep answers send without being asked. */
const DEEP: readonly EventKind[] = ['begin', 'plan', 'gap', 'usage'];
const USUAL_KINDS = KINDS.filter(
  (kind) => !(DERIVED as readonly EventKind[]).includes(kind) && !DEEP.includes(kind),
);

/** The kinds named in `?events=`; without any, the usual ones of this depth. `failure` is always sent. */
export function wantedKinds(events: string | null, depth: Depth = 'quick'): ReadonlySet<EventKind> {
  const names = events?.split(',').map((name) => name.trim()) ?? [];
  const wanted = KINDS.filter((kind) => names.includes(kind));
  if (wanted.length > 0) return new Set<EventKind>([...wanted, 'failure']);
  return new Set(depth === 'deep' ? [...DEEP, ...USUAL_KINDS] : USUAL_KINDS);
}

/** Writes the JSON body of a path; `statements` are present if they were requested. */
export type ToBody = (answer: Answer, statements?: readonly JudgedStatement[]) => AnswerBody;
type AnswerBody = Readonly<Record<string, unknown>> & { readonly speakable_text: string };

/** The options for sending the events of one answer. */
type EventStreamOptions = {
  readonly kinds: ReadonlySet<EventKind>;
  /** Whether a silent stream contains comments, which some clients cannot parse. */
  readonly heartbeat: boolean;
  /** The JSON body of the path, for `answer-end`. */
  readonly toBody: ToBody;
  iconAddress(sourceUrl: string): string;
  /** The path of a page's picture, by the picture's address; null for none. */
  readonly pictureAddress: ((imageUrl: string) => string) | null;
  /** The id by which a deep answer can be ended. */
  readonly requestId: string;
  /** Of the cost; absent without prices. */
  readonly currency?: string | undefined;
};

/** The events of an answer as `text/event-stream` (WHATWG HTML, 9.2), numbered from 1. */
export function toEventStreamFormat(options: EventStreamOptions): StreamFormat<AnswerEvent> {
  const { kinds } = options;
  let id = 0;
  let sentences = 0;
  const write = (kind: EventKind, data: unknown) => toEventFrame(data, { id: ++id, event: kind });
  return {
    frame,
    failure: ({ status, message }) => write('failure', { error: message, status }),
    isCertain,
    heartbeat: options.heartbeat ? HEARTBEAT : null,
  };

  function frame(event: AnswerEvent): string {
    if (event.type === 'answer-end') return end(event.answer, options.toBody(event.answer, event.statements));
    if (!isSent(event) || !kinds.has(event.type)) return '';
    if (event.type === 'sentence') sentences++;
    return write(event.type, toEventData(event, options));
  }

  /**
   * The body may add to the speech: `/api/v1/query` has no `error` field, so its text says when an answer was
   * cut short. The addition is the last sentence, so that the sentences always equal that text.
   */
  function end({ speech }: Answer, body: AnswerBody): string {
    const { speakable_text: whole } = body;
    const rest = whole.startsWith(speech) ? whole.slice(speech.length) : '';
    const isAdded = rest !== '' && kinds.has('sentence');
    const last = isAdded ? write('sentence', { index: sentences, text: rest }) : '';
    return kinds.has('answer-end') ? last + write('answer-end', body) : last;
  }
}

/** The events that callers get; all others are for the log and for wrappers. */
type SentEvent = Extract<AnswerEvent, { type: EventKind }>;

function isSent(event: AnswerEvent): event is SentEvent {
  return (KINDS as readonly string[]).includes(event.type);
}

/** The content of `data:` for an event, as in the table of `docs/api.md`. */
function toEventData(
  event: Exclude<SentEvent, { type: 'answer-end' }>,
  { iconAddress, pictureAddress, requestId, currency }: EventStreamOptions,
): unknown {
  switch (event.type) {
    case 'begin':
      return { id: requestId, remaining_ms: inWholeMs(event.remainingMs) };
    case 'plan':
      return { sub_questions: event.subQuestions, remaining_ms: inWholeMs(event.remainingMs) };
    case 'gap':
      return { missing: event.missing, remaining_ms: inWholeMs(event.remainingMs) };
    case 'usage':
      return {
        ...{ depth: event.depth, calls: event.calls, tokens: event.tokens },
        ...(event.cost !== undefined && { cost: event.cost, currency }),
      };
    case 'search-end':
      return {
        ...(event.round === undefined ? {} : { round: event.round, search: event.search }),
        search_engine: searchEngineOf(event.slot),
        ...(event.query === undefined ? {} : { query: event.query, guessed: event.isGuess }),
        slots: toSlots(event.trail),
        found: event.found,
      };
    case 'page-read':
      return {
        round: event.round,
        url: event.url,
        took_ms: roundMs(event.tookMs),
        rendered_by: event.renderedBy,
      };
    case 'page-skip':
      return { round: event.round, url: event.url, reason: event.reason, took_ms: roundMs(event.tookMs) };
    case 'sources':
      return {
        sources: toSources(event.sources, sourceSchema, { iconAddress, pictureAddress }),
        language: event.language,
        context: event.context,
      };
    case 'answer-delta':
      return { text: event.text };
    case 'answer-block':
      return { index: event.index, html: event.html };
    case 'marked-block':
      return { index: event.index, html: event.html, citations: event.citations ?? [] };
    case 'sentence':
      return { index: event.index, text: event.text };
    case 'support':
      return { citations: event.citations };
    case 'statement':
      return toStatementBody(event.statement);
    case 'timing':
      return toTimingData(event.timing);
  }
}

function inWholeMs(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms);
}

/** The steps of an answer, which add up to its total, in the order of the header. */
const STEPS = ['search', 'read', 'select', 'write', 'check', 'render'] as const;

/** The times of an answer in the fields of the event `timing`, in milliseconds. */
function toTimingData(timing: Timing): Readonly<Record<string, number | null>> {
  const { firstTextMs, totalMs } = timing;
  const steps = STEPS.map((step) => [`${step}_ms`, roundMs(timing[`${step}Ms`])]);
  return {
    ...Object.fromEntries(steps),
    first_text_ms: firstTextMs === null ? null : roundMs(firstTextMs),
    total_ms: roundMs(totalMs),
  };
}

/**
 * The times of an answer as a `Server-Timing` field (W3C Server Timing). `first-text` is a point in time, not
 * a step. The field of a deep answer also has the number and the tokens of its model calls; with prices, each
 * has the cost.
 */
export function toServerTiming(timing: Timing, usage: Collected['usage']): string {
  const { firstTextMs, totalMs } = timing;
  const toEntry = (name: string, ms: number) => `${name};dur=${ms.toFixed(1)}`;
  const entries = [...STEPS.map((step) => toEntry(step, timing[`${step}Ms`])), toEntry('total', totalMs)];
  if (firstTextMs !== null) entries.push(toEntry('first-text', firstTextMs));
  if (usage?.depth === 'deep')
    entries.push(`model-calls;desc="${usage.calls}"`, `model-tokens;desc="${usage.tokens}"`);
  if (usage?.cost !== undefined) entries.push(`cost;desc="${Number(usage.cost.toFixed(6))}"`);
  return entries.join(', ');
}
