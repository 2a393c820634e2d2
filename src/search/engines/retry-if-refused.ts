import { ANY_SCOPE, type Scope, type ScopePart } from '../../core/scope.ts';
import type { SearchOutcome } from '../search.ts';

/**
 * Asks once more without language and country if the back-end refuses a parameter; a result then names them
 * as `unsent`. `sends` has the parts of a scope that the back-end sends.
 */
export async function retryIfRefused(
  scope: Scope,
  sends: ReadonlySet<ScopePart>,
  ask: (scope: Scope) => Promise<SearchOutcome>,
): Promise<SearchOutcome> {
  const outcome = await ask(scope);
  if (outcome.status !== 'failed' || outcome.reason !== 'bad-parameter') return outcome;
  const unsent = (['language', 'country'] as const).filter(
    (part) => sends.has(part) && scope[part] !== ANY_SCOPE[part],
  );
  if (unsent.length === 0) return outcome;
  const { language, country } = ANY_SCOPE;
  const again = await ask({ ...scope, language, country });
  return again.status === 'ok' ? { ...again, unsent } : again;
}
