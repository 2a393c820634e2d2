import { splitList } from './css-scan.ts';
import { isKnownList } from './pseudo-names.ts';
import { type Declaration, readStyle, type WrittenRule } from './rules.ts';
import { parseSelectors, type Selector } from './selector.ts';
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

/** A selector list whose commas all part selectors, and a selector in which not all signs are what they seem. */
const PLAIN_LIST = /^[^\\[("'&/]*$/;
const ODD_SELECTOR = /[\\&/|]|["'][^"']*[()[\]]/;
const SEPARATORS = ' >+~\n\t\r\f';
const KEY = /^[^[(:]*?([.#][-\w\u0080-\uffff]+)/;
const TAG = /^[-\w\u0080-\uffff]+/;
const ANY = '*';

/**
 * Rules by what their last compound asks for, so that an element is compared with few of them. They are understood when
 * the first element asks for them. `isOnPage` tells whether an element has a `.class` or an `#id`: for most rules of most
 * sheets there is none.
 */
export function createRuleIndex(rules: readonly WrittenRule[], isOnPage: (key: string) => boolean): RulesFor {
  const written = new Map<string, Written[]>();
  const understood = new Map<string, readonly Rule[]>();
  const declarations = new Map<WrittenRule, readonly Declaration[]>();
  for (const rule of rules) {
    const isPlain = PLAIN_LIST.test(rule.selectors);
    for (const selector of isPlain ? rule.selectors.split(',') : splitList(rule.selectors)) {
      const key = keyOf(selector.trim(), rule.outer);
      if (key === null || (/^[.#]/.test(key) && !isOnPage(key))) continue;
      const others = written.get(key);
      if (others === undefined) written.set(key, [{ selector, rule }]);
      else others.push({ selector, rule });
    }
  }

  const declarationsOf = (rule: WrittenRule): readonly Declaration[] => {
    const found =
      declarations.get(rule) ?? (isKnownList(rule.selectors) ? readStyle(rule.body, matters) : []);
    declarations.set(rule, found);
    return found;
  };
  const rulesUnder = (key: string): readonly Rule[] => {
    const known = understood.get(key);
    if (known !== undefined) return known;
    const found = (written.get(key) ?? []).flatMap((one) => understand(one, declarationsOf));
    understood.set(key, found);
    return found;
  };
  return ({ tag, attributes }, classes) => {
    const found = [...rulesUnder(ANY), ...rulesUnder(tag)];
    if (attributes.id !== undefined) found.push(...rulesUnder(`#${attributes.id}`));
    for (const name of classes) found.push(...rulesUnder(`.${name}`));
    return found;
  };
}

function understand(
  { selector, rule }: Written,
  declarationsOf: (rule: WrittenRule) => readonly Declaration[],
): Rule[] {
  const declarations = declarationsOf(rule);
  if (declarations.length === 0) return [];
  return parseSelectors(selector.trim(), rule.outer)
    .filter(({ compounds }) => compounds[0]?.simples.every(({ kind }) => kind !== 'never'))
    .map((parsed) => ({ selector: parsed, declarations, layer: rule.layer.rank, order: rule.order }));
}

/** A class, an id or a tag that an element must have for the selector to mean it, or `*`; null for no selector. */
function keyOf(selector: string, outer: WrittenRule['outer']): string | null {
  if (selector === '') return null;
  if (outer !== null || ODD_SELECTOR.test(selector)) return understoodKey(selector, outer);
  const compound = lastCompound(selector);
  return KEY.exec(compound)?.[1] ?? TAG.exec(compound)?.[0].toLowerCase() ?? ANY;
}

/** What stands behind the last blank or sign that is in no brackets. */
function lastCompound(selector: string): string {
  let depth = 0;
  for (let at = selector.length - 1; at >= 0; at--) {
    const char = selector.charAt(at);
    if (char === ')' || char === ']') depth++;
    else if (char === '(' || char === '[') depth--;
    else if (depth === 0 && SEPARATORS.includes(char)) return selector.slice(at + 1);
  }
  return selector;
}

function understoodKey(text: string, outer: WrittenRule['outer']): string | null {
  const simples = parseSelectors(text, outer)[0]?.compounds[0]?.simples;
  if (simples === undefined) return null;
  for (const kind of ['id', 'class', 'tag'] as const) {
    const found = simples.find((simple) => simple.kind === kind);
    if (found?.kind === kind)
      return kind === 'tag' ? found.name : `${kind === 'id' ? '#' : '.'}${found.name}`;
  }
  return ANY;
}
