import { scanCss, splitList } from './css-scan.ts';
import { appliesOnScreen } from './media-query.ts';

/** A block that contains blocks. */
type RuleBlock = {
  /** Whether its rules apply on a screen. */
  readonly applies: boolean;
  /** The selectors of the enclosing rules; null outside all rules. */
  readonly selectors: string | null;
  /** Its own declarations. */
  readonly declarations: string[];
};

const SHEET: RuleBlock = { applies: true, selectors: null, declarations: [] };
/** Nesting multiplies selectors: the longest selectors of a rule and the one around it, together. */
const MAX_PAIR_CHARS = 300;
/** The longest selectors of all nested rules of one sheet, together. */
const MAX_NESTED_CHARS = 1_000_000;

/**
 * Passes each rule of a style sheet that applies on a screen to `take`, in order; nested rules are resolved.
 */
export function readRules(css: string, take: (selectors: string, body: string) => void): void {
  const openBlocks: RuleBlock[] = [];
  /** Sheets repeat the same few conditions. */
  const conditionResults = new Map<string, boolean>();
  let nestedChars = 0;
  const createBlock = (prelude: string): RuleBlock => {
    const block = blockIn(openBlocks.at(-1) ?? SHEET, prelude, conditionResults);
    if (openBlocks.length > 0) nestedChars += block.selectors?.length ?? 0;
    return nestedChars > MAX_NESTED_CHARS ? { ...block, applies: false } : block;
  };
  scanCss(css, {
    open: (prelude) => openBlocks.push(createBlock(prelude)),
    block(prelude, body) {
      if (openBlocks.length === 0 && !prelude.startsWith('@')) return take(prelude, body);
      const { applies, selectors } = createBlock(prelude);
      if (applies && selectors !== null) take(selectors, body);
    },
    statement: (text) => void openBlocks.at(-1)?.declarations.push(text),
    close() {
      const block = openBlocks.pop();
      if (block?.applies && block.selectors !== null && block.declarations.length > 0)
        take(block.selectors, block.declarations.join(';'));
    },
  });
}

function blockIn(around: RuleBlock, prelude: string, conditionResults: Map<string, boolean>): RuleBlock {
  if (!around.applies) return around;
  if (prelude.startsWith('@')) {
    const applies = conditionResults.get(prelude) ?? isTrueHere(prelude);
    conditionResults.set(prelude, applies);
    return { ...around, applies, declarations: [] };
  }
  const selectors = around.selectors === null ? prelude : nest(prelude, around.selectors);
  return { applies: true, selectors, declarations: [] };
}

/** The selectors of a rule inside another one (CSS Nesting 1, section 3). */
function nest(inner: string, outer: string): string {
  if (outer.length + inner.length > MAX_PAIR_CHARS) return ':not(*)';
  const parent = `:is(${outer})`;
  return splitList(inner)
    .map((part) => (part.includes('&') ? part.replaceAll('&', parent) : `${parent} ${part}`))
    .join(',');
}

/** Whether the rules in a group such as `@media` apply on a screen. */
function isTrueHere(prelude: string): boolean {
  const [, name = '', condition = ''] = /^@([-\w]+)\s*([\s\S]*)$/.exec(prelude) ?? [];
  const kind = name.toLowerCase();
  if (kind === 'media') return appliesOnScreen(condition);
  if (kind === 'supports') return !/^not\b|-webkit-touch-callout|-(?:moz|ms)-/i.test(condition);
  return kind === 'layer' || kind === 'container';
}
