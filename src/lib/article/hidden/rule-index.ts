import { type Declaration, readDeclarations } from './declarations.ts';
import { readRules } from './rules.ts';
import { type CompiledSelector, createCompiler, type StepBudget } from './selector-compiler.ts';
import { type Names, selectorsFor } from './selectors.ts';
import type { StyledElement } from './styled-element.ts';

/** A rule of a style sheet for one selector, with its place among all rules. */
export type StyleRule = CompiledSelector & {
  readonly declarations: readonly Declaration[];
  readonly order: number;
};

/**
 * The declarations of a rule, as text. The declarations are parsed when they are first needed for an element.
 */
type Body = { readonly text: string; readonly order: number; declarations?: readonly Declaration[] };

/** Rules with the same key; they are parsed when they are first needed for an element. */
type Shelf = {
  readonly written: { readonly selector: string; readonly body: Body }[];
  rules?: readonly StyleRule[];
};

/**
 * Sorts the rules of all sheets by the names that their selectors require, so that each element is compared
 * with only a few rules. The returned function finds the rules that match an element.
 */
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
