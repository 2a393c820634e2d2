import { parseSelectors } from './parse-selectors.ts';
import type { Selector } from './selector.ts';

/** A class, an id or a tag that an element must have for a selector to mean it; `any` where it asks for none of them. */
export type SelectorKey = { readonly kind: 'class' | 'id' | 'tag' | 'any'; readonly name: string };

/** What elements are called. */
export type Names = { readonly classes: ReadonlySet<string>; readonly ids: ReadonlySet<string> };

const ANY: SelectorKey = { kind: 'any', name: '' };
/** Signs with which a selector may not mean what it seems to. */
const ODD = /[\\&/|]|["'][^"']*[()[\]]/;
const NAME = /[-\w\u0080-\uffff]+/y;
const NAMES = /[.#][-\w\u0080-\uffff]+/g;
const [NUMBER_SIGN, FULL_STOP] = [35, 46];
const [OPEN_ROUND, CLOSE_ROUND, OPEN_SQUARE, CLOSE_SQUARE] = [40, 41, 91, 93];
const IS_SEPARATOR = Uint8Array.from({ length: 128 }, (_, code) =>
  ' >+~\n\t\r\f'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/** The key of one selector, trimmed; `outer` are the selectors of the rule around its own. Null for what is no selector. */
export function keyOf(selector: string, outer: readonly Selector[] | null): SelectorKey | null {
  if (selector === '') return null;
  return outer !== null || ODD.test(selector) ? understoodKey(selector, outer) : writtenKey(selector);
}

/** Whether elements have what a key asks for. */
export function isNamed({ kind, name }: SelectorKey, { classes, ids }: Names): boolean {
  if (kind === 'class') return classes.has(name);
  return kind === 'id' ? ids.has(name) : true;
}

/**
 * Whether a selector without brackets can mean one of these elements: `names` have to hold those around them too. What
 * stands beside them has other names.
 */
export function asksForNamed(selector: string, { classes, ids }: Names): boolean {
  if (selector.includes('+') || selector.includes('~')) return true;
  for (const [found] of selector.matchAll(NAMES)) {
    const isThere = found.charCodeAt(0) === FULL_STOP ? classes.has(found.slice(1)) : ids.has(found.slice(1));
    if (!isThere) return false;
  }
  return true;
}

/** Reads the last compound from its end to its beginning: most selectors are for no element of the page. */
function writtenKey(selector: string): SelectorKey {
  let depth = 0;
  let mark = -1;
  let at = selector.length - 1;
  for (; at >= 0; at--) {
    const code = selector.charCodeAt(at);
    if (code === CLOSE_ROUND || code === CLOSE_SQUARE) depth++;
    else if (code === OPEN_ROUND || code === OPEN_SQUARE) depth--;
    else if (depth > 0) continue;
    else if (IS_SEPARATOR[code] === 1) break;
    else if (code === FULL_STOP || code === NUMBER_SIGN) mark = at;
  }
  const name = nameAt(selector, (mark < 0 ? at : mark) + 1);
  if (mark >= 0) return { kind: selector.charCodeAt(mark) === FULL_STOP ? 'class' : 'id', name };
  return name === '' ? ANY : { kind: 'tag', name: name.toLowerCase() };
}

function nameAt(text: string, at: number): string {
  NAME.lastIndex = at;
  return NAME.exec(text)?.[0] ?? '';
}

function understoodKey(text: string, outer: readonly Selector[] | null): SelectorKey | null {
  const simples = parseSelectors(text, outer)[0]?.compounds[0]?.simples;
  if (simples === undefined) return null;
  for (const kind of ['id', 'class', 'tag'] as const) {
    const found = simples.find((simple) => simple.kind === kind);
    if (found?.kind === kind) return { kind, name: found.name };
  }
  return ANY;
}
