import { libraryPart } from '@sayso/text/library-part.ts';
import type * as cssSelect from 'css-select';
import { parse, type Selector } from 'css-what';
import { type AnyNode, type Element, isTag, type ParentNode } from 'domhandler';
import { readRules } from './css-rules.ts';
import { type Hiding, hidingOf, unescapeCss } from './hiding-styles.ts';

const library: { readonly compileToken: typeof cssSelect._compileUnsafe } = await import(
  libraryPart('css-select', './compile.js')
);

/** The remaining steps of comparing elements with selectors for one page. */
type Budget = { steps: number };

/** A rule for one selector; what it hides is read, and the selector compiled, when it is first needed. */
type Rule = {
  readonly selector: string;
  readonly body: Body;
  matches?: ((element: Element) => boolean) | null;
};
type Body = { readonly text: string; readonly order: number; hiding?: ReturnType<typeof hidingOf> };

/** The maximum number of steps for one page. Beyond it, the rest of the page counts as hidden. */
const MAX_STEPS = 3_000_000;
/** Compiling a selector takes as long as about this many steps. */
const COMPILING_STEPS = 200;
/** A longer selector is ignored. */
const MAX_SELECTOR_CHARS = 500;

/**
 * Makes the function that says what the style sheets in a page, and the style of the element, hide. It is not a cascade: of rules with the
 * same property, the last one in the page counts, and those with `!important` count more. The function
 * returns null when the time for the page is used up.
 */
export function createStyleSheets(
  sheets: readonly string[],
  names: { readonly classes: ReadonlySet<string>; readonly ids: ReadonlySet<string> },
): (element: Element) => Hiding | null {
  const shelves = new Map<string, Rule[]>();
  let order = 0;
  for (const css of sheets) {
    readRules(css, (list, text) => {
      const body: Body = { text, order: order++ };
      for (const part of list.includes(',') ? splitSelectors(list) : [list]) {
        const selector = part.trim();
        const key = selector.length > MAX_SELECTOR_CHARS ? null : keyOf(selector, names);
        if (key === null) continue;
        const shelf = shelves.get(key);
        if (shelf === undefined) shelves.set(key, [{ selector, body }]);
        else shelf.push({ selector, body });
      }
    });
  }
  const budget: Budget = { steps: MAX_STEPS };
  const compile = createCompiler(budget);
  const applies = (rule: Rule, element: Element): boolean => {
    const { body } = rule;
    if (body.hiding === undefined) {
      budget.steps -= body.text.length;
      body.hiding = hidingOf(body.text);
    }
    if (rule.matches === undefined) {
      const says = Object.keys(body.hiding.plain).length + Object.keys(body.hiding.important).length;
      rule.matches = says === 0 ? null : compile(rule.selector);
    }
    return rule.matches?.(element) ?? false;
  };
  const inlineStyles = new Map<string, Body>();
  const inlineOf = (style: string): Body => {
    let body = inlineStyles.get(style);
    if (body === undefined) {
      body = { text: style, order: Number.POSITIVE_INFINITY, hiding: hidingOf(style) };
      inlineStyles.set(style, body);
    }
    return body;
  };
  const find = (element: Element): Body[] => {
    const found: Body[] = [];
    const { id, class: list = '' } = element.attribs;
    const keys = ['', element.name, ...(list === '' ? [] : list.split(/\s+/).map((name) => `.${name}`))];
    if (id !== undefined) keys.push(`#${id}`);
    for (const key of keys) {
      const shelf = shelves.get(key);
      if (shelf === undefined) continue;
      budget.steps -= shelf.length;
      for (const rule of shelf) if (rule.matches !== null && applies(rule, element)) found.push(rule.body);
    }
    return found.length > 1 ? found.sort((one, other) => one.order - other.order) : found;
  };
  return (element) => {
    const { style } = element.attribs;
    if (shelves.size === 0 && style === undefined) return NOTHING;
    try {
      const found = shelves.size === 0 ? [] : find(element);
      if (style !== undefined) found.push(inlineOf(style));
      if (budget.steps < 0) return null;
      if (found.length === 0) return NOTHING;
      return Object.assign(
        {},
        ...found.map((body) => body.hiding?.plain),
        ...found.map((body) => body.hiding?.important),
      );
    } catch {
      // Thrown when all steps are used up.
      return null;
    }
  };
}

/** What is said of an element for which there is no rule. */
export const NOTHING: Hiding = {};

/** Splits at commas outside brackets and strings. */
function splitSelectors(list: string): string[] {
  if (!/[("'[\\]/.test(list)) return list.split(',');
  const parts: string[] = [];
  let [start, depth] = [0, 0];
  for (const { 0: token, index } of list.matchAll(
    /"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?|\\[\s\S]|[()[\],]/g,
  )) {
    if (token === '(' || token === '[') depth++;
    else if (token === ')' || token === ']') depth--;
    else if (token === ',' && depth <= 0) {
      parts.push(list.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, list.slice(start)];
}

/** A name in a selector, something in brackets, or a mark that parts two elements. */
const NAME =
  /([.#]?)((?:[\w-]|[^\0-\x7f]|\\[\s\S])+)|(\[[^\]]*\]|::?[\w-]+(?:\((?:[^()]|\([^()]*\))*\))?)|[\s>+~]+/g;
/** Selectors that match nothing while nobody uses the page, and those of parts that are no elements. */
const UNMATCHED = /:(?:before|after|first-l|hover|focus|active|visited|target|:)/;

/**
 * The class, id or tag that the last element of a selector must have; empty if it names none. Null if the
 * page lacks a class or id that the selector names: most rules of most style sheets.
 */
function keyOf(
  selector: string,
  { classes, ids }: { classes: ReadonlySet<string>; ids: ReadonlySet<string> },
): string | null {
  if (UNMATCHED.test(selector)) return null;
  let key = '';
  for (const [, mark, written, other] of selector.matchAll(NAME)) {
    if (written === undefined) {
      if (other === undefined) key = '';
      continue;
    }
    const name = written.includes('\\') ? unescapeCss(written) : written;
    if (mark === '.' && !classes.has(name)) return null;
    if (mark === '#' && !ids.has(name)) return null;
    if (mark !== '' || key === '') key = mark === '' ? name.toLowerCase() : `${mark}${name}`;
  }
  return key;
}

function createCompiler(budget: Budget): (selector: string) => ((element: Element) => boolean) | null {
  const never = () => false;
  const options = {
    adapter: adapterWith(budget),
    equals: (one: AnyNode, other: AnyNode) => one === other,
    relativeSelector: false,
    cacheResults: false,
    pseudos: { focus: never, 'focus-within': never, 'focus-visible': never, target: never },
  };
  return (selector) => {
    budget.steps -= COMPILING_STEPS + selector.length;
    if (budget.steps < 0) return null;
    try {
      const tokens: Selector[][] = parse(selector);
      return library.compileToken<AnyNode, Element>(tokens, options);
    } catch {
      return null;
    }
  };
}

/** The library's functions for moving from element to element; each move is a step of the budget. */
function adapterWith(budget: Budget) {
  const pay = (steps: number) => {
    budget.steps -= steps;
    if (budget.steps < 0) throw new RangeError('This page takes too many steps');
  };
  const childrenOf = (node: AnyNode) => ('children' in node ? (node as ParentNode).children : []);
  return {
    isTag,
    getName({ name }: Element): string {
      pay(1);
      return name;
    },
    getAttributeValue({ attribs }: Element, name: string): string | undefined {
      pay(1);
      // `[constructor]` means an attribute, not the property that every object has.
      return Object.hasOwn(attribs, name) ? attribs[name] : undefined;
    },
    hasAttrib({ attribs }: Element, name: string): boolean {
      pay(1);
      return Object.hasOwn(attribs, name);
    },
    getChildren(node: AnyNode): AnyNode[] {
      const children = childrenOf(node);
      pay(1 + children.length);
      return children;
    },
    getParent({ parent }: AnyNode): Element | null {
      pay(1);
      return parent !== null && isTag(parent) ? parent : null;
    },
    getSiblings(node: AnyNode): AnyNode[] {
      const siblings = node.parent === null ? [node] : node.parent.children;
      pay(siblings.length);
      return siblings;
    },
    prevElementSibling(node: AnyNode): Element | null {
      let at = node.prev;
      for (; at !== null && !isTag(at); at = at.prev) pay(1);
      pay(1);
      return at;
    },
    getText: () => '',
    removeSubsets: (nodes: AnyNode[]) => nodes,
  };
}
