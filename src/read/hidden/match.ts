import type { Facts } from './facts.ts';
import type { ParentOf } from './implied-parents.ts';
import type { Compound, Selector, Simple } from './selector.ts';
import type { StyledElement } from './styled-element.ts';

/** What is known of the page while its elements are matched. */
export type Ground = Facts & {
  readonly parentOf: ParentOf;
  readonly budget: Budget;
  /** The element of which `:has()` asks what it has. */
  readonly subject?: StyledElement;
};

/** How often elements may still be compared with conditions, for a page whose rules are made to take long. */
export type Budget = { steps: number };

/** Whether a selector means the element. False as soon as the budget is spent. */
export function matches(element: StyledElement, selector: Selector, ground: Ground): boolean {
  return matchesFrom(element, selector.compounds, 0, ground);
}

function matchesFrom(
  element: StyledElement,
  compounds: readonly Compound[],
  at: number,
  ground: Ground,
): boolean {
  const compound = compounds[at];
  if (compound === undefined) return true;
  for (const simple of compound.simples) {
    if (--ground.budget.steps < 0 || !meets(element, simple, ground)) return false;
  }
  if (at === compounds.length - 1) return true;
  const isNext = (other: StyledElement) => matchesFrom(other, compounds, at + 1, ground);
  return someRelative(element, compound.combinator, ground.parentOf, isNext);
}

function someRelative(
  element: StyledElement,
  combinator: Compound['combinator'],
  parentOf: ParentOf,
  isNext: (other: StyledElement) => boolean,
): boolean {
  const upwards = combinator === ' ' || combinator === '>';
  const far = combinator === ' ' || combinator === '~';
  let other = upwards ? parentOf(element) : element.previous;
  for (; other !== null; other = upwards ? parentOf(other) : other.previous) {
    if (isNext(other)) return true;
    if (!far) return false;
  }
  return false;
}

function meets(element: StyledElement, simple: Simple, ground: Ground): boolean {
  switch (simple.kind) {
    case 'tag':
      return element.tag === simple.name;
    case 'id':
      return element.attributes.id === simple.name;
    case 'class':
      return ground.classesOf(element).has(simple.name);
    case 'attribute':
      return hasAttribute(element.attributes, simple);
    case 'any':
      return simple.selectors.some((selector) => matches(element, selector, ground));
    case 'not':
      return !simple.selectors.some((selector) => matches(element, selector, ground));
    case 'nth':
      return isNth(positionOf(element, simple, ground), simple.step, simple.first);
    case 'just':
      return element === simple.element;
    case 'state':
      return simple.test(element);
    case 'has':
      return has(element, simple.selectors, ground);
    case 'subject':
      return element === ground.subject;
    case 'nearest':
      return isNearest(element, simple, ground);
    case 'root':
      return element.tag === 'html';
    default:
      return simple.kind === 'always';
  }
}

/** 0 for an element that is none of those that count. */
function positionOf(
  element: StyledElement,
  simple: Extract<Simple, { kind: 'nth' }>,
  ground: Ground,
): number {
  const { among } = simple;
  if (among === null) return ground.positionOf(element, simple);
  const counts = (other: StyledElement) => among.some((selector) => matches(other, selector, ground));
  if (!counts(element)) return 0;
  let position = 1;
  if (simple.fromEnd) {
    for (const other of ground.following(element)) {
      if (--ground.budget.steps < 0) break;
      if (other.parent === element.parent && counts(other)) position++;
    }
    return position;
  }
  for (let other = element.previous; other !== null; other = other.previous) if (counts(other)) position++;
  return position;
}

/** Whether one of these, which begin at the element, means another behind it. */
function has(element: StyledElement, selectors: readonly Selector[], ground: Ground): boolean {
  const around = { ...ground, subject: element };
  for (const other of ground.following(element)) {
    if (--ground.budget.steps < 0) return false;
    if (selectors.some((selector) => matches(other, selector, around))) return true;
  }
  return false;
}

type NearestTest = Extract<Simple, { kind: 'nearest' }>;

/** Whether the nearest element outwards that states the attribute states this, as languages are compared. */
function isNearest(
  element: StyledElement,
  { name, values, usual }: NearestTest,
  { budget, parentOf }: Ground,
): boolean {
  let outer: StyledElement | null = element;
  for (; outer !== null && outer.attributes[name] === undefined; outer = parentOf(outer)) budget.steps--;
  const stated = (outer?.attributes[name] ?? usual).toLowerCase();
  return values.some((value) => stated === value || stated.startsWith(`${value}-`));
}

type AttributeTest = Extract<Simple, { kind: 'attribute' }>;

function hasAttribute(
  attributes: StyledElement['attributes'],
  { name, sign, value, anyCase }: AttributeTest,
): boolean {
  // `[constructor]` asks for an attribute and not for what every object has.
  const stated = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (stated === undefined) return false;
  if (sign === '') return true;
  const [here, wanted] = anyCase ? [stated.toLowerCase(), value.toLowerCase()] : [stated, value];
  if (sign === '=') return here === wanted;
  if (sign === '|=') return here === wanted || here.startsWith(`${wanted}-`);
  if (wanted === '') return false;
  if (sign === '~=') return here.split(/\s+/).includes(wanted);
  if (sign === '^=') return here.startsWith(wanted);
  return sign === '$=' ? here.endsWith(wanted) : here.includes(wanted);
}

function isNth(position: number, step: number, first: number): boolean {
  if (position === 0) return false;
  if (step === 0) return position === first;
  return (position - first) % step === 0 && (position - first) / step >= 0;
}
