import { own } from '../core/own.ts';

/** Data units in lower case, which most people write for bytes, with their proper symbols. */
const PROPER: Readonly<Record<string, string>> = { kb: 'kB', mb: 'MB', gb: 'GB', tb: 'TB', pb: 'PB' };
const OF_BITS = /bits?$|^(?:kb|[MG]b)$/;
const LAST_SYMBOL = /[a-z]+$/i;

/** An amount with its unit, and the name of the unit into which it is converted. */
export type ConversionWish = { readonly amount: string; readonly unitName: string };

/**
 * A conversion with the proper symbols of its data units, and the assumptions: `gb` means gigabytes. `kb` is
 * also the symbol of the kilobit, and keeps that meaning next to another unit of bits.
 */
export function withBytes({ amount, unitName }: ConversionWish): ConversionWish & {
  readonly assumed: readonly string[];
} {
  const written = LAST_SYMBOL.exec(amount)?.[0] ?? '';
  const proper = (symbol: string, other: string) =>
    symbol === 'kb' && OF_BITS.test(other) ? undefined : own(PROPER, symbol);
  const [from, to] = [proper(written, unitName), proper(unitName, written)];
  const changed = [from === undefined ? [] : [written, from], to === undefined ? [] : [unitName, to]];
  return {
    amount: from === undefined ? amount : amount.slice(0, -written.length) + from,
    unitName: to ?? unitName,
    assumed: changed.flatMap(([symbol, meant]) => (symbol === undefined ? [] : `${symbol} = ${meant}`)),
  };
}
