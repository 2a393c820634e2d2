import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { CacheFacts } from '../../core/answer.ts';
import { Failure } from '../../core/failure.ts';
import type { Question } from '../../core/question.ts';
import { collect, DERIVED } from '../../core/run.ts';
import type { MetricsText, Service } from '../../core/service.ts';
import { forms } from '../../render/forms.ts';
import { beginKept, type InterfaceCall, type InterfaceDeps, runOfCall } from '../http/call-service.ts';
import { boundedField } from '../http/input.ts';
import { replyWithStream } from '../http/stream.ts';
import {
  type EventKind,
  type ToBody,
  toEventStreamFormat,
  toServerTiming,
  wantedKinds,
} from './event-stream.ts';

/** A question sent to a path, and the parts needed to answer it. */
type Answering = InterfaceCall & {
  readonly deps: RestDeps;
  readonly question: Question;
  /** A signal that aborts when the caller wants a deep answer now; it is listened for until `over` aborts. */
  endEarly?(over: AbortSignal | null): AbortSignal;
  /** Whether the body has the verdicts on all statements. */
  readonly verdicts?: boolean;
  /** The answer as the body of this path. */
  readonly toBody: ToBody;
  /** The same for the last event of a stream, if that has more fields. */
  readonly toLastEvent?: ToBody;
};

/**
 * Answers a question in the form that the caller asked for: the whole answer as JSON or
 * in another form, or its events as they come.
 * @throws Failure `not-acceptable` for a form that is not available, and the answer's own failures
 */
export async function replyWithAnswer(answering: Answering): Promise<void> {
  const { request, reply, deps, question, toBody, toLastEvent = toBody } = answering;
  const form = chooseForm(request, reply);
  const parameters = new URL(request.url, 'http://localhost').searchParams;
  const kinds =
    form === 'text/event-stream'
      ? wantedKinds(parameters.get('events'), question.depth)
      : new Set<EventKind>();
  const wants = new Set(DERIVED.filter((kind) => kinds.has(kind)));
  if (answering.verdicts) wants.add('statement');
  const isKept = form === 'text/event-stream' && parameters.get('keep') === 'on';
  const kept = isKept ? beginKept(answering) : null;
  const endEarly = answering.endEarly?.(kept?.over ?? null);
  const events = deps.ask(runOfCall(answering, question, { endEarly, wants, signal: kept?.signal }));
  if (form === 'text/event-stream') {
    const { iconAddress, pictureAddress } = deps;
    const format = toEventStreamFormat({
      kinds,
      toBody: toLastEvent,
      iconAddress,
      pictureAddress,
      requestId: request.id,
      currency: deps.currency?.(),
      heartbeat: parameters.get('heartbeat') !== 'off',
    });
    if (kept !== null) {
      const exposed = reply.getHeader('access-control-expose-headers');
      reply.headers({ 'sayso-stream': kept.id, 'access-control-expose-headers': `${exposed}, Sayso-Stream` });
    }
    return replyWithStream(answering, events, format, kept);
  }
  const { answer, timing, usage, statements } = await collect(events);
  reply.header('server-timing', toServerTiming(timing, usage));
  if (answer.answerId !== undefined) reply.header('sayso-answer-id', answer.answerId);
  sendFreshness(request, reply, answer.kept);
  if (form === 'application/json') await reply.send(toBody(answer, statements));
  else await reply.type(`${form}; charset=utf-8`).send(forms[form](answer, question));
}

/**
 * The form that the caller asks for; sets `Vary`, because the reply depends on `Accept`.
 * @throws Failure `not-acceptable` for a form that is not available
 */
export function chooseForm({ headers }: FastifyRequest, reply: FastifyReply): Form {
  reply.header('vary', 'Accept, Accept-Language, Prefer');
  const form = formOf(headers.accept);
  if (form !== null) return form;
  throw new Failure(
    'not-acceptable',
    `\`Accept\` allows none of the available forms: ${['application/json', ...OTHER_FORMS].join(', ')}.`,
  );
}

/**
 * Sets how long the caller may reuse the reply to a GET (RFC 9111): `max-age` counts from the time when the
 * answer was made; `Age` is the time that has passed since then.
 */
function sendFreshness(
  { method }: FastifyRequest,
  reply: FastifyReply,
  cached: CacheFacts | undefined,
): void {
  if (method !== 'GET') return;
  if (cached === undefined) return void reply.header('cache-control', 'no-store');
  reply.header('cache-control', `private, max-age=${Math.floor(cached.lifetimeMs / 1000)}`);
  reply.header('age', String(Math.floor(cached.ageMs / 1000)));
}

/** The parts from which the REST interface is built. */
export type RestDeps = InterfaceDeps & {
  /** The path at which the service serves the icon of a source's site; empty if there is no icon. */
  iconAddress(sourceUrl: string): string;
  /** The path at which the service serves the picture of a page, by the picture's address; null for none. */
  readonly pictureAddress: ((imageUrl: string) => string) | null;
  readonly metrics: MetricsText;
  readonly usage: Service['usage'];
  /** The currency of costs; undefined without prices. */
  currency?(): string | undefined;
};

/** The forms of an answer other than JSON, in order of preference. */
export const OTHER_FORMS = [
  'text/event-stream',
  'text/plain',
  'text/markdown',
  'text/html',
  'application/ssml+xml',
] as const;

/** The forms in which an answer can be sent. */
type Form = 'application/json' | (typeof OTHER_FORMS)[number];

/** Parameters other than `q`; the forms above have none, and `charset=utf-8` must not prevent a match. */
const PARAMETERS = /;\s*(?!q\s*=)[^;,]*/g;
const JSON_ONLY = ['application/json'];
/** Most programs send this value, which needs no negotiation. */
const PLAIN: ReadonlySet<string> = new Set(['', '*/*', 'application/json']);

/**
 * The form that an `Accept` field asks for; null if it accepts none that is available. JSON if the field is
 * absent or accepts it with any weight above 0, because many clients send long lists that end in a wildcard.
 * Another form is chosen only if the field does not accept JSON.
 */
export function formOf(accept: string | undefined): Form | null {
  if (accept === undefined || PLAIN.has(accept.trim())) return 'application/json';
  // Media types are case-insensitive (RFC 9110, 8.3.1), but Negotiator returns them unchanged.
  const field = boundedField(accept).toLowerCase().replace(PARAMETERS, '');
  const negotiator = new Negotiator({ headers: { accept: field } });
  if (negotiator.mediaTypes(JSON_ONLY).length > 0) return 'application/json';
  const [best] = negotiator.mediaTypes([...OTHER_FORMS]);
  return OTHER_FORMS.find((form) => form === best) ?? null;
}
