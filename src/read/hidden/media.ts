import { splitList } from './css-scan.ts';
import { SCREEN } from './policy.ts';

const TYPES: ReadonlySet<string> = new Set(['', 'all', 'screen']);
const FACTS: Readonly<Record<string, string>> = {
  'prefers-color-scheme': 'light',
  'prefers-reduced-motion': 'no-preference',
  hover: 'hover',
  'any-hover': 'hover',
  pointer: 'fine',
  'any-pointer': 'fine',
  scripting: 'enabled',
  orientation: 'landscape',
  update: 'fast',
  grid: '0',
  'forced-colors': 'none',
  'display-mode': 'browser',
};
/** Longer than any that is meant; the patterns below may look at a character more than once. */
const MAX_CONDITION_CHARS = 2_000;

/**
 * Whether a media query list, or the condition of a container, holds for a person at a screen of usual size who
 * runs scripts and has no special settings. What nobody can know without the page being laid out does not hold.
 */
export function holdsOnScreen(condition: string): boolean {
  if (condition.length > MAX_CONDITION_CHARS) return false;
  const queries = splitList(condition.toLowerCase().replace(/\s+/g, ' '));
  return queries.length === 0 || queries.some(queryHolds);
}

function queryHolds(query: string): boolean {
  const turned = /^not\s+(?!\()/.test(query);
  const parts = query
    .replace(/^(?:not|only)\s+(?!\()/, '')
    .split(/\s*\band\b\s*/)
    .map((part) => part.trim());
  return parts.every(partHolds) !== turned;
}

function partHolds(part: string): boolean {
  const not = /^not\s*\(([\s\S]*)\)$/.exec(part) ?? /^\(\s*not\s*\(([\s\S]*)\)\s*\)$/.exec(part);
  if (not) return !partHolds(`(${not[1] ?? ''})`);
  if (/\)\s*or\s*\(/.test(part)) return part.split(/(?<=\))\s*or\s*(?=\()/).some(partHolds);
  if (!part.startsWith('(')) return TYPES.has(part);
  return featureHolds(part.replace(/^[\s(]+|[\s)]+$/g, ''));
}

function featureHolds(feature: string): boolean {
  const range = /^(?:([\d.]+\w*)\s*(<=?)\s*)?(width|height)\s*(?:([<>]=?|=)\s*([\d.]+\w*))?$/.exec(feature);
  if (range) return rangeHolds(range);
  const [name = '', value] = feature.split(':').map((half) => half.trim());
  const side = /^(min|max)-(?:device-)?(width|height)$/.exec(name);
  if (side) {
    const here = side[2] === 'width' ? SCREEN.widthPx : SCREEN.heightPx;
    const limit = toScreenPx(value ?? '');
    return side[1] === 'min' ? here >= limit : here <= limit;
  }
  const fact = FACTS[name];
  if (fact !== undefined) return value === undefined ? fact !== 'none' && fact !== '0' : value === fact;
  return name === 'color' && value === undefined;
}

function rangeHolds([, low, lowSign, axis, sign, high]: RegExpExecArray): boolean {
  const here = axis === 'width' ? SCREEN.widthPx : SCREEN.heightPx;
  const fits = low === undefined || compare(toScreenPx(low), lowSign ?? '<', here);
  return fits && (high === undefined || compare(here, sign ?? '=', toScreenPx(high)));
}

function compare(left: number, sign: string, right: number): boolean {
  if (left === right) return sign.includes('=');
  return sign.startsWith('<') ? left < right : sign.startsWith('>') && left > right;
}

function toScreenPx(length: string): number {
  const size = Number.parseFloat(length);
  return /em$/.test(length) ? size * 16 : size;
}
