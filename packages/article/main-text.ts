import type { Element, ParentNode } from 'domhandler';
import { endsSentence, type Line } from './line.ts';

/** What is summed up of an element: its text, that of links, that of prose, and its place among the others. */
type Sums = {
  readonly depth: number;
  chars: number;
  links: number;
  prose: number;
  /** Whether it is inside the part with most of the prose. */
  isInside: boolean;
  /** The share of links in it, or in the largest part around it that has less prose than others. */
  linkShare: number;
};

/** In scripts without spaces, one character carries about as much as three Latin ones. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const MIN_PROSE_CHARS = 60;
const CLEAR_SHARE = 0.6;

/**
 * How much each trait says that a line belongs to the main text: a logistic regression, fitted on the public
 * halves of twelve sets of pages (docs/reading.md).
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
  branchLinks: -1.42,
  early: 0.79,
  afterTitle: 1.28,
  group: -1.44,
  position: -0.93,
  untitled: 1.52,
  insideEarly: -0.82,
} as const;

const TRAITS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];
type Traits = Readonly<Record<keyof typeof WEIGHTS, number>>;

function traitsOf(lines: readonly Line[]): Traits[] {
  const weights = lines.map(({ text }) => text.length * (DENSE.test(text.slice(0, 40)) ? 3 : 1));
  const isProse = lines.map((line, at) => isProseLine(line, weights[at] ?? 0));
  const sums = sumUp(lines, weights, isProse);
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

function sumUp(lines: readonly Line[], weights: readonly number[], isProse: readonly boolean[]) {
  const sums = new Map<ParentNode, Sums>();
  const depthOf = (element: ParentNode): number => {
    const chain: ParentNode[] = [];
    let at: ParentNode | null = element;
    for (; at !== null && !sums.has(at); at = at.parent) chain.push(at);
    let depth = at === null ? -1 : (sums.get(at)?.depth ?? 0);
    for (const node of chain.reverse())
      sums.set(node, {
        ...{ depth: ++depth, chars: 0, links: 0, prose: 0, isInside: false },
        linkShare: 0,
      });
    return depth;
  };
  for (const [at, { element, linkChars, text }] of lines.entries()) {
    depthOf(element);
    const own = sums.get(element) as Sums;
    const weight = weights[at] ?? 0;
    own.chars += weight;
    own.links += text === '' ? 0 : (linkChars / text.length) * weight;
    if (isProse[at]) own.prose += weight;
  }
  const all = [...sums].sort(([, one], [, other]) => other.depth - one.depth);
  const best = new Map<ParentNode, Sums>();
  for (const [node, own] of all) {
    const outer = node.parent === null ? undefined : sums.get(node.parent);
    if (outer === undefined) continue;
    outer.chars += own.chars;
    outer.links += own.links;
    outer.prose += own.prose;
    const rival = best.get(node.parent as ParentNode);
    if (rival === undefined || own.prose > rival.prose) best.set(node.parent as ParentNode, own);
  }
  const path = new Set<Sums>();
  const root = all.at(-1);
  let main: Sums | undefined = root?.[1];
  for (let node = root?.[0]; node !== undefined && main !== undefined; ) {
    path.add(main);
    const next = best.get(node);
    if (next === undefined || next.prose < CLEAR_SHARE * main.prose || next.prose === 0) break;
    node = node.children.find((child) => sums.get(child as Element) === next) as ParentNode | undefined;
    main = next;
  }
  for (const [node, own] of all.reverse()) {
    const outer = node.parent === null ? undefined : sums.get(node.parent);
    if (path.has(own)) {
      own.isInside = own === main;
      continue;
    }
    const share = own.chars === 0 ? 0 : own.links / own.chars;
    const isBranch = outer === undefined || path.has(outer);
    own.isInside = outer?.isInside ?? false;
    own.linkShare = isBranch ? share : Math.max(share, outer?.linkShare ?? 0);
  }
  return sums;
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
