import type { ParentNode } from 'domhandler';
import { endsSentence, type Line } from './line.ts';

/** What is summed up of an element and all that is in it, in weighted characters; and where it is. */
type Sums = {
  readonly depth: number;
  chars: number;
  links: number;
  prose: number;
  /** Whether it is in the main part: the smallest element with clearly most of the prose. */
  isInside: boolean;
  /** The largest share of links of the parts around it that branch off from the way to the main part. */
  linkShare: number;
};

/** In scripts without spaces, one character carries about as much as three Latin ones. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** The beginning of a line tells its script; a long line costs no more. */
const SCRIPT_CHARS = 40;
/** A sentence of this weight is prose: menus, buttons and captions are shorter. */
const MIN_PROSE_CHARS = 60;
/** A part that has this share of the prose around it has clearly most of it: the rest may be comments or teasers. */
const CLEAR_SHARE = 0.6;

/**
 * How much each trait says that a line belongs to the main text: a logistic regression, fitted on the public
 * halves of twelve sets of pages (docs/reading.md). Whoever changes a trait, or what the sums below are, has to
 * fit all weights anew; `npm run bench -- extract --data FOLDER` measures the result.
 */
const WEIGHTS = {
  always: -1.67,
  aside: -2.44,
  footer: -3.53,
  caption: -1.84,
  form: -1.9,
  code: 1.01,
  sentence: 1.08,
  inside: 2.1,
  /** `linkShare` of its element: a list of teasers may be prose, but is mostly links. */
  branchLinks: -1.42,
  /** No prose of the main part stands before it: it may be the headline. */
  early: 0.79,
  afterTitle: 1.28,
  group: -1.44,
  position: -0.93,
  /** The page has no heading of the first level, so that no line is behind one. */
  untitled: 1.52,
  /** Both `inside` and `early`: above the prose of the main part are names, dates and buttons, too. */
  insideEarly: -0.82,
} as const;

const TRAITS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];
type Traits = Readonly<Record<keyof typeof WEIGHTS, number>>;

function traitsOf(lines: readonly Line[]): Traits[] {
  const weights = lines.map(({ text }) => text.length * (DENSE.test(text.slice(0, SCRIPT_CHARS)) ? 3 : 1));
  const isProse = lines.map((line, at) => isProseLine(line, weights[at] ?? 0));
  const sums = sumsOf(lines, weights, isProse);
  const title = lines.findLastIndex(({ level }) => level === 1);
  let early = 1;
  return lines.map(({ kind, place, text, element, isGroup }, at) => {
    const { isInside, linkShare } = sums.get(element) as Sums;
    const inside = Number(isInside);
    const traits = {
      always: 1,
      aside: Number(place === 'aside'),
      footer: Number(place === 'footer'),
      caption: Number(kind === 'caption'),
      form: Number(kind === 'form text'),
      code: Number(kind === 'code'),
      sentence: Number(endsSentence(text)),
      inside,
      branchLinks: linkShare,
      early,
      afterTitle: Number(at >= title && title >= 0),
      group: Number(isGroup),
      position: at / lines.length,
      untitled: Number(title < 0),
      insideEarly: inside * early,
    };
    if (isProse[at] && isInside) early = 0;
    return traits;
  });
}

function isProseLine({ kind, text, level, linkChars, place }: Line, weight: number): boolean {
  if (level > 0 || kind === 'form text' || place === 'nav' || linkChars * 2 > text.length) return false;
  return weight >= MIN_PROSE_CHARS && (endsSentence(text) || weight > 2 * MIN_PROSE_CHARS);
}

type SumsByElement = Map<ParentNode, Sums>;

/** The sums of every element that has a line in it. */
function sumsOf(
  lines: readonly Line[],
  weights: readonly number[],
  isProse: readonly boolean[],
): ReadonlyMap<ParentNode, Sums> {
  const sums: SumsByElement = new Map();
  for (const [at, { element, linkChars, text }] of lines.entries()) {
    const own = ensureSums(element, sums);
    const weight = weights[at] ?? 0;
    own.chars += weight;
    own.links += text === '' ? 0 : (linkChars / text.length) * weight;
    if (isProse[at]) own.prose += weight;
  }
  // Sums go upward, so the deepest elements are first; shares of links go downward, so they are last.
  const deepestFirst = [...sums].sort(([, one], [, other]) => other.depth - one.depth);
  const best = addToParents(deepestFirst, sums);
  markParts(deepestFirst.toReversed(), sums, wayToMainPart(deepestFirst.at(-1)?.[0], sums, best));
  return sums;
}

/** The sums of an element, made with those of all elements around it that have none yet. */
function ensureSums(element: ParentNode, sums: SumsByElement): Sums {
  const missing: ParentNode[] = [];
  let at: ParentNode | null = element;
  for (; at !== null && !sums.has(at); at = at.parent) missing.push(at);
  let depth = at === null ? -1 : (sums.get(at)?.depth ?? 0);
  for (const node of missing.reverse())
    sums.set(node, { depth: ++depth, chars: 0, links: 0, prose: 0, isInside: false, linkShare: 0 });
  return sums.get(element) as Sums;
}

/** Adds the sums of each element to its parent's; returns the child with most of the prose by its parent. */
function addToParents(deepestFirst: readonly [ParentNode, Sums][], sums: SumsByElement) {
  const best = new Map<ParentNode, ParentNode>();
  for (const [node, own] of deepestFirst) {
    const { parent } = node;
    const outer = parent === null ? undefined : sums.get(parent);
    if (parent === null || outer === undefined) continue;
    outer.chars += own.chars;
    outer.links += own.links;
    outer.prose += own.prose;
    const rival = best.get(parent);
    if (rival === undefined || own.prose > (sums.get(rival)?.prose ?? 0)) best.set(parent, node);
  }
  return best;
}

/** From the root to the main part: down into the child with most of the prose, while it has clearly most. */
function wayToMainPart(
  root: ParentNode | undefined,
  sums: SumsByElement,
  best: ReadonlyMap<ParentNode, ParentNode>,
): ReadonlySet<ParentNode> {
  const way = new Set<ParentNode>();
  let node = root;
  while (node !== undefined) {
    way.add(node);
    const next = best.get(node);
    const [own, inner] = [sums.get(node)?.prose ?? 0, next === undefined ? 0 : (sums.get(next)?.prose ?? 0)];
    node = inner === 0 || inner < CLEAR_SHARE * own ? undefined : next;
  }
  return way;
}

/** Marks what is in the main part, which ends the way to it, and what share of links the parts beside it have. */
function markParts(
  highestFirst: readonly [ParentNode, Sums][],
  sums: SumsByElement,
  way: ReadonlySet<ParentNode>,
): void {
  const main = [...way].at(-1);
  for (const [node, own] of highestFirst) {
    if (way.has(node)) {
      own.isInside = node === main;
      continue;
    }
    const outer = node.parent === null ? undefined : sums.get(node.parent);
    const share = own.chars === 0 ? 0 : own.links / own.chars;
    const isBranch = node.parent === null || way.has(node.parent);
    own.isInside = outer?.isInside ?? false;
    own.linkShare = isBranch ? share : Math.max(share, outer?.linkShare ?? 0);
  }
}

/** There is nothing to choose on a page with less text. */
const SHORT_PAGE_CHARS = 1_000;
/** A line with a lower probability is never read. */
const MIN_CHANCE = 0.15;
/**
 * The weight of precision in the choice of the limit; recall has the rest. It was chosen on pages of sets
 * that the weights were not fitted to.
 */
const PRECISION_SHARE = 0.64;

/**
 * For each line, whether it belongs to the text for which the page was made: by the probability that it does,
 * above a limit for which the weighted mean of expected precision and recall is highest.
 */
export function markMain(lines: readonly Line[]): boolean[] {
  if (lines.reduce((sum, { text }) => sum + text.length, 0) <= SHORT_PAGE_CHARS) {
    const isInside = lines.map(({ place, kind }) => place === 'main' && kind !== 'form text');
    return isInside.includes(true) ? isInside : isInside.map(() => true);
  }
  const chances = traitsOf(lines).map((traits) => {
    let sum = 0;
    for (const name of TRAITS) sum += WEIGHTS[name] * traits[name];
    return 1 / (1 + Math.exp(-sum));
  });
  const sorted = lines.map(({ text: { length } }, at) => ({ length, chance: chances[at] ?? 0 }));
  sorted.sort((one, other) => other.chance - one.chance);
  const wanted = sorted.reduce((sum, { length, chance }) => sum + length * chance, 0);
  let [found, read] = [0, 0];
  let best = { worth: 0, chance: 1 };
  for (const { length, chance } of sorted) {
    found += length * chance;
    read += length;
    const worth = (PRECISION_SHARE * found) / read + ((1 - PRECISION_SHARE) * found) / wanted;
    if (worth > best.worth) best = { worth, chance };
  }
  const limit = Math.max(MIN_CHANCE, best.chance);
  const isMain = chances.map((chance) => chance >= limit);
  return isMain.includes(true) ? isMain : isMain.map(() => true);
}
