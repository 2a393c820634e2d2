import { parse, type Selector } from 'css-what';
import { compileSelector } from './compile-selector.ts';
import { splitList, unescapeCss } from './css-scan.ts';

/** The remaining steps of comparing elements with selectors for one page. */
export type StepBudget = { steps: number };

/**
 * The classes and ids on a page. Most rules of most style sheets concern classes and ids that are not on the
 * page.
 */
export type Names = { readonly classes: ReadonlySet<string>; readonly ids: ReadonlySet<string> };

/** One selector, ready to be compared with elements. */
export type CompiledSelector = {
  /** Throws if the budget is used up. */
  readonly matches: (element: StyledElement) => boolean;
  readonly specificity: number;
};

/**
 * A selector and its key, a name that its element must have: the last class, otherwise the last id, or else
 * the tag; empty if the selector names none of them.
 */
export type KeyedSelector = { readonly selector: string; readonly key: string };

/** A longer selector is ignored. */
const MAX_CHARS = 1_000;
/** Compiling counts as this many steps. */
const STEPS_A_SELECTOR = 200;
const PLAIN_SELECTOR = /^[.#]?[-\w]+$/;
/** A selector list in which every comma separates two selectors. */
const PLAIN_LIST = /^[^\\[("']*$/;
const [DOT, HASH, BACKSLASH, COLON] = [46, 35, 92, 58];
const [OPEN_ROUND, OPEN_SQUARE, CLOSE_ROUND, CLOSE_SQUARE] = [40, 91, 41, 93];
/** 1 for every character that ends a name. */
const ENDS_NAME = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\s.#:>+~[\](),*|="'&]/.test(String.fromCharCode(code)) ? 1 : 0,
);
/**
 * Selectors that match no element while nobody interacts with the page, and selectors of parts that are not
 * elements.
 */
const UNMATCHED = /^:(?:before|after|first-l|hover|focus|active|visited|target|:)/;

/** The selectors of a list that could match an element of a page with these names. */
export function selectorsFor(list: string, names: Names): KeyedSelector[] {
  const found: KeyedSelector[] = [];
  for (const each of selectorsIn(list)) {
    const selector = each.trim();
    const key = selector.length > MAX_CHARS ? null : keyOf(selector, names);
    if (key !== null) found.push({ selector, key });
  }
  return found;
}

function selectorsIn(list: string): readonly string[] {
  if (!list.includes(',')) return [list];
  return PLAIN_LIST.test(list) ? list.split(',') : splitList(list);
}

/** Null if the page lacks a class or id that the selector names outside brackets. */
function keyOf(selector: string, { classes, ids }: Names): string | null {
  let [named, id, tag] = ['', '', ''];
  for (let at = 0; at < selector.length; at++) {
    const mark = selector.charCodeAt(at);
    if (mark === OPEN_ROUND || mark === OPEN_SQUARE) at = endOfBrackets(selector, at);
    else if (mark === COLON) {
      if (UNMATCHED.test(selector.slice(at, at + 9))) return null;
      at = endOfName(selector, at + 1) - 1;
    } else if (mark === DOT || mark === HASH) {
      const end = endOfName(selector, at + 1);
      const name = unescapeCss(selector.slice(at + 1, end));
      if (!(mark === DOT ? classes : ids).has(name)) return null;
      if (mark === DOT) named = `.${name}`;
      else id = `#${name}`;
      at = end - 1;
    } else if (ENDS_NAME[mark] === 1) [named, id, tag] = ['', '', ''];
    else {
      const end = endOfName(selector, at);
      tag = selector.slice(at, end).toLowerCase();
      at = end - 1;
    }
  }
  return named || id || tag;
}

/**
 * The place where a bracket closes, after those nested in it. Brackets in strings are counted, too, so the
 * result can be the end of the selector.
 */
function endOfBrackets(selector: string, from: number): number {
  let depth = 0;
  for (let at = from; at < selector.length; at++) {
    const mark = selector.charCodeAt(at);
    if (mark === BACKSLASH) at++;
    else if (mark === OPEN_ROUND || mark === OPEN_SQUARE) depth++;
    else if ((mark === CLOSE_ROUND || mark === CLOSE_SQUARE) && --depth === 0) return at;
  }
  return selector.length;
}

function endOfName(selector: string, from: number): number {
  let at = from;
  for (; at < selector.length; at++) {
    const code = selector.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (ENDS_NAME[code] === 1) break;
  }
  return at;
}

/**
 * Creates the function that compiles selectors; it returns null for a selector that is not supported or never
 * matches.
 */
export function createCompiler(budget: StepBudget): (selector: string) => CompiledSelector | null {
  const options = {
    adapter: adapterWith(budget),
    equals: (one: PageNode, other: PageNode) => one === other,
    relativeSelector: false,
    cacheResults: false,
    pseudos: UNTOUCHED,
  };
  return (selector) => {
    budget.steps -= STEPS_A_SELECTOR + selector.length;
    if (budget.steps < 0) return null;
    try {
      const [tokens, ...others] = parse(selector);
      if (tokens === undefined || others.length > 0 || tokens.some(({ type }) => type === 'pseudo-element'))
        return null;
      const specificity = specificityOf(tokens);
      const isAll = tokens.length === 1 && PLAIN_SELECTOR.test(selector);
      // A selector that matches every element with its key.
      return {
        specificity,
        matches: isAll ? () => true : compileSelector<PageNode, StyledElement>([tokens], options),
      };
    } catch {
      return null;
    }
  };
}

type PageNode = StyledElement | string;

const never = () => false;
/** Pseudo-classes in the state of a page that nobody has interacted with. */
const UNTOUCHED = { focus: never, 'focus-within': never, 'focus-visible': never, target: never };

const isElement = (node: PageNode): node is StyledElement => typeof node !== 'string';

/** The library's functions for moving from element to element; each move is a step of the budget. */
function adapterWith(budget: StepBudget) {
  const pay = (steps: number) => {
    budget.steps -= steps;
    if (budget.steps < 0) throw new RangeError('This page takes too many steps');
  };
  return {
    isTag: isElement,
    getName({ tag }: StyledElement): string {
      pay(1);
      return tag;
    },
    getAttributeValue({ attributes }: StyledElement, name: string): string | undefined {
      pay(1);
      // `[constructor]` means an attribute, not the property that every object has.
      return Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    },
    hasAttrib({ attributes }: StyledElement, name: string): boolean {
      pay(1);
      return Object.hasOwn(attributes, name);
    },
    getChildren(node: PageNode): PageNode[] {
      pay(1);
      if (!isElement(node)) return [];
      pay(node.children.length);
      return node.children as PageNode[];
    },
    getParent({ parent }: StyledElement): PageNode | null {
      pay(1);
      return parent?.tag === '' ? null : parent;
    },
    getSiblings(node: PageNode): PageNode[] {
      const siblings = isElement(node) ? node.parent?.children : undefined;
      pay(siblings?.length ?? 1);
      return (siblings ?? [node]) as PageNode[];
    },
    prevElementSibling: (node: PageNode) => (isElement(node) ? node.previous : null),
    getText: (node: PageNode) => (isElement(node) ? '' : node),
    removeSubsets: (nodes: PageNode[]) => nodes,
  };
}

/** Specificity as one number (Selectors 4, section 17). */
function specificityOf(tokens: readonly Selector[]): number {
  return tokens.reduce((sum, token) => sum + weightOf(token), 0);
}

function weightOf(token: Selector): number {
  if (token.type === 'tag') return 1;
  if (token.type === 'attribute') return token.name === 'id' && token.action === 'equals' ? 1_000_000 : 1_000;
  if (token.type !== 'pseudo' || token.name === 'where') return 0;
  return Array.isArray(token.data) ? Math.max(0, ...token.data.map(specificityOf)) : 1_000;
}

/** An element in the form that the hiding rules need. Tag and attribute names are in lower case. */
export type StyledElement = {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: StyledElement | null;
  /** The preceding element with the same parent; null for the first. */
  readonly previous: StyledElement | null;
  readonly children: readonly (StyledElement | string)[];
};
