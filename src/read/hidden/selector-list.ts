import { isKnownList } from './pseudo-names.ts';

/** Escapes, strings and attributes, in which no sign means what it does outside, as one name. */
const NOT_MEANT = /\\[\s\S]|"[^"]*"|'[^']*'|\[[^\]]*\]/g;
const FORGIVING = /:(?:is|where)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/gi;
const IN_BRACKETS = /\([^()]*\)/g;
const MAX_BRACKETS = 5;

/** A dot or number sign without a name, or a sign that no selector has. */
const NO_NAME = /[.#](?![-\w\u0080-\uffff])|[!%@?;<=$^{}"'\]]/;
/** Nothing between two commas, between a combinator and the end, or a name that begins with a digit. */
const NO_SELECTOR = /^\s*,|,\s*(?:,|$)|[>+~]\s*(?:[>+~,]|$)|(?:^|[\s,>+~.])-?\d/;
const BEGINS_RELATIVE = /(?:^|,)\s*[>+~]/;

/**
 * Whether a browser takes all selectors of a list: one that it does not take spoils the whole rule. Those of a rule inside
 * another may begin with a combinator.
 */
export function isTakenList(selectors: string, isNested: boolean): boolean {
  const meant = selectors.replace(NOT_MEANT, 'x').replace(FORGIVING, '*');
  if (NO_NAME.test(meant)) return false;
  let plain = meant;
  for (let i = 0; i < MAX_BRACKETS && plain.includes('('); i++) plain = plain.replace(IN_BRACKETS, '');
  if (NO_SELECTOR.test(plain) || (!isNested && BEGINS_RELATIVE.test(plain))) return false;
  return isKnownList(selectors);
}
