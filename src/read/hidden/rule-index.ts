import { splitList } from './css-scan.ts';
import { isKnownList } from './pseudo-names.ts';
import { type Declaration, readStyle, type WrittenRule } from './rules.ts';
import { parseSelectors, type Selector } from './selector.ts';
import { asksForNamed, isNamed, keyOf, type Names, type SelectorKey } from './selector-key.ts';
import type { StyledElement } from './styled-element.ts';
import { matters } from './styles.ts';

/** Declarations for what one selector means. */
export type Rule = {
  readonly selector: Selector;
  readonly declarations: readonly Declaration[];
  readonly layer: number;
  readonly order: number;
};

/** The rules whose last compound could mean an element. */
export type RulesFor = (element: StyledElement, classes: ReadonlySet<string>) => Rule[];

type Written = { readonly selector: string; readonly rule: WrittenRule };

/** Rules under one key; understood when the first element asks for them. */
type Shelf = { readonly written: Written[]; rules?: readonly Rule[] };
type Shelves = Readonly<Record<SelectorKey['kind'], Map<string, Shelf>>>;

/** A selector list in which every comma parts two selectors, none with brackets. */
const PLAIN_LIST = /^[^\\[("'&/]*$/;

/**
 * Rules by what their last compound asks for, so that an element is compared with few of them. `names` are those of the
 * elements that will be asked for and of the elements around them: most rules of most sheets are for none.
 */
export function createRuleIndex(rules: readonly WrittenRule[], names: Names): RulesFor {
  const shelves: Shelves = { class: new Map(), id: new Map(), tag: new Map(), any: new Map() };
  for (const rule of rules) sortIn(rule, names, shelves);

  const declarations = new Map<WrittenRule, readonly Declaration[]>();
  const declarationsOf = (rule: WrittenRule): readonly Declaration[] => {
    const found =
      declarations.get(rule) ?? (isKnownList(rule.selectors) ? readStyle(rule.body, matters) : []);
    declarations.set(rule, found);
    return found;
  };
  const rulesUnder = (kind: SelectorKey['kind'], name: string): readonly Rule[] => {
    const shelf = shelves[kind].get(name);
    if (shelf === undefined) return [];
    shelf.rules ??= shelf.written.flatMap((one) => understand(one, declarationsOf));
    return shelf.rules;
  };
  return ({ tag, attributes }, classes) => {
    const found = [...rulesUnder('any', ''), ...rulesUnder('tag', tag)];
    if (attributes.id !== undefined) found.push(...rulesUnder('id', attributes.id));
    for (const name of classes) found.push(...rulesUnder('class', name));
    return found;
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

function understand(
  { selector, rule }: Written,
  declarationsOf: (rule: WrittenRule) => readonly Declaration[],
): Rule[] {
  const declarations = declarationsOf(rule);
  if (declarations.length === 0) return [];
  return parseSelectors(selector, rule.outer)
    .filter(({ compounds }) => compounds[0]?.simples.every(({ kind }) => kind !== 'never'))
    .map((parsed) => ({ selector: parsed, declarations, layer: rule.layer.rank, order: rule.order }));
}
