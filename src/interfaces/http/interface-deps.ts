import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../core/run.ts';
import type { Service } from '../../core/service.ts';

/** The parts of every interface for programs: functions of the service, and limits. */
export type InterfaceDeps = Pick<
  Service,
  'ask' | 'gather' | 'search' | 'read' | 'rank' | 'signingSecret' | 'status' | 'readiness'
> & {
  /** Who sent a request; the same object each time. */
  callerOf(request: FastifyRequest): Caller;
  /** The keys of callers, which also sign tokens of this service. Empty if no keys are needed. */
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

/** One request to an interface. */
export type InterfaceCall = {
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
