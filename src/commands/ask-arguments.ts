import { parseArgs } from 'node:util';
import { wrongUsage } from './help.ts';

/** How `sayso ask` is called. */
export const USAGE = 'sayso ask "your question" [--deep] [--json] [--sources N] [--site HOST] ...';

/**
 * The options and the words of a call.
 * @throws Failure with the usage for an unknown option
 */
export function parseAskArgs(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        deep: { type: 'boolean' },
        sources: { type: 'string', short: 'n' },
        language: { type: 'string' },
        country: { type: 'string' },
        since: { type: 'string' },
        until: { type: 'string' },
        'time-range': { type: 'string' },
        'safe-search': { type: 'string' },
        site: { type: 'string', multiple: true },
        'not-site': { type: 'string', multiple: true },
        'prefer-site': { type: 'string', multiple: true },
        length: { type: 'string' },
        layout: { type: 'string' },
      },
    });
  } catch (error) {
    throw wrongUsage(USAGE, error);
  }
}
