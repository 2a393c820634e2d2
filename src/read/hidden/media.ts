import { toPx } from './length.ts';
import { WINDOW } from './limits.ts';

const HERE: Readonly<Record<string, string>> = {
  'prefers-color-scheme': 'light',
  'prefers-reduced-motion': 'no-preference',
  'prefers-contrast': 'no-preference',
  'forced-colors': 'none',
  hover: 'hover',
  'any-hover': 'hover',
  pointer: 'fine',
  'any-pointer': 'fine',
  orientation: 'landscape',
  scripting: 'enabled',
};
const SCALE = { emPx: 16, remPx: 16, wholePx: Number.NaN };
/** Media queries that people write are shorter than this. */
const MAX_CHARS = 500;

/**
 * Whether a media query list is true for a screen of usual size without special settings. A query with a
 * feature that is not known here is false.
 */
export function holdsOnScreen(queries: string): boolean {
  return queries.length <= MAX_CHARS && queries.toLowerCase().split(',').some(queryHolds);
}

function queryHolds(query: string): boolean {
  const [, not, rest = ''] = /^\s*(not\b|only\b)?([\s\S]*)$/.exec(query) ?? [];
  const parts = rest.split(/\band\b/).map((part) => partHolds(part.trim()));
  if (parts.includes(null)) return false;
  return parts.every(Boolean) !== (not === 'not');
}

function partHolds(part: string): boolean | null {
  if (!part.startsWith('(')) return /^(?:|all|screen)$/.test(part) || (/^[a-z]+$/.test(part) ? false : null);
  const [, bound, feature, limit] =
    /^\(\s*(?:(min|max)-)?(width|height)\s*(?::|(?:[<>]=?))\s*([\w.]+)\s*\)$/.exec(part) ?? [];
  if (feature !== undefined) {
    const limitPx = toPx(limit, SCALE);
    const herePx = feature === 'width' ? WINDOW.widthPx : WINDOW.heightPx;
    if (limitPx === null || (bound === undefined && !/[<>]/.test(part))) return null;
    const isFloor = bound === 'min' || part.includes('>');
    return isFloor ? herePx >= limitPx : herePx <= limitPx;
  }
  const [, name = '', value] = /^\(\s*([\w-]+)\s*:\s*([\w-]+)\s*\)$/.exec(part) ?? [];
  const here = HERE[name];
  return here === undefined ? null : here === value;
}
