import type { StateInline } from 'markdown-it';

/** The maximum number of marks in a paragraph that may open or close something; real text has far fewer. */
const MAX_MARKS = 1000;
/** With more brackets than this, those that can open a link are determined first. */
const MANY_BRACKETS = 40;
const MARK = /[*_~[]/g;
/** Text in which these marks are the only special characters. */
const PLAIN = /[^\\`<&$\n:\]]+/y;

/** The marks of a paragraph that the parser treats as markup. */
type Limits = {
  /** The offset after which every mark is text. */
  readonly end: number;
  /** The offsets of brackets that may open a link; null if every bracket may. */
  readonly brackets: ReadonlySet<number> | null;
};

const limitsByState = new WeakMap<StateInline, Limits>();

/**
 * Inline rule of the Markdown parser that runs before the rules for marks. Marks after the first 1,000 of a
 * paragraph are read as text; if there are more than 40 brackets, those that are never closed are read as
 * text, too. The parser takes linear time, but it reads the text after unclosed brackets a hundred times, and
 * hostile text has tens of thousands of them.
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

/** The deepest nesting of brackets; an image text may contain a link, and rarely anything deeper. */
const MAX_HEIGHT = 8;
const BRACKET = /\\.|[[\]]/g;

/** The offsets of closed brackets with at most eight levels of others inside. Those in code count. */
export function openingBrackets(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  /** Open brackets, each with the number of levels inside it. */
  const open: { readonly at: number; height: number }[] = [];
  for (const match of text.matchAll(BRACKET)) {
    if (match[0] === '[') open.push({ at: match.index, height: 1 });
    if (match[0] !== ']') continue;
    const closed = open.pop();
    if (closed === undefined) continue;
    if (closed.height <= MAX_HEIGHT) found.add(closed.at);
    const outer = open.at(-1);
    if (outer !== undefined) outer.height = Math.max(outer.height, closed.height + 1);
  }
  return found;
}
