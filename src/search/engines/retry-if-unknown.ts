import { ANY_SCOPE, type Scope, type ScopePart } from '../../core/scope.ts';
import type { SearchOutcome } from '../backend.ts';

/** Asks again without language and country if a parameter is refused: the search must not fail. */
export async function retryIfUnknown(
  scope: Scope,
  sends: ReadonlySet<ScopePart>,
  ask: (scope: Scope) => Promise<SearchOutcome>,
): Promise<SearchOutcome> {
  const outcome = await ask(scope);
  const { language, country } = ANY_SCOPE;
  const unsent = (['language', 'country'] as const).filter(
    (part) => sends.has(part) && scope[part] !== ANY_SCOPE[part],
  );
  if (outcome.status !== 'failed' || outcome.reason !== 'bad-parameter' || unsent.length === 0)
    return outcome;
  const again = await ask({ ...scope, language, country });
  return again.status === 'ok' ? { ...again, unsent } : again;
}
