import { leftByAnimations } from './animation.ts';
import { createFacts } from './facts.ts';
import { hintsOf, isShutByItself } from './hints.ts';
import { impliedParents } from './implied-parents.ts';
import { firstLook, isTextUnseen, type Look, lookOf } from './look.ts';
import { type Ground, matches } from './match.ts';
import { HIDING_CLASSES, MAX_STEPS, NEVER_SHOWN, ROOTS } from './policy.ts';
import { createRuleIndex, type Rule } from './rule-index.ts';
import { type Declaration, readRules, readStyle } from './rules.ts';
import type { Names } from './selector-key.ts';
import { isShaded, shadedHosts } from './shaded.ts';
import { type Sheet, withImports } from './sheet.ts';
import type { StyledElement } from './styled-element.ts';
import { applied, matters } from './styles.ts';
import { isSupported } from './supports.ts';
import { costOf } from './variables.ts';

/**
 * What a person sees of an element: `seen`; `blank` when its own text does not show but an element inside may
 * (`visibility`, `font-size`, `color`); `gone` when nothing inside can show.
 */
export type Sight = 'seen' | 'blank' | 'gone';

/**
 * Tells, for the elements of one page, what a person would see of them. `ownSheets` are the page's own style sheets in the
 * order of the document (see `sheetOf`), `elements` all of it. The answer may be asked of those that are `asked` alone, with which go
 * the elements around them. What is found out about an element is remembered, so that the order of the questions does not
 * matter. Never throws. A page whose rules take longer than `MAX_STEPS` shows nothing more.
 */
export function createHiding(
  ownSheets: readonly Sheet[],
  elements: readonly StyledElement[],
  asked: readonly StyledElement[] = elements,
): (element: StyledElement) => Sight {
  const sheets = ownSheets.flatMap((sheet) => withImports(sheet, isSupported));
  const knowsAllSheets = sheets.every(({ css }) => css !== null);
  const { rules, animations, initials } = readRules(sheets, isSupported);
  const outside = firstLook(knowsAllSheets, initials);
  const shaded = shadedHosts(elements);
  const looks = new Map<StyledElement, Look>();
  const ground: Ground = {
    ...createFacts(elements),
    parentOf: impliedParents(),
    budget: { steps: MAX_STEPS },
  };
  const rulesFor = createRuleIndex(rules, namesOf(asked, ground.classesOf), ground.budget);

  function learn(element: StyledElement): Look {
    const known = looks.get(element);
    if (known !== undefined) return known;
    const parent = ground.parentOf(element);
    const look = find(element, parent === null ? outside : learn(parent));
    looks.set(element, look);
    return look;
  }

  function find(element: StyledElement, outer: Look): Look {
    const { tag } = element;
    if (outer.isGone) return outer;
    if (isShaded(element, shaded)) return { ...outer, isGone: true };
    const classes = ground.classesOf(element);
    if (isGoneByItself(element) || ground.budget.steps <= 0) return { ...outer, isGone: true };
    if (!knowsAllSheets && [...classes].some((name) => HIDING_CLASSES.has(name)))
      return { ...outer, isGone: true };
    const stated = statedFor(element, rulesFor(element, classes), ground);
    const unmoved = applied(stated, outer.variables);
    const left = animations.size === 0 ? [] : leftByAnimations(unmoved.styles, animations, matters);
    ground.budget.steps -= costOf(left);
    const { styles, variables } =
      left.length === 0 ? unmoved : applied(underImportant(stated, left), outer.variables);
    const isShut =
      isShutByItself(element) && !/^(?!revert-layer)/.test(styles.get('display') ?? 'revert-layer');
    const isPlain = stated.length === 0 && !ROOTS.has(tag) && outer.layout === outer.usualLayout;
    const look = isPlain ? outer : lookOf(tag, styles, variables, outer);
    return isShut ? { ...look, isGone: true } : look;
  }

  return (element) => {
    const look = learn(element);
    if (look.isGone) return 'gone';
    const isBare = shaded.get(element)?.has('') === false;
    return isTextUnseen(look) || isBare ? 'blank' : 'seen';
  };
}

/** The classes and ids of elements, to know which rules could mean one of them. */
function namesOf(elements: readonly StyledElement[], classesOf: Ground['classesOf']): Names {
  const names = { classes: new Set<string>(), ids: new Set<string>() };
  const seen = new Set<ReadonlySet<string>>();
  for (const element of elements) {
    const { id } = element.attributes;
    if (id !== undefined) names.ids.add(id);
    seen.add(classesOf(element));
  }
  for (const classes of seen) for (const name of classes) names.classes.add(name);
  return names;
}

function isGoneByItself({ tag, attributes }: StyledElement): boolean {
  return NEVER_SHOWN.has(tag) || attributes['aria-hidden']?.trim().toLowerCase() === 'true';
}

/** What animations state goes over all that is not important (CSS Cascade 5, 6.1). */
function underImportant(stated: readonly Declaration[], left: readonly Declaration[]): Declaration[] {
  return [...stated.filter((one) => !one.important), ...left, ...stated.filter((one) => one.important)];
}

/** What is stated for an element, the strongest last: hints, rules, its `style`, then the same again for `!important`. */
function statedFor(element: StyledElement, candidates: readonly Rule[], ground: Ground): Declaration[] {
  const { style } = element.attributes;
  const hints = hintsOf(element);
  const rules = candidates
    .filter(({ selector }) => matches(element, selector, ground))
    .sort(
      (a, b) => a.layer - b.layer || a.selector.specificity - b.selector.specificity || a.order - b.order,
    );
  const inline = style === undefined ? [] : readStyle(style, matters);
  ground.budget.steps -= rules.reduce((sum, { cost }) => sum + cost, costOf(inline));
  if (rules.length === 0 && inline.length === 0) return hints;
  const normal = [...rules.flatMap(({ declarations }) => declarations), ...inline];
  if (!normal.some(({ important }) => important)) return [...hints, ...normal];
  // Among important declarations the first layer is the strongest (CSS Cascade 5, 6.1).
  const turned = rules.toSorted(
    (a, b) => b.layer - a.layer || a.selector.specificity - b.selector.specificity || a.order - b.order,
  );
  const important = [...turned.flatMap(({ declarations }) => declarations), ...inline];
  return [...hints, ...normal.filter((one) => !one.important), ...important.filter((one) => one.important)];
}
