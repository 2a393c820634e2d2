import { parseFormula } from './nth.ts';
import type { Compound, Simple } from './selector.ts';

/** What `:first-child`, `:nth-last-of-type()` and their family ask for; null for the name of another. `inner` stands in the brackets. */
export function childPseudo(name: string, inner: string): Simple | null {
  const found = /^(?:(first|last|only)-|nth-(last-)?)(child|of-type)$/.exec(name);
  if (found === null) return null;
  const [, place, last, kind] = found;
  const ofType = kind === 'of-type';
  const at = (fromEnd: boolean): Simple => ({ kind: 'nth', step: 0, first: 1, ofType, fromEnd, among: null });
  if (place === 'only') {
    const both: Compound = { simples: [at(false), at(true)], combinator: '' };
    return { kind: 'any', selectors: [{ compounds: [both], specificity: 0 }] };
  }
  return place === undefined ? nthOf(inner, ofType, last !== undefined) : at(place === 'last');
}

function nthOf(text: string, ofType: boolean, fromEnd: boolean): Simple {
  const formula = parseFormula(text);
  return formula === null ? { kind: 'never' } : { kind: 'nth', ...formula, ofType, fromEnd, among: null };
}
