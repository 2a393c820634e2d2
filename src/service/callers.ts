import type { FastifyRequest } from 'fastify';
import type { Caller, DocumentPlace } from '../core/run.ts';
import type { Service } from '../core/service.ts';
import { type InterfaceDeps, nameOfCaller } from '../interfaces/http/call-service.ts';
import { originOf } from '../interfaces/http/foreign-pages.ts';
import type { KeyGuard } from '../interfaces/http/guards.ts';
import { noteBudget } from '../interfaces/http/rate-limit.ts';
import type { OwnKeys } from './own-keys.ts';

/** What links in answers depend on, and who may call. */
type CallerOptions = {
  /** The address of the service for its readers; null for the one that a request was sent to. */
  readonly publicUrl: string | null;
  /** Signs links to documents; null if anyone may open them. */
  readonly signer: DocumentPlace['signer'];
  /** Null if there are no keys. */
  readonly guard: KeyGuard | null;
  /** Null if no key has a name. */
  readonly keys: OwnKeys | null;
  readonly traceOf: Service['traceOf'];
};

/** Finds the caller of each request; one object for a request. */
export function findCallers({
  publicUrl,
  signer,
  guard,
  keys,
  traceOf,
}: CallerOptions): InterfaceDeps['callerOf'] {
  const callers = new WeakMap<FastifyRequest, Caller>();
  return (request) => {
    const known = callers.get(request);
    if (known !== undefined) return known;
    const key = keys && guard?.keyOf(request);
    const named = key?.sha256 === undefined ? null : key;
    let units = 0;
    const caller: Caller = {
      name: nameOfCaller(request, guard),
      key: named?.name,
      user: named?.user,
      via: keys === null ? undefined : request.server.interfaceName,
      group: key?.group,
      collections: key?.collections,
      depths: key?.depths,
      budget: named ? keys?.allowanceOf(named, (state) => noteBudget(request, state)) : undefined,
      documents: { publicUrl: () => publicUrl ?? originOf(request), signer },
      trace: traceOf(request.id),
      charge(more) {
        const counted = Math.max(1, units);
        units += more;
        return units > counted ? request.server.chargeWork(request, units - counted) : null;
      },
    };
    callers.set(request, caller);
    return caller;
  };
}
