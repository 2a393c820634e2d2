/** Deeper than anyone writes. */
const MAX_DEPTH = 20;

/**
 * Whether a condition of `@media`, `@container` or `@supports` holds: tests in brackets, joined by `and`, `or` and `not`.
 * `test` is asked of each without brackets in it, as it is written, brackets included.
 */
export function conditionHolds(condition: string, test: (part: string) => boolean, depth = 0): boolean {
  const text = condition.trim();
  if (depth > MAX_DEPTH) return false;
  const either = splitAt(text, 'or');
  if (either.length > 1) return either.some((part) => conditionHolds(part, test, depth + 1));
  const all = splitAt(text, 'and');
  if (all.length > 1) return all.every((part) => conditionHolds(part, test, depth + 1));
  const denied = /^not(?=[\s(])([\s\S]+)$/i.exec(text)?.[1];
  if (denied !== undefined) return !conditionHolds(denied, test, depth + 1);
  const inner = /^\(([\s\S]*)\)$/.exec(text)?.[1];
  const isGroup = inner !== undefined && /^\s*(?:\(|not[\s(]|(?:selector|style)\()/i.test(inner);
  return isGroup ? conditionHolds(inner, test, depth + 1) : test(text);
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
