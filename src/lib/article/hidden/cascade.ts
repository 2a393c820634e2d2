import type { Styles } from './box.ts';
import type { Variables } from './computed-style.ts';
import { type Declaration, type Longhand, longhandsOf } from './declarations.ts';
import type { StyleRule } from './rule-index.ts';

/** The styles of an element by the cascade. */
type CascadedStyles = {
  readonly styles: Styles;
  readonly variables: Variables | null;
  /** The steps of the budget that computing it takes. */
  readonly cost: number;
};

/**
 * Applies rules, which it sorts in place, and inline declarations to an element inside one with the `outer`
 * variables.
 */
type Cascade = (
  rules: StyleRule[],
  inline: readonly Declaration[],
  outer: Variables | null,
) => CascadedStyles;

/** Creates the function that applies rules and inline declarations (CSS Cascading and Inheritance). */
export function createCascade(): Cascade {
  const knownByRules = new Map<string, CascadedStyles>();
  return (rules, inline, outer) => {
    rules.sort((a, b) => a.specificity - b.specificity || a.order - b.order);
    const key = inline.length > 0 ? null : rules.map(({ order }) => order).join();
    const known = key === null ? undefined : knownByRules.get(key);
    if (known !== undefined) return { ...known, variables: outer };
    const declarations = byStrength(rules, inline);
    const own = applyDeclarations(declarations, outer);
    // Without variables, equal rules give equal styles in all elements.
    if (key !== null && declarations.every(({ longhands }) => longhands !== null)) knownByRules.set(key, own);
    return own;
  };
}

/** All declarations for an element, the strongest last. */
function byStrength(rules: readonly StyleRule[], inline: readonly Declaration[]): Declaration[] {
  const all = [...rules.flatMap(({ declarations }) => declarations), ...inline];
  if (!all.some(({ important }) => important)) return all;
  return [...all.filter(({ important }) => !important), ...all.filter(({ important }) => important)];
}

const STEPS_OF_DECLARATION = 3;
/** Variables are looked up in all enclosing elements. */
const STEPS_WITH_VARIABLE = 200;

function costOf(declarations: readonly Declaration[]): number {
  const withVariable = declarations.filter(({ longhands }) => longhands === null).length;
  return withVariable * STEPS_WITH_VARIABLE + (declarations.length - withVariable) * STEPS_OF_DECLARATION;
}

function applyDeclarations(declarations: readonly Declaration[], outer: Variables | null): CascadedStyles {
  const own = new Map<string, string>();
  for (const { property, value } of declarations) if (property.startsWith('--')) own.set(property, value);
  const variables: Variables | null = own.size === 0 ? outer : { own, outer };
  const styles = new Map<string, string>();
  for (const declaration of declarations) {
    for (const [name, value] of resolveDeclaration(declaration, variables)) styles.set(name, value);
  }
  return { styles, variables, cost: costOf(declarations) };
}

function resolveDeclaration(
  { property, value, longhands }: Declaration,
  variables: Variables | null,
): readonly Longhand[] {
  if (longhands !== null) return longhands;
  return property.startsWith('--') ? [] : longhandsOf(property, resolveVariables(value, variables));
}

const VARIABLE = /\bvar\(\s*(--[^\s,()]+)\s*(?:,([^()]*))?\)/gi;
/** Variables may refer to variables. */
const MAX_ROUNDS = 8;
const MAX_RESOLVED_CHARS = 1_000;
/** Stays in a value whose variable has none, which makes it invalid. */
const NO_VALUE = 'var(';

/** A value with its variables replaced; empty, which is never valid, if a variable has no value. */
function resolveVariables(value: string, variables: Variables | null): string {
  let text = value;
  for (let round = 0; round < MAX_ROUNDS && text.includes('var('); round++) {
    text = text.replace(VARIABLE, (_, name, fallback) => lookUp(name, variables) ?? fallback ?? NO_VALUE);
    if (text.length > MAX_RESOLVED_CHARS) return '';
  }
  return text.includes(NO_VALUE) ? '' : text.trim();
}

function lookUp(name: string, variables: Variables | null): string | undefined {
  for (let scope = variables; scope !== null; scope = scope.outer) {
    const value = scope.own.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}
