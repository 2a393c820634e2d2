import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answerer } from '../../core/events.ts';
import type { GatherEvidence, House, SearchOnce } from '../../core/house.ts';
import type { Readiness, Status } from '../../core/status.ts';

/**
 * What every interface for programs is built from: functions of the service, and limits. The documents that
 * the service shows itself have addresses that the caller of the request can open.
 */
export type FaceParts = {
  answererFor(request: FastifyRequest): Answerer;
  gathererFor(request: FastifyRequest): GatherEvidence;
  searcherFor(request: FastifyRequest): SearchOnce;
  /** Reads a page, or a document of the service; null if it reads neither. */
  readerFor(request: FastifyRequest): House['read'];
  /** Makes, for one answer, the events that callers may ask for in addition. */
  readonly derived: House['derived'];
  readonly forms: House['forms'];
  /** Where a text of an answer cites its sources. */
  readonly citations: House['citations'];
  /** Judges the statements of a whole answer by its sources. */
  judgeAnswer: House['judgeAnswer'];
  signingSecret: House['signingSecret'];
  status(): Status;
  readiness(): Readiness;
  /** The keys that callers need, for tokens that only this service can have signed; empty for none. */
  readonly apiKeys: readonly string[];
  /** The longest time an answer may take, in milliseconds. */
  readonly answerDeadlineMs: number;
  /** The same for programs that cannot wait long, such as voice assistants. */
  readonly queryDeadlineMs: number;
  /** The same for deep answers. */
  readonly deepDeadlineMs: number;
  readonly maxQueryChars: number;
  /** The maximum amount of source text in an answer unless the question asks for another, in tokens. */
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
 * Loads something when it is first needed, and returns the same afterwards. A load that failed is tried
 * again. Protocols load their code this way, so that one that nobody uses costs no time at the start and no
 * memory.
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
