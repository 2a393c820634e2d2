import type { FastifyRequest } from 'fastify';
import type { Answerer } from '../../core/events.ts';
import type { Forms, GatherEvidence, House, MetricsText, SearchOnce } from '../../core/house.ts';
import type { Readiness, Status } from '../../core/status.ts';
import type { KeyGuard } from '../http/guards.ts';

/** What the interface for programs is built from: functions of the service, and limits. */
export type RestParts = {
  /** The answerer for one request, whose documents have addresses that its caller can open. */
  answererFor(request: FastifyRequest): Answerer;
  /** What gathers evidence for one request, and what searches for it, with the same addresses. */
  gathererFor(request: FastifyRequest): GatherEvidence;
  searcherFor(request: FastifyRequest): SearchOnce;
  /** Makes, for one answer, the events that callers may ask for in addition. */
  readonly derived: House['derived'];
  /** Judges the statements of a whole answer by its sources. */
  readonly judgeAnswer: House['judgeAnswer'];
  readonly citations: House['citations'];
  /** Writes whole answers in the forms other than JSON. */
  readonly forms: Forms;
  /** The path at which the service serves the icon of a source's site; empty if there is none. */
  iconAddress(sourceUrl: string): string;
  readonly metrics: MetricsText;
  status(): Status;
  readiness(): Readiness;
  /** Null for a service without keys. */
  readonly guard: KeyGuard | null;
  /** The longest time an answer of `/api/ask` may take, in milliseconds. */
  readonly answerDeadlineMs: number;
  /** The same for `/api/v1/query`. */
  readonly queryDeadlineMs: number;
  /** The same for deep answers of either. */
  readonly deepDeadlineMs: number;
  readonly maxQueryChars: number;
};
