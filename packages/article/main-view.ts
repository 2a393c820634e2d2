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
  linkShare: number;
  branchProse: number;
  inArticle: boolean;
};

/** In scripts without spaces, one character carries about as much as three Latin ones. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const MIN_PROSE_CHARS = 60;
/** Lines further away than this count as equally far. */
const FAR = 50;
const CLEAR_SHARE = 0.6;

/**
 * How much each trait says that a line belongs to the main text: a logistic regression, fitted on the public
 * halves of twelve sets of pages (docs/reading.md).
 */
const WEIGHTS: readonly (readonly [trait: string, weight: number])[] = Object.entries({
  always: 0.39,
  aside: -2.88,
  header: -3.4,
  footer: -4.7,
  nav: -1.41,
  heading: 0.81,
  caption: -3.03,
  form: -1.79,
  code: 2.0,
  size: 0.8,
  sentence: 0.9,
  inside: 2.65,
  branchLinks: -1.29,
  branchProse: -1.3,
  near: 0.83,
  early: 1.27,
  afterTitle: 1.07,
  pageProse: -3.8,
  twins: 1.85,
  group: -0.93,
  article: 0.39,
  insideSize: -1.56,
  title: -1.25,
  position: -1.33,
  untitled: 1.08,
  fewOutside: 0.86,
  insideEarly: -1.19,
});

type Traits = Readonly<Record<string, number>>;

export function traitsOf(lines: readonly Line[]): Traits[] {
  const weights = lines.map(({ text }) => text.length * (DENSE.test(text.slice(0, 40)) ? 3 : 1));
  const isProse = lines.map(({ kind, text, level, linkChars, place }, at) => {
    const chars = weights[at] ?? 0;
    if (
      level > 0 ||
      kind === 'form text' ||
      place === 'nav' ||
      linkChars * 2 > text.length ||
      chars < MIN_PROSE_CHARS
    )
      return false;
    return endsSentence(text) || chars > 2 * MIN_PROSE_CHARS;
  });
  const { sums, pageProse } = sumUp(lines, weights, isProse);
  const bySignature = new Map<string, number>();
  const signatures = lines.map(({ element }) => signatureOf(element));
  for (const [at, signature] of signatures.entries())
    if (isProse[at]) bySignature.set(signature, (bySignature.get(signature) ?? 0) + (weights[at] ?? 0));
  const n = lines.length;
  const before = new Array<number>(n);
  const after = new Array<number>(n);
  let last = -FAR;
  const mainProse = (at: number) =>
    isProse[at] === true && sums.get((lines[at] as Line).element)?.isInside === true;
  for (let at = 0; at < n; at++) {
    before[at] = at - last;
    if (mainProse(at)) last = at;
  }
  last = n + FAR;
  for (let at = n - 1; at >= 0; at--) {
    after[at] = last - at;
    if (mainProse(at)) last = at;
  }
  const title = lines.findLastIndex(({ level }) => level === 1);
  const page = Math.max(1, pageProse);
  return lines.map((line, at) => {
    const { kind, place, text, level, element, isGroup } = line;
    const own = sums.get(element) as Sums;
    const size = Math.log1p(weights[at] ?? 0) / 6;
    const inside = Number(own.isInside);
    const isEarly = Number((before[at] ?? 0) >= FAR);
    return {
      always: 1,
      aside: Number(place === 'aside'),
      header: Number(place === 'header'),
      footer: Number(place === 'footer'),
      nav: Number(place === 'nav'),
      heading: Number(kind === 'heading'),
      caption: Number(kind === 'caption'),
      form: Number(kind === 'form text'),
      code: Number(kind === 'code'),
      size,
      sentence: Number(endsSentence(text)),
      inside,
      branchLinks: own.linkShare,
      branchProse: own.branchProse,
      near: 1 / Math.min(before[at] ?? FAR, after[at] ?? FAR),
      early: isEarly,
      afterTitle: Number(at >= title && title >= 0),
      pageProse: Math.log1p(pageProse) / 10,
      twins: (bySignature.get(signatures[at] ?? '') ?? 0) / page,
      group: Number(isGroup),
      article: Number(own.inArticle),
      insideSize: inside * size,
      title: Number(level === 1),
      position: at / lines.length,
      untitled: Number(title < 0),
      fewOutside: Number(pageProse < 600) * (1 - inside),
      insideEarly: inside * isEarly,
    };
  });
}

function signatureOf({ name, attribs, parent }: Element): string {
  const outer = parent !== null && 'name' in parent ? `${parent.name} ${parent.attribs.class ?? ''}` : '';
  return `${name} ${attribs.class ?? ''} ${outer}`;
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
        ...{ linkShare: 0, branchProse: 0, inArticle: false },
      });
    return depth;
  };
  let pageProse = 0;
  for (const [at, { element, linkChars, text }] of lines.entries()) {
    depthOf(element);
    const own = sums.get(element) as Sums;
    const weight = weights[at] ?? 0;
    own.chars += weight;
    own.links += text === '' ? 0 : (linkChars / text.length) * weight;
    if (isProse[at]) own.prose += weight;
    if (isProse[at]) pageProse += weight;
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
    const name = 'name' in node ? node.name : '';
    own.inArticle = (outer?.inArticle ?? false) || name === 'article' || name === 'main';
    if (path.has(own)) {
      own.isInside = own === main;
      continue;
    }
    const share = own.chars === 0 ? 0 : own.links / own.chars;
    const isBranch = outer === undefined || path.has(outer);
    own.isInside = outer?.isInside ?? false;
    own.linkShare = isBranch ? share : Math.max(share, outer?.linkShare ?? 0);
    own.branchProse = isBranch ? own.prose / Math.max(1, pageProse) : (outer?.branchProse ?? 0);
  }
  return { sums, pageProse };
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
    for (const [name, weight] of WEIGHTS) sum += weight * (traits[name] ?? 0);
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
