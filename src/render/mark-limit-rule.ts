import type { StateInline } from 'markdown-it';
import { openingBrackets } from './opening-brackets.ts';

/** Marks of one paragraph that may open or close something; no text that is meant to be read has nearly so many. */
const MAX_MARKS = 1000;
/** From so many brackets on it is looked up which of them can open a link at all. */
const MANY_BRACKETS = 40;
const MARK = /[*_~[]/g;
/** What holds nothing but letters and such marks. */
const PLAIN = /[^\\`<&$\n:\]]+/y;

/** What of a paragraph's marks is worth the parser's time. */
type Limits = {
  /** From here on every mark is text. */
  readonly end: number;
  /** Where brackets stand that may open a link; null for anywhere. */
  readonly brackets: ReadonlySet<number> | null;
};

const limitsByState = new WeakMap<StateInline, Limits>();

/**
 * Inline rule of the Markdown parser, the first one that sees a mark: marks behind the first 1,000 of a paragraph are text, and so
 * is, among more than 40 brackets, one that nothing closes. The parser is linear, yet it looks a hundred times at what stands
 * behind brackets that stay open, and hostile text holds tens of thousands of them.
 */
export function markLimitRule(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src.length <= MANY_BRACKETS) return false;
  const bracketAt = src.startsWith('![', pos) ? pos + 1 : pos;
  const mark = src.charAt(bracketAt);
  if (mark !== '[' && mark !== '*' && mark !== '_' && mark !== '~') return false;
  const { end, brackets } = limitsOf(state);
  if (pos < end && (mark !== '[' || brackets === null || brackets.has(bracketAt))) return false;
  const next = pos < end ? pos + 1 : Math.min(state.posMax, endOfPlain(src, pos));
  if (!silent) state.pending += src.slice(pos, next);
  state.pos = next;
  return true;
}

function endOfPlain(text: string, from: number): number {
  PLAIN.lastIndex = from;
  PLAIN.test(text);
  return PLAIN.lastIndex;
}

function limitsOf(state: StateInline): Limits {
  const known = limitsByState.get(state);
  if (known !== undefined) return known;
  const limits = findLimits(state.src);
  limitsByState.set(state, limits);
  return limits;
}

function findLimits(text: string): Limits {
  let marks = 0;
  let brackets = 0;
  let end = text.length;
  for (const match of text.matchAll(MARK)) {
    if (++marks > MAX_MARKS) {
      end = match.index;
      break;
    }
    if (match[0] === '[') brackets++;
  }
  return { end, brackets: brackets > MANY_BRACKETS ? openingBrackets(text) : null };
}
