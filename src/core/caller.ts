import type { Trace } from './trace.ts';

/**
 * Who work is done for: one object for each request. What is shared is divided between callers, then between
 * the requests of a caller.
 */
export type Caller = {
  /** A name that all requests of one caller share; empty where there is only one caller. */
  readonly name: string;
  /** True once the request has lost a page because the service was busy with others. */
  isCrowdedOut?: boolean;
  /**
   * Counts work against the rate of the caller; the first unit was counted when the request arrived. Null if
   * nothing has to be counted, which is the usual case. May reject with a Failure `rate-limited`.
   */
  charge?(units: number): Promise<void> | null;
  /** How the caller opens documents of the service; absent for callers who get no links. */
  readonly documents?: DocumentPlace;
  /** Traces what is done for the request; absent if nothing is traced. */
  readonly trace?: Trace;
};

/** The way in which one caller opens the documents of the service. */
export type DocumentPlace = {
  /** The address at which the caller reaches the service, such as `http://localhost:3000`. */
  publicUrl(): string;
  /** Signs the path of a document; null for a service without keys. */
  readonly signer: { sign(path: string): string } | null;
};

/** A request of its own, of a caller without a name. */
export function unnamedCaller(): Caller {
  return { name: '' };
}
