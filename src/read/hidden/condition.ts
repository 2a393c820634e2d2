/** Deeper than anyone writes. */
const MAX_DEPTH = 20;

/**
 * Whether a condition of `@media`, `@container` or `@supports` holds: tests in brackets, joined by `and`, `or` and `not`.
 * `test` is asked of each without brackets in it, as it is written, brackets included. What nobody knows is null, and so
 * is its opposite (Media Queries 4, section 3.1).
 */
export function conditionHolds(
  condition: string,
  test: (part: string) => boolean | null,
  depth = 0,
): boolean | null {
  const text = condition.trim();
  if (depth > MAX_DEPTH) return false;
  const told = (part: string) => conditionHolds(part, test, depth + 1);
  const either = splitAt(text, 'or');
  if (either.length > 1) return someHolds(either.map(told));
  const all = splitAt(text, 'and');
  if (all.length > 1) return opposite(someHolds(all.map((part) => opposite(told(part)))));
  const denied = /^not(?=[\s(])([\s\S]+)$/i.exec(text)?.[1];
  if (denied !== undefined) return opposite(told(denied));
  const inner = /^\(([\s\S]*)\)$/.exec(text)?.[1];
  const isGroup = inner !== undefined && /^\s*(?:\(|not[\s(]|(?:selector|style)\()/i.test(inner);
  return isGroup ? told(inner) : test(text);
}

function someHolds(parts: readonly (boolean | null)[]): boolean | null {
  if (parts.includes(true)) return true;
  return parts.includes(null) ? null : false;
}

function opposite(holds: boolean | null): boolean | null {
  return holds === null ? null : !holds;
}

/** The parts between a word that stands outside brackets. */
function splitAt(text: string, word: 'and' | 'or'): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (depth === 0 && isWordAt(text, at, word)) {
      parts.push(text.slice(from, at));
      from = at + word.length;
    }
  }
  return [...parts, text.slice(from)];
}

function isWordAt(text: string, at: number, word: string): boolean {
  if (text.slice(at, at + word.length).toLowerCase() !== word) return false;
  return /[\s)]/.test(text[at - 1] ?? '') && /[\s(]/.test(text[at + word.length] ?? '');
}
