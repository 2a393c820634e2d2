import { scanCss, splitList } from './css-scan.ts';
import { type Declaration, readDeclarations } from './declarations.ts';
import { appliesOnScreen } from './media-query.ts';
import { type CompiledSelector, createCompiler, type StepBudget } from './selector-compiler.ts';
import { type Names, selectorsFor } from './selectors.ts';
import type { StyledElement } from './styled-element.ts';

/** A rule of a style sheet for one selector, with its place among all rules. */
export type StyleRule = CompiledSelector & {
  readonly declarations: readonly Declaration[];
  readonly order: number;
};

/** The declarations of a rule, as text that is parsed when an element first needs it. */
type Body = { readonly text: string; readonly order: number; declarations?: readonly Declaration[] };

/** Rules with the same key; they are parsed when they are first needed for an element. */
type Shelf = {
  readonly written: { readonly selector: string; readonly body: Body }[];
  rules?: readonly StyleRule[];
};

/** Sorts rules by the names that their selectors require, so that few are compared with an element. */
export function createRuleIndex(
  sheets: readonly string[],
  names: Names,
  budget: StepBudget,
): (element: StyledElement) => StyleRule[] {
  const shelves = new Map<string, Shelf>();
  let order = 0;
  for (const css of sheets) {
    readRules(css, (list, text) => {
      const body: Body = { text, order: order++ };
      for (const { selector, key } of selectorsFor(list, names)) {
        const shelf = shelves.get(key);
        if (shelf === undefined) shelves.set(key, { written: [{ selector, body }] });
        else shelf.written.push({ selector, body });
      }
    });
  }
  const compile = createCompiler(budget);
  const parseWritten = ({ selector, body }: Shelf['written'][number]): StyleRule[] => {
    if (body.declarations === undefined) {
      budget.steps -= body.text.length;
      body.declarations = budget.steps < 0 ? [] : readDeclarations(body.text);
    }
    const compiled = body.declarations.length === 0 ? null : compile(selector);
    return compiled === null ? [] : [{ ...compiled, declarations: body.declarations, order: body.order }];
  };
  const rulesUnder = (key: string): readonly StyleRule[] => {
    const shelf = shelves.get(key);
    if (shelf === undefined) return [];
    shelf.rules ??= shelf.written.flatMap(parseWritten);
    budget.steps -= shelf.rules.length;
    return budget.steps < 0 ? [] : shelf.rules;
  };
  const keysOf = createKeyReader(shelves);
  return (element) => {
    const { id, class: list = '' } = element.attributes;
    const found: StyleRule[] = [];
    const take = (key: string) => {
      for (const rule of rulesUnder(key)) if (rule.matches(element)) found.push(rule);
    };
    take('');
    take(element.tag);
    if (id !== undefined) take(`#${id}`);
    if (list !== '') for (const key of keysOf(list)) take(key);
    return found;
  };
}

/** Creates the function that finds the keys for a list of classes; each list is split only once. */
function createKeyReader(shelves: ReadonlyMap<string, Shelf>): (list: string) => readonly string[] {
  const keysByList = new Map<string, readonly string[]>();
  return (list) => {
    const cached = keysByList.get(list);
    if (cached !== undefined) return cached;
    const keys = list.split(/\s+/).map((name) => `.${name}`);
    const used = keys.filter((key) => shelves.has(key));
    keysByList.set(list, used);
    return used;
  };
}

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

/** Passes each rule of a style sheet that applies on a screen to `take`, in order, nesting resolved. */
function readRules(css: string, take: (selectors: string, body: string) => void): void {
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
