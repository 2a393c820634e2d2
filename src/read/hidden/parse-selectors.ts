import { childPseudo } from './child-pseudo.ts';
import { splitList, unescapeCss } from './css-scan.ts';
import type { Compound, Selector, Simple } from './selector.ts';
import { stateTest } from './states.ts';

const UNITS = { id: 1_000_000, class: 1_000, tag: 1 } as const;

const NAME = String.raw`(?:[-\w\u0080-\uffff]|\\[0-9a-f]{1,6}\s?|\\[^\n])+`;
/** The namespace is a name or one star: a run of stars would be read to its end from each of them. */
const PART = new RegExp(
  String.raw`(?<gap>\s*[>+~]\s*|\s+)|(?<mark>::?|[.#])?(?:(?:[-\w]+|\*)?\|(?!\|))?(?<name>${NAME}|\*|&)|(?<attribute>\[)|(?<call>\()`,
  'giy',
);
const ATTRIBUTE = new RegExp(
  String.raw`^\[\s*(?:[\w*]*\|)?(?<name>${NAME})\s*(?:(?<sign>[~|^$*]?=)\s*(?:"(?<double>(?:[^"\\]|\\[\s\S])*)"|'(?<single>(?:[^'\\]|\\[\s\S])*)'|(?<bare>${NAME}))\s*(?<flag>[is])?\s*)?\]$`,
  'i',
);
const LISTS: ReadonlySet<string> = new Set(['is', 'where', 'not', 'matches', '-webkit-any', '-moz-any']);
/** Attributes whose values mean the same in capitals (HTML, section 4.16.2). */
const ANY_CASE: ReadonlySet<string> = new Set(
  (
    'accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir direction ' +
    'disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref noresize noshade nowrap ' +
    'readonly rel rev rules scope scrolling selected shape target text type valign valuetype vlink'
  ).split(' '),
);
/** What a selector inside `:has()` begins at. */
const SUBJECT: readonly Selector[] = [
  { compounds: [{ simples: [{ kind: 'subject' }], combinator: '' }], specificity: 0 },
];
/** Deeper than anyone writes; keeps the recursion of `:is(:is(…))` short. */
const MAX_NESTING = 12;

/**
 * Reads a selector list. A selector that makes no sense is left out (a browser would drop the whole rule).
 * `outer` are the selectors of the rule around this one.
 */
export function parseSelectors(list: string, outer: readonly Selector[] | null, nesting = 0): Selector[] {
  if (nesting > MAX_NESTING) return [];
  return splitList(list).flatMap((text) => parseSelector(text, outer, nesting) ?? []);
}

function parseSelector(text: string, outer: readonly Selector[] | null, nesting: number): Selector | null {
  const compounds: Compound[] = [];
  let simples: Simple[] = [];
  let [combinator, at, specificity]: [Compound['combinator'], number, number] = ['', 0, 0];
  const endCompound = (next: Compound['combinator']) => {
    if (simples.length > 0) compounds.push({ simples, combinator });
    [simples, combinator] = [[], next];
  };
  const add = (simple: Simple, weight: number) => {
    simples.push(simple);
    specificity += weight;
  };
  while (at < text.length) {
    PART.lastIndex = at;
    const part = PART.exec(text)?.groups;
    if (part === undefined) return null;
    const from = at;
    at = PART.lastIndex;
    if (part.gap !== undefined) endCompound(combinatorOf(part.gap));
    else if (part.attribute !== undefined) {
      at = endOfBrackets(text, from);
      const simple = attributeOf(text.slice(from, at));
      if (simple === null) return null;
      add(simple, UNITS.class);
    } else if (part.name === '&') add(outerOf(outer), specificityOf(outer ?? []));
    else if (part.name !== undefined && part.mark?.startsWith(':')) {
      const end = text[at] === '(' ? endOfBrackets(text, at) : at;
      const pseudo = pseudoOf(
        part.mark,
        part.name.toLowerCase(),
        text.slice(at + 1, end - 1),
        outer,
        nesting,
      );
      at = end;
      add(pseudo.simple, pseudo.weight);
    } else if (part.name !== undefined) addName(part.mark, part.name, add);
    else return null;
  }
  endCompound('');
  return compounds.length === 0 ? null : finish(compounds, specificity, text, outer);
}

/** A nested selector without `&` means what stands inside the outer element. */
function finish(
  compounds: readonly Compound[],
  specificity: number,
  text: string,
  outer: readonly Selector[] | null,
): Selector {
  const reversed = compounds.toReversed();
  if (outer === null || /&|:scope\b/.test(text)) return { compounds: reversed, specificity };
  const first = compounds[0];
  const anchor: Compound = { simples: [outerOf(outer)], combinator: '' };
  const joined = first?.combinator === '' ? { ...first, combinator: ' ' as const } : first;
  const chain = joined === undefined ? reversed : [...reversed.slice(0, -1), joined];
  return { compounds: [...chain, anchor], specificity: specificity + specificityOf(outer) };
}

function outerOf(outer: readonly Selector[] | null): Simple {
  return outer === null ? { kind: 'root' } : { kind: 'any', selectors: outer };
}

function combinatorOf(gap: string): Compound['combinator'] {
  const sign = gap.trim();
  return sign === '>' || sign === '+' || sign === '~' ? sign : ' ';
}

function addName(mark: string | undefined, name: string, add: (simple: Simple, weight: number) => void) {
  const meant = unescapeCss(name);
  if (mark === '#') add({ kind: 'id', name: meant }, UNITS.id);
  else if (mark === '.') add({ kind: 'class', name: meant }, UNITS.class);
  else if (name !== '*') add({ kind: 'tag', name: meant.toLowerCase() }, UNITS.tag);
  else add({ kind: 'always' }, 0);
}

function attributeOf(text: string): Simple | null {
  const found = ATTRIBUTE.exec(text)?.groups;
  if (found === undefined) return null;
  const value = unescapeCss(found.double ?? found.single ?? found.bare ?? '');
  const name = unescapeCss(found.name ?? '').toLowerCase();
  const flag = found.flag?.toLowerCase();
  const anyCase = flag === 'i' || (flag === undefined && ANY_CASE.has(name));
  return { kind: 'attribute', name, sign: found.sign ?? '', value, anyCase };
}

type Pseudo = { readonly simple: Simple; readonly weight: number };

function pseudoOf(
  mark: string,
  name: string,
  inner: string,
  outer: readonly Selector[] | null,
  nesting: number,
): Pseudo {
  if (mark === '::') return { simple: { kind: 'never' }, weight: UNITS.tag };
  if (LISTS.has(name)) {
    // Without `&` what stands inside means itself, not what is inside the outer element.
    const selectors = parseSelectors(inner, inner.includes('&') ? outer : null, nesting + 1);
    if (selectors.length === 0) return { simple: { kind: 'never' }, weight: 0 };
    const weight = name === 'where' ? 0 : specificityOf(selectors);
    return { simple: { kind: name === 'not' ? 'not' : 'any', selectors }, weight };
  }
  if (name === 'has') {
    const selectors = inner.includes('&') ? [] : parseSelectors(inner, SUBJECT, nesting + 1);
    return { simple: { kind: 'has', selectors }, weight: specificityOf(selectors) };
  }
  const [, formula, others] = /^nth-(?:last-)?child$/.test(name) ? (OF.exec(inner) ?? []) : [];
  if (formula !== undefined && others !== undefined) {
    const among = parseSelectors(others, null, nesting + 1);
    const simple = childPseudo(name, formula);
    if (simple?.kind !== 'nth') return { simple: { kind: 'never' }, weight: 0 };
    return { simple: { ...simple, among }, weight: UNITS.class + specificityOf(among) };
  }
  return { simple: plainPseudo(name, inner, outer), weight: name === 'scope' ? 0 : UNITS.class };
}

/** `2n + 1 of .a` */
const OF = /^([\s\S]+?)\s+of\s+([\s\S]+)$/i;

function plainPseudo(name: string, inner: string, outer: readonly Selector[] | null): Simple {
  if (name === 'root') return { kind: 'root' };
  if (name === 'scope') return outerOf(outer);
  if (name === 'lang') return { kind: 'nearest', name: 'lang', values: languagesOf(inner), usual: '' };
  if (name === 'dir')
    return { kind: 'nearest', name: 'dir', values: [inner.trim().toLowerCase()], usual: 'ltr' };
  const test = stateTest(name);
  return test === undefined ? (childPseudo(name, inner) ?? { kind: 'never' }) : { kind: 'state', test };
}

function languagesOf(list: string): string[] {
  return splitList(list).map((tag) => tag.replace(/["'\\]/g, '').toLowerCase());
}

function specificityOf(selectors: readonly Selector[]): number {
  return selectors.reduce((most, { specificity }) => Math.max(most, specificity), 0);
}

/** Where the bracket that opens at `from` is closed, or the end of the text. */
function endOfBrackets(text: string, from: number): number {
  let depth = 0;
  const token = /"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?|\\[\s\S]|[()[\]]/g;
  token.lastIndex = from;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    if (found[0] === '(' || found[0] === '[') depth++;
    else if (found[0] === ')' || found[0] === ']') depth--;
    if (depth === 0) return token.lastIndex;
  }
  return text.length;
}
