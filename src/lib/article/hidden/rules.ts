import { own } from '../../text/own.ts';
import { scanCss, splitList } from './css-scan.ts';
import { toPx } from './length.ts';
import { WINDOW } from './limits.ts';

/** A block that contains blocks. */
type RuleBlock = {
  /** Whether its rules apply on a screen. */
  readonly counts: boolean;
  /** The selectors of the enclosing rules; null outside all rules. */
  readonly selectors: string | null;
  /** Its own declarations. */
  readonly stated: string[];
};

const SHEET: RuleBlock = { counts: true, selectors: null, stated: [] };
/**
 * Nesting multiplies selectors. The maximum number of characters in the selectors of two nested rules, and of
 * all nested rules of one sheet.
 */
const MAX_NESTING_CHARS = 300;
const MAX_NESTED_CHARS = 1_000_000;

/**
 * Passes each rule of a style sheet that applies on a screen to `take`, in order; nested rules are resolved.
 */
export function readRules(css: string, take: (selectors: string, body: string) => void): void {
  const open: RuleBlock[] = [];
  let nestedChars = 0;
  const held = new Map<string, boolean>();
  const blockIn = (prelude: string): RuleBlock => {
    const block = blockOf(prelude, open.at(-1) ?? SHEET, held);
    if (open.length > 0) nestedChars += block.selectors?.length ?? 0;
    return nestedChars > MAX_NESTED_CHARS ? { ...block, counts: false } : block;
  };
  scanCss(css, {
    open: (prelude) => open.push(blockIn(prelude)),
    block(prelude, body) {
      if (open.length === 0 && !prelude.startsWith('@')) return take(prelude, body);
      const { counts, selectors } = blockIn(prelude);
      if (counts && selectors !== null) take(selectors, body);
    },
    statement: (text) => void open.at(-1)?.stated.push(text),
    close() {
      const block = open.pop();
      if (block?.counts && block.selectors !== null && block.stated.length > 0)
        take(block.selectors, block.stated.join(';'));
    },
  });
}

function blockOf(prelude: string, around: RuleBlock, held: Map<string, boolean>): RuleBlock {
  if (!around.counts) return around;
  if (prelude.startsWith('@')) {
    const counts = held.get(prelude) ?? groupHolds(prelude);
    held.set(prelude, counts);
    return { ...around, counts, stated: [] };
  }
  const selectors = around.selectors === null ? prelude : nested(prelude, around.selectors);
  return { counts: true, selectors, stated: [] };
}

/** The selectors of a rule inside another one (CSS Nesting 1, section 3). */
function nested(inner: string, outer: string): string {
  if (outer.length + inner.length > MAX_NESTING_CHARS) return ':not(*)';
  const parent = `:is(${outer})`;
  return splitList(inner)
    .map((one) => (one.includes('&') ? one.replaceAll('&', parent) : `${parent} ${one}`))
    .join(',');
}

function groupHolds(prelude: string): boolean {
  const [, name = '', condition = ''] = /^@([-\w]+)\s*([\s\S]*)$/.exec(prelude) ?? [];
  const kind = name.toLowerCase();
  if (kind === 'media') return holdsOnScreen(condition);
  if (kind === 'supports') return !/^not\b|-webkit-touch-callout|-(?:moz|ms)-/i.test(condition);
  return kind === 'layer' || kind === 'container';
}

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
/** Media queries in practice are shorter than this. */
const MAX_CHARS = 500;

/**
 * Whether a media query list is true for a screen of usual size without special settings. A query with an
 * unsupported feature is false.
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
  const here = own(HERE, name);
  return here === undefined ? null : here === value;
}
