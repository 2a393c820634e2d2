import { ownValue } from '../../text/own-value.ts';
import { toPx } from './length.ts';
import { WINDOW } from './limits.ts';

/** The features of a screen without special settings, and their values. */
const SCREEN_FEATURES: Readonly<Record<string, string>> = {
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
/** How lengths in media queries are read. */
const SCALE = { emPx: 16, remPx: 16, wholePx: Number.NaN };
/** Media queries in practice are shorter than this. */
const MAX_CHARS = 500;

/** CSS knows three results; an unsupported feature is neither true nor false, also after `not`. */
type Result = 'true' | 'false' | 'unknown';

/** Whether a list of media queries is true for a screen of usual size without special settings. */
export function appliesOnScreen(queries: string): boolean {
  return queries.length <= MAX_CHARS && queries.toLowerCase().split(',').some(isQueryTrue);
}

function isQueryTrue(query: string): boolean {
  const [, prefix, conditions = ''] = /^\s*(not\b|only\b)?([\s\S]*)$/.exec(query) ?? [];
  const results = conditions.split(/\band\b/).map((condition) => resultOf(condition.trim()));
  if (results.includes('unknown')) return false;
  const isTrue = results.every((result) => result === 'true');
  return prefix === 'not' ? !isTrue : isTrue;
}

function resultOf(condition: string): Result {
  return condition.startsWith('(') ? resultOfFeature(condition) : resultOfType(condition);
}

function resultOfType(type: string): Result {
  if (/^(?:|all|screen)$/.test(type)) return 'true';
  return /^[a-z]+$/.test(type) ? 'false' : 'unknown';
}

function resultOfFeature(condition: string): Result {
  const [, bound, side, limit] =
    /^\(\s*(?:(min|max)-)?(width|height)\s*(?::|(?:[<>]=?))\s*([\w.]+)\s*\)$/.exec(condition) ?? [];
  if (side !== undefined) {
    const limitPx = toPx(limit, SCALE);
    if (limitPx === null || (bound === undefined && !/[<>]/.test(condition))) return 'unknown';
    const sidePx = side === 'width' ? WINDOW.widthPx : WINDOW.heightPx;
    const isMinimum = bound === 'min' || condition.includes('>');
    return toResult(isMinimum ? sidePx >= limitPx : sidePx <= limitPx);
  }
  const [, name = '', value] = /^\(\s*([\w-]+)\s*:\s*([\w-]+)\s*\)$/.exec(condition) ?? [];
  const screenValue = ownValue(SCREEN_FEATURES, name);
  return screenValue === undefined ? 'unknown' : toResult(screenValue === value);
}

function toResult(isTrue: boolean): Result {
  return isTrue ? 'true' : 'false';
}
