import { splitList, unescapeCss } from './css-scan.ts';

/**
 * The names on a page. Most rules of most style sheets concern classes and ids that are not on the page.
 */
export type Names = {
  readonly classes: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
};

/** A selector, and a name that its element must have. */
export type KeyedSelector = {
  readonly selector: string;
  /** The last class, otherwise the last id, or else the tag; empty if the selector names none of them. */
  readonly key: string;
};

/** A longer selector is ignored. */
const MAX_CHARS = 1_000;
/** A selector list in which every comma separates two selectors. */
const PLAIN_LIST = /^[^\\[("']*$/;
/** The codes of characters with a meaning in selectors. */
const [DOT, HASH, BACKSLASH, COLON] = [46, 35, 92, 58];
const [OPEN_ROUND, OPEN_SQUARE, CLOSE_ROUND, CLOSE_SQUARE] = [40, 91, 41, 93];
/** 1 for every character that ends a name. */
const ENDS_NAME = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\s.#:>+~[\](),*|="'&]/.test(String.fromCharCode(code)) ? 1 : 0,
);
/** Selectors that match nothing while nobody uses the page, and those of parts that are no elements. */
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
  let names = { class: '', id: '', tag: '' };
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
      if (mark === DOT) names.class = `.${name}`;
      else names.id = `#${name}`;
      at = end - 1;
    } else if (ENDS_NAME[mark] === 1) names = { class: '', id: '', tag: '' };
    else {
      const end = endOfName(selector, at);
      names.tag = selector.slice(at, end).toLowerCase();
      at = end - 1;
    }
  }
  return names.class || names.id || names.tag;
}

/** Where a bracket closes, after those nested in it or in strings; else the selector's end. */
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
