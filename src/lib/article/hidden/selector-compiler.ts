import type * as cssSelect from 'css-select';
import { parse, type Selector } from 'css-what';
import { libraryPart } from '../../text/library-part.ts';
import type { StyledElement } from './styled-element.ts';

const library: { readonly compileToken: typeof cssSelect._compileUnsafe } = await import(
  libraryPart('css-select', './compile.js')
);
/** css-select's compiler for parsed selectors, without the rest of the library. */
const compileSelector = library.compileToken;

/** The remaining steps of comparing elements with selectors for one page. */
export type StepBudget = { steps: number };

/** One selector, ready to be compared with elements. */
export type CompiledSelector = {
  /** Throws if the budget is used up. */
  readonly matches: (element: StyledElement) => boolean;
  /** As one number, by which rules are ordered (Selectors 4, section 17). */
  readonly specificity: number;
};

/** Compiling counts as this many steps. */
const STEPS_A_SELECTOR = 200;
const PLAIN_SELECTOR = /^[.#]?[-\w]+$/;

/** Creates the compiler of selectors; null for one that is not supported or never matches. */
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
