import type { Declaration } from './rules.ts';

/** Custom properties, inherited, each as it came out where it was stated. */
export type Variables = { readonly get: (name: string) => string | undefined };

/** What stands for another value. */
export const CALLS_VALUE = /\b(?:var|env)\(/i;
const CALL = /\b(var|env)\(/gi;
const MAX_VALUE_CHARS = 2_000;
const SHORT_CHARS = 100;
const CHARS_A_STEP = 100;
const STEPS_A_DECLARATION = 10;
/** Longer chains of properties than anyone writes, and as deep as a value of that length can nest. */
const MAX_DEPTH = 250;
const TAKES_BACK = /^\s*(initial|inherit|unset|revert|revert-layer)\s*$/i;

/** The variables of an element that states some of its own, the strongest last. */
export function withOwn(inherited: Variables, own: readonly Declaration[]): Variables {
  const variables: Own = new Map();
  const open = new Map<string, string>();
  for (const { property, value } of own) {
    const word = TAKES_BACK.exec(value)?.[1]?.toLowerCase();
    open.delete(property);
    if (word === undefined) variables.set(property, value);
    else variables.set(property, word === 'initial' ? null : inherited.get(property));
    if (word === undefined && CALLS_VALUE.test(value)) open.set(property, value);
  }
  // What is inherited is not copied: a page may state ten thousand, on ten thousand elements.
  const get = (name: string) =>
    variables.has(name) ? (variables.get(name) ?? undefined) : inherited.get(name);
  for (const [name, value] of open) settle(name, value, { variables, get, open, pending: new Set() });
  return { get };
}

/** What one element states itself; null for what is as good as not stated. */
type Own = Map<string, string | null | undefined>;

/** What is being worked out: values that call for others are `open`, those further out `pending`. */
type Work = {
  readonly variables: Own;
  readonly get: Variables['get'];
  readonly open: Map<string, string>;
  readonly pending: Set<string>;
};

/** Works out a property; one that calls for itself is as good as not stated (CSS Variables 1, section 3.1). */
function settle(name: string, value: string, work: Work): void {
  if (work.pending.has(name) || work.pending.size > MAX_DEPTH) {
    for (const other of work.pending) work.open.delete(other);
    for (const other of work.pending) work.variables.set(other, null);
    return;
  }
  work.pending.add(name);
  const found = filled(value, (other) => {
    const stated = work.open.get(other);
    if (stated !== undefined) settle(other, stated, work);
    return work.get(other);
  });
  work.pending.delete(name);
  if (!work.open.delete(name)) return;
  work.variables.set(name, found);
}

/** In steps of the page's budget, what it takes to apply declarations; calls inside calls are read again and again. */
export function costOf(declarations: readonly Declaration[]): number {
  let steps = 0;
  for (const { value } of declarations) {
    steps += STEPS_A_DECLARATION;
    if (value.length > SHORT_CHARS && CALLS_VALUE.test(value))
      steps += Math.min(value.length, MAX_VALUE_CHARS) ** 2 / CHARS_A_STEP;
  }
  return steps;
}

/** A value with what its calls stand for; null where one stands for nothing, so that all of it means nothing. */
export function resolved(value: string, variables: Variables): string | null {
  return CALLS_VALUE.test(value)
    ? filled(value, (name) => variables.get(name))
    : value.slice(0, MAX_VALUE_CHARS);
}

function filled(value: string, find: (name: string) => string | undefined, depth = 0): string | null {
  const text = value.slice(0, MAX_VALUE_CHARS);
  if (depth > MAX_DEPTH) return null;
  let [out, from] = ['', 0];
  CALL.lastIndex = 0;
  for (const call of text.matchAll(CALL)) {
    if (call.index < from) continue;
    const start = call.index + call[0].length;
    const end = closingBracket(text, start);
    const inner = text.slice(start, end);
    const comma = inner.indexOf(',');
    const name = (comma < 0 ? inner : inner.slice(0, comma)).trim();
    const known = call[1]?.toLowerCase() === 'var' ? find(name) : environment(name);
    const found = known ?? (comma < 0 ? null : filled(inner.slice(comma + 1), find, depth + 1));
    if (found === null) return null;
    out += text.slice(from, call.index) + found;
    if (out.length > MAX_VALUE_CHARS) return null;
    from = end + 1;
  }
  return out + text.slice(from);
}

/** A window without notches has no unsafe areas. */
function environment(name: string): string | undefined {
  return /^(?:safe-area-(?:max-)?inset|titlebar-area|keyboard-inset)-/.test(name) ? '0px' : undefined;
}

function closingBracket(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return at;
  }
  return text.length;
}
