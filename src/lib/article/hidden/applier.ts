import type { Styles } from './box.ts';
import type { Variables } from './computed-style.ts';
import { type Declaration, type Longhand, longhandsOf } from './declarations.ts';
import type { StyleRule } from './rule-index.ts';

/** What results from the declarations for an element. */
type Applied = {
  readonly styles: Styles;
  readonly variables: Variables | null;
  /** The steps of the budget that computing it takes. */
  readonly cost: number;
};

/** Applies rules and inline declarations to an element inside one with the `outer` variables. */
type Apply = (rules: StyleRule[], inline: readonly Declaration[], outer: Variables | null) => Applied;

/** Creates the function that applies rules and inline declarations; equal rules, equal styles. */
export function createApplier(): Apply {
  const appliedByKey = new Map<string, Applied>();
  return (rules, inline, outer) => {
    rules.sort((a, b) => a.specificity - b.specificity || a.order - b.order);
    const key = inline.length > 0 ? null : rules.map(({ order }) => order).join();
    const shared = key === null ? undefined : appliedByKey.get(key);
    if (shared !== undefined) return { ...shared, variables: outer };
    const declarations = inOrder(rules, inline);
    const own = apply(declarations, outer);
    if (key !== null && declarations.every(({ longhands }) => longhands !== null)) appliedByKey.set(key, own);
    return own;
  };
}

/** All declarations for an element, the strongest last. */
function inOrder(rules: readonly StyleRule[], inline: readonly Declaration[]): Declaration[] {
  const all = [...rules.flatMap(({ declarations }) => declarations), ...inline];
  if (!all.some(({ important }) => important)) return all;
  return [...all.filter(({ important }) => !important), ...all.filter(({ important }) => important)];
}

/** Variables are looked up in all enclosing elements. */
function costOf(declarations: readonly Declaration[]): number {
  return declarations.reduce((sum, { longhands }) => sum + (longhands === null ? 200 : 3), 0);
}

function apply(declarations: readonly Declaration[], outer: Variables | null): Applied {
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
const MAX_ROUNDS = 8;
const MAX_RESOLVED_CHARS = 1_000;

/** A value with its variables replaced; empty, which is never valid, if a variable has no value. */
function resolveVariables(value: string, variables: Variables | null): string {
  let text = value;
  for (let round = 0; round < MAX_ROUNDS && text.includes('var('); round++) {
    text = text.replace(VARIABLE, (_, name, fallback) => find(name, variables) ?? fallback ?? 'var(');
    if (text.length > MAX_RESOLVED_CHARS) return '';
  }
  return text.includes('var(') ? '' : text.trim();
}

function find(name: string, variables: Variables | null): string | undefined {
  for (let each = variables; each !== null; each = each.outer) {
    const value = each.own.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}
