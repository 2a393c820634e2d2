import { estimateTokens } from '@sayso/text/tokens.ts';

/** The maximum size of a tool's result, in tokens; several clients cut results at 25,000. */
export const MAX_RESULT_TOKENS = 20_000;
/** The longest distance between two places where a text may be cut, in UTF-16 units. */
const STEP = 240;
/** Near the end of the budget, the step is halved repeatedly, but never to less than this. */
const MIN_STEP = 15;
/** Tokens for a comma between two items, or for a text that has more than the sum of its parts. */
const JOINT = 1;

/** The size of a value as JSON, in tokens. */
export function jsonCost(value: unknown): number {
  return estimateTokens(JSON.stringify(value));
}

/** Where to cut a text from `from` so that it takes at most `maxTokens` in JSON. Time n log n. */
export function cutAt(text: string, from: number, maxTokens: number): number {
  let leftTokens = maxTokens;
  let at = from;
  for (let step = STEP; at < text.length && step >= MIN_STEP; ) {
    const end = endOfStep(text, at, step);
    const cost = estimateTokens(JSON.stringify(text.slice(at, end)).slice(1, -1)) + JOINT;
    if (cost > leftTokens) step /= 2;
    else {
      leftTokens -= cost;
      at = end;
    }
  }
  return at;
}

/** Like `cutAt`, but never before the first few characters, for a caller who will ask for the rest. */
export function cutAfterSome(text: string, from: number, maxTokens: number): number {
  const end = cutAt(text, from, maxTokens);
  return end > from || from >= text.length ? end : endOfStep(text, from, MIN_STEP);
}

/** The first items that together take at most `maxTokens`. */
export function within<Item>(items: Iterable<Item>, maxTokens: number): readonly Item[] {
  const taken: Item[] = [];
  let leftTokens = maxTokens;
  for (const item of items) {
    leftTokens -= jsonCost(item) + JOINT;
    if (leftTokens < 0) break;
    taken.push(item);
  }
  return taken;
}

/** A result of at most `maxTokens`, built again if too large; unchanged if no item fits. */
export function fitted<Result>(maxTokens: number, build: (budget: number) => Result): Result {
  for (let budget = maxTokens; ; ) {
    const result = build(budget);
    const excess = jsonCost(result) - maxTokens;
    if (excess <= 0 || budget <= 0) return result;
    budget -= excess;
  }
}

/** Words include the space before them, as tokens do. */
function endOfStep(text: string, from: number, step: number): number {
  const farthest = from + step;
  if (farthest >= text.length) return text.length;
  for (let end = farthest; end > from; end--) if (text.charCodeAt(end) <= 0x20) return end;
  const isSplit = (text.charCodeAt(farthest) & 0xfc00) === 0xdc00;
  return isSplit ? farthest - 1 : farthest;
}
