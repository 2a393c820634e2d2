import type { EnterShared } from '../core/service.ts';
import type { Usage } from '../core/usage.ts';
import { type Budget, type BudgetState, createBudgets } from '../keys/budgets.ts';
import { type NamedKey, openKeys } from '../keys/key-file.ts';
import { dayIn } from '../keys/periods.ts';
import { costOf, priceOf } from '../keys/prices.ts';
import type { Usage as UsageFile } from '../keys/usage.ts';
import { openUsers } from '../keys/users.ts';
import { withBoundedBodies } from '../models/api-call.ts';
import { type PlainFetch, toStandardFetch } from '../net/http-client.ts';
import { recordAnswers } from '../observe/audit.ts';
import type { Log } from '../observe/log.ts';

type OwnKeysOptions = {
  readonly log: Log;
  readonly fetch: PlainFetch;
  readonly enterShared: EnterShared | null;
  /** What was used before; null if nothing is counted. */
  readonly usage: Pick<UsageFile, 'used'> | null;
};

/** Everything that `KEYS_FILE` says, as it is now. Loaded only where there is one. */
export type OwnKeys = ReturnType<typeof openOwnKeys>;

/** Opens the file, which is read again when it changes. */
export function openOwnKeys(path: string, { log, fetch, enterShared, usage }: OwnKeysOptions) {
  const ring = openKeys(path, (mistake) => {
    if (mistake === null) log.info('the keys were read again');
    else log.error({ mistake }, 'the keys cannot be read again; those of before stay valid');
  });
  const rules = () => ring.file;
  const allowance = createBudgets({ rules, enterShared, usedBefore: usage?.used });
  // Providers and their keys are read by libraries, which stop at no size.
  const boundedFetch = toStandardFetch(withBoundedBodies(fetch));
  const unpriced = new Set<string>();
  return {
    ring,
    fetch: boundedFetch,
    userOf: openUsers(boundedFetch),
    today: () => dayIn(ring.file.timeZone, Date.now()),
    record: recordAnswers(
      () => ring.file.audit,
      (err) => log.error({ err }, 'an answer was not recorded in the audit file'),
    ),
    /** What tokens cost; a model without a price costs nothing. */
    costOf(model: { readonly provider: string; readonly name: string }, spent: Usage): number {
      const price = priceOf(model, ring.file);
      if (price !== null) return costOf(spent, price);
      if (!unpriced.has(model.name) && ring.file.limitsCosts) {
        unpriced.add(model.name);
        log.warn(
          { model: model.name },
          'this model has no price, so it costs nothing: add it to `prices` in KEYS_FILE',
        );
      }
      return 0;
    },
    /** What a key, and the person behind it, may spend; undefined for any amount. */
    allowanceOf(
      { name: key, tokensPerDay, costPerMonth, perUser, user }: AskingKey,
      onState: (state: BudgetState) => void,
    ) {
      const limits = [
        ...budgetsOf({ key }, { tokensPerDay, costPerMonth }),
        ...(user === undefined ? [] : budgetsOf({ key, user }, perUser ?? {})),
      ];
      return limits.length === 0 ? undefined : allowance(limits, onState);
    },
  };
}

/** A key, and the person behind it if several share it. */
type AskingKey = Omit<NamedKey, 'sha256'> & { readonly user?: string };

function budgetsOf(
  owner: Budget['owner'],
  { tokensPerDay, costPerMonth }: Pick<NamedKey, 'tokensPerDay' | 'costPerMonth'>,
): readonly Budget[] {
  return [
    ...(tokensPerDay === undefined ? [] : [{ owner, unit: 'tokens' as const, limit: tokensPerDay }]),
    ...(costPerMonth === undefined ? [] : [{ owner, unit: 'cost' as const, limit: costPerMonth }]),
  ];
}
