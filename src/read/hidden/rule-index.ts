import { splitList } from './css-scan.ts';
import type { Budget } from './match.ts';
import { parseSelectors } from './parse-selectors.ts';
import { type Declaration, readStyle, type WrittenRule } from './rules.ts';
import type { Selector } from './selector.ts';
import { asksForNamed, isNamed, keyOf, type Names, type SelectorKey } from './selector-key.ts';
import { isTakenList } from './selector-list.ts';
import type { StyledElement } from './styled-element.ts';
import { matters } from './styles.ts';
import { costOf } from './variables.ts';

/** Declarations for what one selector means. */
export type Rule = {
  readonly selector: Selector;
  readonly declarations: readonly Declaration[];
  /** What it takes to apply them. */
  readonly cost: number;
  readonly layer: number;
  readonly order: number;
};

/** The rules whose last compound could mean an element. */
export type RulesFor = (element: StyledElement, classes: ReadonlySet<string>) => Rule[];

type Written = { readonly selector: string; readonly rule: WrittenRule };

/** Rules under one key; understood when the first element asks for them. */
type Shelf = { readonly written: Written[]; rules?: readonly Rule[] };
type Shelves = Readonly<Record<SelectorKey['kind'], Map<string, Shelf>>>;

/** What a rule states, read once for all its selectors. */
type Body = Pick<Rule, 'declarations' | 'cost'>;

/** As many comparisons take as long as reading a selector. */
const STEPS_A_RULE = 60;
/** A selector list in which every comma parts two selectors, none with brackets. */
const PLAIN_LIST = /^[^\\[("'&/]*$/;

/**
 * Rules by what their last compound asks for, so that an element is compared with few of them. `names` are those of the
 * elements that will be asked for and of the elements around them: most rules of most sheets are for none. Understanding a rule takes of the `budget`.
 */
export function createRuleIndex(rules: readonly WrittenRule[], names: Names, budget: Budget): RulesFor {
  const shelves: Shelves = { class: new Map(), id: new Map(), tag: new Map(), any: new Map() };
  for (const rule of rules) sortIn(rule, names, shelves);

  const bodies = new Map<WrittenRule, Body>();
  const bodyOf = (rule: WrittenRule): Body => {
    const known = bodies.get(rule);
    if (known !== undefined) return known;
    budget.steps -= rule.body.length;
    const declarations = isTakenList(rule.selectors, rule.outer !== null)
      ? readStyle(rule.body, matters)
      : [];
    const body = { declarations, cost: costOf(declarations) };
    bodies.set(rule, body);
    return body;
  };
  const understood = (one: Written): Rule[] => {
    budget.steps -= STEPS_A_RULE + 3 * one.selector.length;
    return budget.steps < 0 ? [] : understand(one, bodyOf(one.rule));
  };
  const rulesUnder = (kind: SelectorKey['kind'], name: string): readonly Rule[] => {
    const shelf = shelves[kind].get(name);
    if (shelf === undefined) return [];
    shelf.rules ??= shelf.written.flatMap(understood);
    return shelf.rules;
  };
  return ({ tag, attributes }, classes) => {
    const found = [rulesUnder('any', ''), rulesUnder('tag', tag)];
    if (attributes.id !== undefined) found.push(rulesUnder('id', attributes.id));
    for (const name of classes) found.push(rulesUnder('class', name));
    return found.flat();
  };
}

function sortIn(rule: WrittenRule, names: Names, shelves: Shelves): void {
  const isPlain = PLAIN_LIST.test(rule.selectors);
  for (const text of isPlain ? rule.selectors.split(',') : splitList(rule.selectors)) {
    const selector = text.trim();
    const key = keyOf(selector, rule.outer);
    if (key === null || !isNamed(key, names)) continue;
    if (isPlain && !asksForNamed(selector, names)) continue;
    const shelf = shelves[key.kind].get(key.name);
    if (shelf === undefined) shelves[key.kind].set(key.name, { written: [{ selector, rule }] });
    else shelf.written.push({ selector, rule });
  }
}

function understand({ selector, rule }: Written, body: Body): Rule[] {
  if (body.declarations.length === 0) return [];
  return parseSelectors(selector, rule.outer)
    .filter(({ compounds }) => compounds[0]?.simples.every(({ kind }) => kind !== 'never'))
    .map((parsed) => ({
      selector: within(parsed, rule.limit),
      ...body,
      layer: rule.layer.rank,
      order: rule.order,
    }));
}

/** The selector for what stands outside of the end of a scope. */
function within(selector: Selector, limit: readonly Selector[]): Selector {
  const [last, ...others] = selector.compounds;
  if (last === undefined || limit.length === 0) return selector;
  const simples = [...last.simples, { kind: 'not' as const, selectors: limit }];
  return { ...selector, compounds: [{ ...last, simples }, ...others] };
}
