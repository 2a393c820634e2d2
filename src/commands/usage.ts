import { existsSync } from 'node:fs';
import { Failure } from '../core/failure.ts';
import { MONTH, openUsage, USAGE_BY } from '../keys/usage.ts';
import { oneOf, parseOptions, wrongUsage } from './help.ts';
import { table } from './table.ts';

const USAGE = 'sayso usage [--by key|user|model|day] [--month 2026-11]';

/**
 * `sayso usage`: the answers, tokens, searches and cost of a month.
 * @param file `USAGE_FILE`
 */
export function usageCommand(args: readonly string[], file: string | null): string {
  const { values, positionals } = parseOptions(args, USAGE, {
    by: { type: 'string' },
    month: { type: 'string' },
  });
  const by = oneOf(USAGE_BY, '--by', values.by ?? 'key');
  const month = values.month ?? new Date().toISOString().slice(0, 7);
  if (positionals.length > 0) throw wrongUsage(USAGE);
  if (!MONTH.test(month)) throw wrongUsage(USAGE, new Error('--month must be a month such as 2026-11.'));
  if (file === null || !existsSync(file))
    throw new Failure('misconfigured', 'USAGE_FILE must name the file in which the service counts.');
  const usage = openUsage(file, () => undefined);
  try {
    const rows = usage.sums(by, month);
    if (rows.length === 0) return `Nothing was counted in ${month}.`;
    const cells = rows.map(({ name, ...sums }) => [name || '(none)', ...Object.values(sums).map(String)]);
    return table([[by.toUpperCase(), 'ANSWERS', 'TOKENS', 'SEARCHES', 'COST'], ...cells]);
  } finally {
    usage.close();
  }
}
