import type { FastifyRequest } from 'fastify';
import type { Caller, DocumentPlace } from '../core/run.ts';
import type { Service } from '../core/service.ts';
import { budgetOf } from '../interfaces/http/budget-headers.ts';
import { type InterfaceDeps, nameOfCaller } from '../interfaces/http/call-service.ts';
import { originOf } from '../interfaces/http/foreign-pages.ts';
import type { KeyGuard } from '../interfaces/http/guards.ts';

/** What links in answers depend on, and who may call. */
type CallerOptions = {
  /** The address of the service for its readers; null for the one that a request was sent to. */
  readonly publicUrl: string | null;
  /** Signs links to documents; null if anyone may open them. */
  readonly signer: DocumentPlace['signer'];
  /** Null if there are no keys. */
  readonly guard: KeyGuard | null;
  /** Null if no key has a limit. */
  readonly budgets: Parameters<typeof budgetOf>[2] | null;
  readonly traceOf: Service['traceOf'];
};

/** Finds the caller of each request; one object for a request. */
export function findCallers({
  publicUrl,
  signer,
  guard,
  budgets,
  traceOf,
}: CallerOptions): InterfaceDeps['callerOf'] {
  const callers = new WeakMap<FastifyRequest, Caller>();
  return (request) => {
    const known = callers.get(request);
    if (known !== undefined) return known;
    const key = budgets && guard?.keyOf(request);
    let units = 0;
    const caller: Caller = {
      name: nameOfCaller(request, guard),
      key: key?.sha256 === undefined ? undefined : key.name,
      group: key?.group,
      collections: key?.collections,
      depths: key?.depths,
      budget: budgets && key ? budgetOf(request, key, budgets) : undefined,
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
