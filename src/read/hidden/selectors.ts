import { _compileUnsafe as compile } from 'css-select';
import { isTraversal, parse, type Selector } from 'css-what';
import { splitList, unescapeCss } from './css-scan.ts';
import type { StyledElement } from './element.ts';

/** Steps of comparing elements with selectors that may still be taken for one page. */
export type Budget = { steps: number };

/** The classes and ids on a page: most rules of most sheets are about others. */
export type Names = { readonly classes: ReadonlySet<string>; readonly ids: ReadonlySet<string> };

/** One selector, ready to be compared with elements. */
export type CompiledSelector = {
  /** What an element needs to match: its last class, else its id, else its tag; empty if none is named. */
  readonly key: string;
  /** Throws if the budget is used up. */
  readonly matches: (element: StyledElement) => boolean;
  readonly specificity: number;
};

/** A longer selector is ignored. */
const MAX_CHARS = 1_000;
/** Compiling takes as long as this many steps. */
const STEPS_A_SELECTOR = 200;
/** A selector list without anything in which a comma could mean something else. */
const PLAIN_LIST = /^[^\\[("']*$/;
const [DOT, HASH, BACKSLASH, OPEN_ROUND, OPEN_SQUARE] = [46, 35, 92, 40, 91];
/** 1 for every character that ends a name. */
const ENDS_NAME = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\s.#:>+~[\](),*|="'&]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** The selectors of a list that could match an element of a page with these names. */
export function selectorsFor(list: string, names: Names): string[] {
  const all = PLAIN_LIST.test(list) ? list.split(',') : splitList(list);
  return all.filter((selector) => selector.length <= MAX_CHARS && asksForNamed(selector, names));
}

/** Whether all classes and ids before the first bracket are on the page. */
function asksForNamed(selector: string, { classes, ids }: Names): boolean {
  for (let at = 0; at < selector.length; at++) {
    const mark = selector.charCodeAt(at);
    if (mark === OPEN_ROUND || mark === OPEN_SQUARE) return true;
    if (mark !== DOT && mark !== HASH) continue;
    const end = endOfName(selector, at + 1);
    if (!(mark === DOT ? classes : ids).has(unescapeCss(selector.slice(at + 1, end)))) return false;
    at = end - 1;
  }
  return true;
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

/** Creates the function that compiles selectors; null for one that is not understood or never matches. */
export function createCompiler(budget: Budget): (selector: string) => CompiledSelector | null {
  const options = {
    adapter: adapterWith(budget),
    relativeSelector: false,
    cacheResults: false,
    pseudos: UNTOUCHED,
  };
  return (selector) => {
    budget.steps -= STEPS_A_SELECTOR + selector.length;
    if (budget.steps < 0) return null;
    try {
      const [tokens, ...others] = parse(selector.trim());
      if (tokens === undefined || others.length > 0 || tokens.some(({ type }) => type === 'pseudo-element'))
        return null;
      const [key, specificity] = [keyOf(tokens), specificityOf(tokens)];
      // Where the key says it all, an element that is found by it matches.
      if (tokens.length === 1 && key !== '') return { key, specificity, matches: () => true };
      return { key, specificity, matches: compile<Node, StyledElement>([tokens], options) };
    } catch {
      return null;
    }
  };
}

type Node = StyledElement | string;

const never = () => false;
/** Pseudo-classes of a page that nobody has touched yet. */
const UNTOUCHED = { focus: never, 'focus-within': never, 'focus-visible': never, target: never };

const isElement = (node: Node): node is StyledElement => typeof node !== 'string';

/** How the library moves about on the page; each move is a step of the budget. */
function adapterWith(budget: Budget) {
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
      // `[constructor]` means an attribute and not what every object has.
      return Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    },
    hasAttrib({ attributes }: StyledElement, name: string): boolean {
      pay(1);
      return Object.hasOwn(attributes, name);
    },
    getChildren(node: Node): Node[] {
      pay(1);
      if (!isElement(node)) return [];
      pay(node.children.length);
      return node.children as Node[];
    },
    getParent({ parent }: StyledElement): Node | null {
      pay(1);
      return parent?.tag === '' ? null : parent;
    },
    getSiblings(node: Node): Node[] {
      const siblings = isElement(node) ? node.parent?.children : undefined;
      pay(siblings?.length ?? 1);
      return (siblings ?? [node]) as Node[];
    },
    prevElementSibling: (node: Node) => (isElement(node) ? node.previous : null),
    getText: (node: Node) => (isElement(node) ? '' : node),
    removeSubsets: (nodes: Node[]) => nodes,
  };
}

/** What the last compound names. */
function keyOf(tokens: readonly Selector[]): string {
  let [named, id, tag] = ['', '', ''];
  for (const token of tokens.slice(tokens.findLastIndex(isTraversal) + 1)) {
    if (token.type === 'tag') tag = token.name.toLowerCase();
    if (token.type !== 'attribute') continue;
    if (token.name === 'class' && token.action === 'element') named = `.${token.value}`;
    if (token.name === 'id' && token.action === 'equals') id = `#${token.value}`;
  }
  return named || id || tag;
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
