import { conditionHolds } from './condition.ts';
import { splitList } from './css-scan.ts';
import { toPx } from './length.ts';
import { SCREEN } from './policy.ts';

const TYPES: ReadonlySet<string> = new Set(['', 'all', 'screen']);
const FACTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'prefers-contrast': 'no-preference',
    'prefers-reduced-transparency': 'no-preference',
    'prefers-reduced-data': 'no-preference',
    'inverted-colors': 'none',
    'color-gamut': 'srgb',
    'dynamic-range': 'standard',
    scan: 'progressive',
    'overflow-block': 'scroll',
    'overflow-inline': 'scroll',
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
  }),
);
/** The same for features that are more or less: lengths in pixels, resolutions in dots per pixel, ratios. */
const SIZES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    width: SCREEN.widthPx,
    height: SCREEN.heightPx,
    'device-width': SCREEN.widthPx,
    'device-height': SCREEN.heightPx,
    'aspect-ratio': SCREEN.widthPx / SCREEN.heightPx,
    'device-aspect-ratio': SCREEN.widthPx / SCREEN.heightPx,
    resolution: 1,
    'device-pixel-ratio': 1,
    color: 8,
    'color-index': 0,
    monochrome: 0,
  }),
);
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

const WITH_TYPE = /^(?:(not|only)\s+)?(?!not\b)([a-z-]+)(?:\s+and\s+([\s\S]+))?$/;

function queryHolds(query: string): boolean {
  const [, turn, type, rest] = WITH_TYPE.exec(query) ?? [];
  if (type === undefined) return conditionHolds(query, partHolds) === true;
  const restHolds = rest === undefined || conditionHolds(rest, partHolds);
  const holds = TYPES.has(type) ? restHolds : false;
  return holds !== null && (turn === 'not' ? !holds : holds);
}

function partHolds(part: string): boolean | null {
  return part.startsWith('(') ? featureHolds(inside(part)) : TYPES.has(part);
}

/** A feature without its brackets. */
function inside(part: string): string {
  return part.replace(/^\s*\(\s*|\s*\)\s*$/g, '');
}

const RANGE = /^(?:([^<>=]+)(<=?|>=?|=))?\s*([a-z-]+)\s*(?:(<=?|>=?|=)([^<>=]+))?$/;

/** Null for a feature nobody knows. */
function featureHolds(feature: string): boolean | null {
  const [, low, lowSign, ranged = '', sign, high] = RANGE.exec(feature) ?? [];
  const here = SIZES.get(ranged);
  if (here !== undefined && (lowSign !== undefined || sign !== undefined)) {
    const fits = low === undefined || compare(toSize(low), lowSign ?? '=', here);
    return fits && (high === undefined || compare(here, sign ?? '=', toSize(high)));
  }
  const [name = '', value] = feature.split(':').map((half) => half.trim());
  const fact = FACTS.get(name);
  if (fact !== undefined) return value === undefined ? fact !== 'none' && fact !== '0' : value === fact;
  const [, side, plain = ''] = /^(?:-webkit-)?(?:(min|max)-)?([a-z-]+)$/.exec(name) ?? [];
  const size = SIZES.get(plain);
  if (size === undefined) return null;
  if (value === undefined) return size !== 0;
  return compare(size, side === 'min' ? '>=' : side === 'max' ? '<=' : '=', toSize(value));
}

function compare(left: number, sign: string, right: number): boolean {
  if (left === right) return sign.includes('=');
  return sign.startsWith('<') ? left < right : sign.startsWith('>') && left > right;
}

const DOTS_PER_PIXEL: Readonly<Record<string, number>> = { dppx: 1, x: 1, dpi: 1 / 96, dpcm: 2.54 / 96 };

/** A length in pixels, a resolution in dots per pixel, a number or a ratio; not a number where it is none. */
function toSize(text: string): number {
  const [, dots, unit = ''] = /^([\d.]+)(dppx|x|dpi|dpcm)$/.exec(text.trim()) ?? [];
  if (dots !== undefined) return Number(dots) * (DOTS_PER_PIXEL[unit] ?? Number.NaN);
  return toPx(text, { emPx: 16, remPx: 16, wholePx: null }) ?? Number.NaN;
}
