/** Symbols of data in lower case, which most people write for bytes, and their proper form. */
const PROPER: Readonly<Record<string, string>> = { kb: 'kB', mb: 'MB', gb: 'GB', tb: 'TB', pb: 'PB' };
const OF_BITS = /bits?$|^(?:kb|[MG]b)$/;
const LAST_SYMBOL = /[a-z]+$/i;

/** An amount with its unit, and the name of the unit into which it is converted. */
export type ConversionWish = { readonly amount: string; readonly unitName: string };

/**
 * A wish with the symbols of data in their proper form, and the assumptions: `gb` is a gigabyte. `kb` is also
 * the symbol of the kilobit, and stays one beside another unit of bits.
 */
export function withBytes({ amount, unitName }: ConversionWish): ConversionWish & {
  readonly assumed: readonly string[];
} {
  const own = LAST_SYMBOL.exec(amount)?.[0] ?? '';
  const proper = (symbol: string, other: string) =>
    symbol === 'kb' && OF_BITS.test(other) ? undefined : PROPER[symbol];
  const [from, to] = [proper(own, unitName), proper(unitName, own)];
  const changed = [from === undefined ? [] : [own, from], to === undefined ? [] : [unitName, to]];
  return {
    amount: from === undefined ? amount : amount.slice(0, -own.length) + from,
    unitName: to ?? unitName,
    assumed: changed.flatMap(([symbol, meant]) => (symbol === undefined ? [] : `${symbol} = ${meant}`)),
  };
}
