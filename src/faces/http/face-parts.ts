import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answerer } from '../../core/events.ts';
import type { GatherEvidence, House, SearchOnce } from '../../core/house.ts';
import type { Readiness } from '../../core/readiness.ts';
import type { Status } from '../../core/status.ts';

/**
 * The parts of every interface for programs: functions of the service, and limits. The documents that the
 * service shows itself have addresses that the caller of the request can open.
 */
export type FaceParts = {
  answererFor(request: FastifyRequest): Answerer;
  gathererFor(request: FastifyRequest): GatherEvidence;
  searcherFor(request: FastifyRequest): SearchOnce;
  /** Reads a page, or a document of the service; null if the service reads neither. */
  readerFor(request: FastifyRequest): House['read'];
  /** Makes, for one answer, the events that callers may ask for in addition. */
  readonly derived: House['derived'];
  readonly forms: House['forms'];
  /** Finds the places where a text of an answer cites its sources. */
  readonly citations: House['citations'];
  /** Judges the statements of a whole answer by its sources. */
  judgeAnswer: House['judgeAnswer'];
  signingSecret: House['signingSecret'];
  status(): Status;
  readiness(): Readiness;
  /**
   * The keys that callers need; they sign tokens that only this service can have made. Empty if no keys are
   * needed.
   */
  readonly apiKeys: readonly string[];
  /** The longest time an answer may take, in milliseconds. */
  readonly answerDeadlineMs: number;
  /** The longest time for programs that cannot wait long, such as voice assistants. */
  readonly queryDeadlineMs: number;
  /** The longest time for deep answers. */
  readonly deepDeadlineMs: number;
  readonly maxQueryChars: number;
  /** The maximum amount of source text in an answer, in tokens, unless the question sets its own. */
  readonly contextTokens: number;
};

/** One request to a face. */
export type FaceCall = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Aborts when the service ends the answers in progress. */
  readonly stopping: AbortSignal;
};

/**
 * Loads something when it is first needed, and returns the same object afterwards. A load that failed is
 * tried again. Protocols load their code this way, so that a protocol that nobody uses takes no time at
 * startup and no memory.
 */
export function onFirstUse<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
