/** A rule of a style sheet that applies on a screen: a list of selectors, and its declarations as written. */
type TakeRule = (selectors: string, body: string) => void;

/** Groups of rules that apply whatever the screen is like. */
const ALWAYS = /^@(?:layer|container|scope|starting-style)\b/i;
const COMMENT = /\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|\*?$)/g;
/** What the scanner stops at; strings and escapes are passed over as a whole. */
const TOKEN =
  /[{};]|\\[\s\S]|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|\burl\(\s*[^"'\s)][^)]*\)?/gi;
/** Deeper nesting is not read. */
const MAX_DEPTH = 8;

/**
 * Passes each rule that applies on a screen of usual size to `take`, in order. Of nested rules, those with
 * `&` and those below their parent are joined with it. Never throws; takes linear time.
 */
export function readRules(css: string, take: TakeRule): void {
  const text = css.includes('/*') ? css.replace(COMMENT, ' ') : css;
  /** The selectors of the open rules; null for a group that applies, and undefined for one that does not. */
  const open: (string | null | undefined)[] = [];
  let from = 0;
  let own = '';
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === ';') {
      own += text.slice(from, index + 1);
      from = index + 1;
    } else if (token === '{') {
      const outer = open.at(-1);
      if (own !== '' && typeof outer === 'string') take(outer, own);
      own = '';
      open.push(open.length >= MAX_DEPTH ? undefined : selectorsOf(text.slice(from, index), open));
      from = index + 1;
    } else if (token === '}') {
      const selectors = open.pop();
      const body = own + text.slice(from, index);
      if (typeof selectors === 'string' && body.length > 2) take(selectors, body);
      own = '';
      from = index + 1;
    }
  }
}

/** The longest selectors of a rule and of the one around it, together. */
const MAX_PAIR_CHARS = 300;

function selectorsOf(
  prelude: string,
  open: readonly (string | null | undefined)[],
): string | null | undefined {
  const text = prelude.replace(/<!--|-->/g, ' ').trim();
  const outer = open.at(-1);
  if (outer === undefined && open.length > 0) return undefined;
  if (text.startsWith('@')) return appliesOnScreen(text) ? (outer ?? null) : undefined;
  if (typeof outer !== 'string') return text;
  if (outer.length + text.length > MAX_PAIR_CHARS || text.includes(',')) return undefined;
  return text.includes('&') ? text.replaceAll('&', `:is(${outer})`) : `:is(${outer}) ${text}`;
}

/** The width of the window in which a page is assumed to be shown, in CSS pixels. */
const WINDOW_PX = 1280;

function appliesOnScreen(rule: string): boolean {
  if (ALWAYS.test(rule)) return true;
  const condition = /^@(media|supports)\b/i.exec(rule) === null ? null : rule.toLowerCase().slice(0, 500);
  if (condition === null) return false;
  if (condition.startsWith('@supports')) return !/^@supports\s+not\b|-(?:moz|ms)-/.test(condition);
  return matchesScreen(condition.slice('@media'.length));
}

const LENGTH = '([\\d.]{1,9})(px|em|rem)';
/** A width between two bounds: `(width < 600px)`, `(30em <= width <= 60em)`, `(min-width: 600px)`. */
const WIDTH = new RegExp(
  `^\\(\\s*(?:${LENGTH}\\s*([<>]=?)\\s*)?(?:(min|max)-)?width\\s*(?:([<>]=?|[:=])\\s*${LENGTH}\\s*)?\\)$`,
);

/** Whether one of a list of media queries is true; features other than a width count as false. */
export function matchesScreen(queries: string): boolean {
  return queries.split(',').some((query) => {
    const isNot = /^\s*not\b/.test(query);
    const tests = query.replace(/^\s*(?:not|only)\b/, '').split(/\band\b/);
    return tests.every((test) => isTrue(test.trim())) !== isNot;
  });
}

function isTrue(test: string): boolean {
  if (!test.startsWith('(')) return /^(?:all|screen)?$/.test(test);
  const width = WIDTH.exec(test);
  if (width === null) return /^\(\s*(?:hover|any-hover)\s*:\s*hover\s*\)$/.test(test);
  const [, low, lowUnit, lowSign, side, sign, high, highUnit] = width;
  const bySide = side === undefined ? sign : { min: '>=', max: '<=' }[side];
  return (
    (lowSign === undefined || isOrdered(pxOf(low, lowUnit), lowSign, WINDOW_PX)) &&
    (bySide === undefined || isOrdered(WINDOW_PX, bySide, pxOf(high, highUnit)))
  );
}

function pxOf(length: string | undefined, unit: string | undefined): number {
  return Number(length) * (unit === 'px' ? 1 : 16);
}

function isOrdered(left: number, sign: string, right: number): boolean {
  if (left === right) return /[=:]/.test(sign);
  return sign.startsWith('<') ? left < right : sign.startsWith('>') && left > right;
}
