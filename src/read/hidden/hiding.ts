import { hintsOf, isShutByItself } from './hints.ts';
import { impliedParents, type ParentOf } from './implied-parents.ts';
import { firstLook, isTextUnseen, type Look, lookOf } from './look.ts';
import { type Budget, type Facts, type Ground, matches } from './match.ts';
import { HIDING_CLASSES, MAX_STEPS, NEVER_SHOWN } from './policy.ts';
import { type Declaration, type Rule, readRules, readStyle } from './rules.ts';
import type { Sheet } from './sheet.ts';
import type { StyledElement } from './styled-element.ts';
import { applied, matters } from './styles.ts';

/**
 * What a person sees of an element: `seen`; `blank` when its own text does not show but an element inside may
 * (`visibility`, `font-size`, `color`); `gone` when nothing inside can show.
 */
export type Sight = 'seen' | 'blank' | 'gone';

type Known = Facts & { readonly look: Look };

/**
 * Tells, for the elements of one page, what a person would see of them. `sheets` are the page's own style sheets in the
 * order of the document (see `sheetOf`). What is found out about an element is remembered, so that the order of the
 * questions does not matter. Never throws. A page whose rules take longer than `MAX_STEPS` shows nothing more.
 */
export function createHiding(sheets: readonly Sheet[]): (element: StyledElement) => Sight {
  const knowsAllSheets = sheets.every(({ css }) => css !== null);
  const rulesFor = indexed(readRules(sheets, matters));
  const budget: Budget = { steps: MAX_STEPS };
  const outside = firstLook(knowsAllSheets);
  const known = new WeakMap<StyledElement, Known>();
  const parentOf = impliedParents();
  const ground: Ground = { factsOf: learn, parentOf, budget };

  function learn(element: StyledElement): Known {
    const before = known.get(element);
    if (before !== undefined) return before;
    for (const next of unknownAround(element, known, parentOf)) known.set(next, find(next));
    return known.get(element) ?? find(element);
  }

  function find(element: StyledElement): Known {
    const { tag, attributes, previous } = element;
    const parent = parentOf(element);
    const classes = new Set((attributes.class ?? '').split(/\s+/));
    const position = 1 + ((previous && known.get(previous)?.position) ?? 0);
    const outer = (parent && known.get(parent)?.look) ?? outside;
    const facts = { classes, position };
    if (outer.isGone) return { ...facts, look: outer };
    known.set(element, { ...facts, look: outer });
    const isGone =
      NEVER_SHOWN.has(tag) || attributes['aria-hidden']?.trim().toLowerCase() === 'true' || budget.steps <= 0;
    if (isGone || (!knowsAllSheets && [...classes].some((name) => HIDING_CLASSES.has(name)))) {
      return { ...facts, look: { ...outer, isGone: true } };
    }
    const { styles, variables } = applied(
      statedFor(element, rulesFor(element, classes), ground),
      outer.variables,
    );
    const isShut = isShutByItself(element) && !styles.has('display');
    const look = lookOf(tag, styles, variables, outer);
    return { ...facts, look: isShut ? { ...look, isGone: true } : look };
  }

  return (element) => {
    const { look } = learn(element);
    if (look.isGone) return 'gone';
    return isTextUnseen(look) ? 'blank' : 'seen';
  };
}

/** The element, what stands around and before it, outermost first, as far as nothing is known of it. */
function unknownAround(
  element: StyledElement,
  known: WeakMap<StyledElement, Known>,
  parentOf: ParentOf,
): StyledElement[] {
  const unknown: StyledElement[] = [];
  for (
    let next: StyledElement | null = element;
    next !== null && !known.has(next);
    next = next.previous ?? parentOf(next)
  ) {
    unknown.push(next);
  }
  return unknown.reverse();
}

/** What is stated for an element, the strongest last: hints, rules, its `style`, then the same again for `!important`. */
function statedFor(element: StyledElement, candidates: readonly Rule[], ground: Ground): Declaration[] {
  const rules = candidates
    .filter(({ selector }) => matches(element, selector, ground))
    .sort(
      (a, b) => a.layer - b.layer || a.selector.specificity - b.selector.specificity || a.order - b.order,
    );
  const inline = element.attributes.style === undefined ? [] : readStyle(element.attributes.style, matters);
  const normal = [...rules.flatMap(({ declarations }) => declarations), ...inline];
  // Among important declarations the first layer is the strongest (CSS Cascade 5, 6.1).
  const turned = rules.toSorted(
    (a, b) => b.layer - a.layer || a.selector.specificity - b.selector.specificity || a.order - b.order,
  );
  const important = [...turned.flatMap(({ declarations }) => declarations), ...inline];
  return [
    ...hintsOf(element),
    ...normal.filter((one) => !one.important),
    ...important.filter((one) => one.important),
  ];
}

/** Rules by what their last compound asks for, so that an element is compared with few of them. */
function indexed(rules: readonly Rule[]): (element: StyledElement, classes: ReadonlySet<string>) => Rule[] {
  const byKey = new Map<string, Rule[]>();
  for (const rule of rules) {
    const key = keyOf(rule);
    const others = byKey.get(key);
    if (others === undefined) byKey.set(key, [rule]);
    else others.push(rule);
  }
  return ({ tag, attributes }, classes) => {
    const keys = ['*', tag, `#${attributes.id ?? ''}`, ...[...classes].map((name) => `.${name}`)];
    return keys.flatMap((key) => byKey.get(key) ?? []);
  };
}

function keyOf({ selector }: Rule): string {
  const simples = selector.compounds[0]?.simples ?? [];
  for (const kind of ['id', 'class', 'tag'] as const) {
    const found = simples.find((simple) => simple.kind === kind);
    if (found?.kind === kind)
      return kind === 'tag' ? found.name : `${kind === 'id' ? '#' : '.'}${found.name}`;
  }
  return '*';
}
