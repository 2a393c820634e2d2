import { firstChars } from '@sayso/text/text.ts';
import type { Scope } from '../../core/scope.ts';
import { isHostName, type Notation } from './notation.ts';

/**
 * The words, at most `maxChars`, with the sites as operators after them. If the sites would take more than
 * half of the length, they are left out: hits outside the scope are dropped later in any case.
 */
export function withSites(
  words: string,
  { sites }: Scope,
  { maxChars, notation: { siteOperators } }: { readonly maxChars: number; readonly notation: Notation },
): string {
  const operators = siteOperators === undefined ? '' : operatorsFor(sites, siteOperators);
  if (operators === '' || operators.length > maxChars / 2) return firstChars(words, maxChars).toWellFormed();
  return `${firstChars(words, maxChars - operators.length - 1).toWellFormed()} ${operators}`;
}

function operatorsFor(sites: Scope['sites'], kind: 'all' | 'one'): string {
  const operators = (prefix: string, hosts: readonly string[]) =>
    hosts.filter(isHostName).map((host) => `${prefix}${host}`);
  const only = operators('site:', sites.only);
  if (kind === 'one') return only.length === 1 ? only.join('') : '';
  const either = only.length > 1 ? [`(${only.join(' OR ')})`] : only;
  return [...either, ...operators('-site:', sites.never)].join(' ');
}
